// What the page gets from Python, for the checks of its scripts: docs/serve-protocol.md says what it means.

type Side = "white" | "black";
interface Fact { code: string; values: { [name: string]: any } }
interface HasFacts { facts?: { [name: string]: Fact } }
interface SeatState extends HasFacts { name: string; spec: string; human: boolean; memory: string }
interface MoveState {
  uci: string; san: string; fen: string; by: "human" | "program" | "arbiter"; clock: number | null; note: string; score: string;
  depth: number; seconds: number;
}
interface GameState extends HasFacts {
  id: string; white: SeatState; black: SeatState; settings: object; start_fen: string; fen: string; pieces: string; turn: Side; ply: number;
  moves: MoveState[]; legal: { uci: string; san: string }[]; last: string | null; check: string | null;
  clocks: { white: number; black: number; running: Side | null } | null; thinking: boolean; queued: number | null; line: string;
  result: string; termination: string; message: string;
  allowed: { move: boolean; hint: boolean; take_back: boolean; draw: boolean; resign: boolean; stop: boolean };
}
interface Candidate { notation: string; value: number; chosen: boolean }
interface Outline extends HasFacts {
  side: Side; reading: string; parts: number; candidates: Candidate[]; stopped: string; substitutions: string[];
}
interface TriedMove {
  notation: string; move: string | null; to: string; piece: number; square: number; value: string; number: number;
  reply: { notation: string; move: string | null; to: string } | null; after: string; terms: number[]; reply_terms: number[];
  legal: boolean; remarks: string[];
}
interface Tried {
  side: Side; before: string; board: number[]; squares: string[]; reach: number[]; candidates: TriedMove[]; chosen: number | null;
  played: number | null; stopped: boolean; line: string; pieces: string[]; terms: string[];
}
interface TurnEvent {
  kind: "gosub" | "return" | "try" | "score" | "best" | "error"; label: string; line: number; places: number[]; before: number[];
  after: number[]; fact: Fact; quirk: string; move: string; stack: string[];
}
interface InsideFacts {
  names: string[]; meanings: { [names: string]: Fact }; pieces: string[]; labels: { [label: string]: Fact };
  quirks: { [name: string]: Fact }; breakpoints: string[]; readings: string[]; game: string;
  tour: { moves: string; stops: { reading: string; part: number; event: number; text: Fact }[] };
}
// An event that Python or the page itself sends; its `type` says what else it has.
interface PageEvent extends HasFacts { type: string; [name: string]: any }
type OnEvent = (event: PageEvent) => void;

// Where games are kept and thought about: served.js and pyodide_link.js have one each.
interface Link {
  players(): Promise<any[]>;
  games(query: { search?: string; start?: number; limit?: number; ids?: any }): Promise<{ games: any[]; total: number }>;
  create(settings: object): Promise<string>;
  open(id: string, onEvent: OnEvent): { close(): void; retry?(): void };
  send(id: string, command: object): Promise<{ ok?: boolean; refused?: string; question?: string } & HasFacts>;
  pgn(id: string): Promise<string>;
  contentOf(id: string): string;
  remove(ids: string[]): Promise<any>;
  analyse(id: string, onEvent: OnEvent): { close(): void };
  pageOf(id: string): string;
  screen(settings: object, onEvent: OnEvent): { key(name: string): void; close(): void };
  inside(name: string, settings?: object): Promise<any>;
  fileRefused(): string;
  docs?: string;
  pause?: number;
}
