// What the page's scripts share among themselves, for their checks.

// An event with the kind of element at which it is.
type On<Kind extends Event, Target extends Element = Element> = Kind & { readonly target: Target };

// What `element` takes: attributes, listeners and children.
type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => unknown };
interface Attributes extends Listeners { [name: string]: string | number | boolean | null | undefined | ((event: Event) => unknown) }
type Child = Node | string | number | false | null;

// What the board shows, as its `show` says.
interface Arrow { from?: string | null; to: string; kind: string; illegal?: boolean }
interface BoardState {
  pieces: string; turn: Side; legal: string[]; sent: string | null; last: string | null; check: string | null; premove: string | null;
  arrows: Arrow[]; flipped: boolean; interactive: boolean;
}
interface Position { fen: string; pieces: string; turn: Side; last: string | null; check: string | null }

// Where a new game plays on from, or what the address asks for (address.js).
interface Asked { opponent: string; colour: string; level: string; fen: string; start: boolean; kiosk: boolean; idle: number; problem: string }
interface WhatIf { pgn: string; ply: number; white: SeatState; black: SeatState; text: string; position: Position }
type Start = Partial<Asked> & Partial<WhatIf>;

// An event that may be one of a pointer or of a key, as its `type` says.
type PointerOrKey = Event & Partial<Omit<PointerEvent, keyof Event>> & Partial<Omit<KeyboardEvent, keyof Event>>;

// The numbers of the two boards of the 1994 program, and the elements that show them (number_boards.js, tried_moves.js).
type NumberBoard = "board" | "reach";
interface NumberBoardElements {
  board: HTMLTableElement; reach: HTMLTableElement; boardReadout: HTMLElement; reachReadout: HTMLElement; reachName: HTMLElement;
}
interface TriedMovesElements {
  candidates: HTMLTableElement; terms: HTMLTableElement; orders: Iterable<HTMLInputElement>; hint: HTMLElement; after: HTMLElement; sum: HTMLElement;
  afterBoard: HTMLElement; explored: HTMLElement;
}

// What follows a pointer on the board (drag.js).
interface DragActions {
  press(square: string): boolean; carries(square: string): boolean; over(square: string | null): void; drop(square: string | null): void;
  release(): void; back(): void; pressRight(): boolean; sketch(from: string, to: string | null): void; mark(from: string, to: string): void;
}

// A view of the page, and of a game, which has the last two, too.
interface Shown { close?(): void; id?: string; state?: GameState; look?(ply: number): void }

// A square of a think move board that is pointed at, and a term of a value (inside_parts.js).
interface Pointed { side: Side; square: number; pieces: number[] }
interface Term { fact: Fact; value: number; index: number }

// What is typed on the 1994 screen to see a game (screen.js).
interface Demonstration { ask: boolean; lines: string[] }

// A question that a typed command asks, and what follows a yes (typed.js).
interface Question { question: string; yes: () => Promise<string | void> }
type CommandResult = string | Question | void;

// The modules that start.js imports when it has checked them.
interface PageModules {
  "play.js": typeof import("./play.js"); "pyodide_link.js": typeof import("./pyodide_link.js"); "record.js": typeof import("./record.js");
  "loading.js": typeof import("./loading.js"); "board.js": typeof import("./board.js"); "moves.js": typeof import("./moves.js");
}

// The elements of the page of a game that are more than an HTMLElement (modern/pages/templates/game.html).
interface PageElements {
  "play-on": HTMLAnchorElement; candidates: HTMLTableElement; terms: HTMLTableElement; "board-numbers": HTMLTableElement;
  "reach-numbers": HTMLTableElement; cursor: SVGElement;
}
type ElementWith<Id extends string> = Id extends keyof PageElements ? PageElements[Id] : HTMLElement;

// The value of a player's option; a browser makes a text of a number (player_choice.js).
type OptionValue = string | number | boolean;

// The board beside the form of a new game, and how the form begins (new_game.js).
interface OpeningBoard {
  table: HTMLElement; note: HTMLElement; voice: { elements: HTMLElement[] };
  show(shown: { names: { white: string; black: string }; position: Partial<Position>; legal: string[]; flipped: boolean; sent?: string | null }): void;
}
interface NewGameOptions { start?: Start | null; symbols?: string; first?: string | null; onStart(id: string, move: string | null): void }

// What the workers of the page that runs in the browser are told, and what they tell (modern/web/pyodide).
interface FetchedFile { url?: string; integrity?: string; type?: string; mode?: RequestCache; isCounted?: boolean }
interface CachedFile extends SiteFile { url: string; cache: string }
interface ToFetcher extends FetchedFile { id: number; wasm?: Blob }
interface ToPython extends Partial<Python> { id: number; told?: string; name?: string; args?: string }
interface FromWorker extends CallAnswer { id?: number; event?: any }
interface Recorder { record(reading: string, onPly: (ply: PlyEvent) => void): Promise<void> }
// What they use of Pyodide, and of modern/web/pyodide/calls.py.
interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: string): void; registerJsModule(name: string, module: object): void; pyimport(name: string): PythonModule;
}
interface PythonModule { call: { (name: string, args: string): string; callPromising(name: string, args: string): Promise<string> } }
