// The games of this browser, kept in its local storage after every change.

const PREFIX = "gosub-game ";

export class KeptGames {
  // `onChanged(id, kept)` is called when another page of this site has changed a game, or deleted it: `kept` is then null.
  constructor(onChanged) {
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key?.startsWith(PREFIX)) onChanged(key.slice(PREFIX.length), newValue && JSON.parse(newValue).kept);
    });
  }

  // Returns a game as it was kept, or null.
  read(id) {
    const text = localStorage.getItem(PREFIX + id);
    return text && JSON.parse(text).kept;
  }

  // Keeps a game. Throws an Error if the browser has no room, or keeps nothing for this site.
  write(id, kept, summary) {
    try {
      localStorage.setItem(PREFIX + id, JSON.stringify({ kept, summary, changed: Date.now() / 1000 }));
    } catch {
      throw new Error("This browser does not keep the game: its storage is full, or closed to this page. Copy the PGN.");
    }
  }

  remove(id) {
    localStorage.removeItem(PREFIX + id);
  }

  // Returns what the list shows of each game, the one changed last first.
  summaries() {
    const games = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
      .map((key) => JSON.parse(localStorage.getItem(key))).map(({ summary, changed }) => ({ ...summary, changed }));
    return games.sort((one, other) => other.changed - one.changed);
  }
}
