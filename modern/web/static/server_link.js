// Games on the server that sent this page: requests, and one stream of events for an open game.

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 8;

// Raised for an answer that is not what was asked for; the message is the server's sentence.
class Refused extends Error {}

const answerOf = async (response) => {
  const isJson = (response.headers.get("content-type") || "").includes("json");
  const answer = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new Refused((isJson && answer.error) || `The server answered ${response.status}.`);
  return answer;
};
const request = async (address, settings) => {
  let response;
  try {
    response = await fetch(address, settings);
  } catch {
    throw new Refused("The server does not answer. Is gosub serve still running?");
  }
  return answerOf(response);
};
const post = (address, body) => request(address, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});

// Listens to a stream of events, and opens it again when it breaks: after half a second at first, then less often.
class Stream {
  constructor(address, onEvent) {
    Object.assign(this, { address, onEvent, wait: FIRST_WAIT, lost: false });
    this.listen();
  }

  listen() {
    this.source = new EventSource(this.address);
    this.source.onmessage = (message) => {
      this.found();
      this.onEvent(JSON.parse(message.data));
    };
    this.source.onopen = () => this.found();
    this.source.onerror = () => this.lose();
  }

  found() {
    if (this.lost) this.onEvent({ type: "connection", connected: true });
    this.lost = false;
    this.wait = FIRST_WAIT;
  }

  lose() {
    this.source.close();
    this.lost = true;
    this.onEvent({ type: "connection", connected: false, seconds: this.wait });
    this.timer = setTimeout(() => this.listen(), 1000 * this.wait);
    this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
  }

  retry() {
    clearTimeout(this.timer);
    this.source.close();
    this.listen();
  }

  close() {
    clearTimeout(this.timer);
    this.source.close();
  }
}

// Returns the link to the server; `base` is where it is, without a slash at its end.
export const serverLink = (base = "") => ({
  players: () => request(`${base}/players`),
  games: () => request(`${base}/games`),
  create: async (settings) => (await post(`${base}/games`, settings)).id,
  open: (id, onEvent) => new Stream(`${base}/games/${id}/events`, onEvent),
  send: (id, command) => post(`${base}/games/${id}/commands`, command),
  pgn: (id) => request(`${base}/games/${id}/pgn`),
});
