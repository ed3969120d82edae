// What the page gets from Python, for the checks of its scripts: docs/develop/serve-protocol.md says what it means.

type Side = "white" | "black";
interface Fact { code: string; values: { [name: string]: any } }
interface HasFacts { facts?: { [name: string]: Fact } }
// An error of the page, with what Python tells of it.
interface Failed { message: string; facts?: { message?: Fact }; status?: number }

// Players and games.
interface PlayerOption extends HasFacts {
  name: string; label: string; type: string; default: any; min: number | null; max: number | null; choices: string[];
  labels: (HasFacts & { text: string })[];
}
interface Level { number: number; name: string; elo: number }
interface PlayerInfo extends HasFacts {
  name: string; called: string; title: string; year: string; depth: string; score_note: string; opponent: Options | null;
  options: PlayerOption[]; levels: Level[];
}
interface Options { [name: string]: string | number | boolean }
interface Seat { name: string; options?: Options; person?: string }
interface Clock { minutes: number; increment: number }
interface GameTimes { seconds?: number; depth?: number; clock?: Clock | null; pause?: number }
interface NewGame extends GameTimes { white?: Seat | string; black?: Seat | string; fen?: string; pgn?: string; ply?: number }
interface Command { command: string; move?: string; ply?: number; confirmed?: boolean }
interface Answer extends HasFacts { ok?: boolean; refused?: string; question?: string }
interface Summary extends HasFacts {
  white: string; black: string; specs: string; pieces: string; turn: Side; last: string | null; ply: number; result: string;
  human_to_move: boolean; date: string;
}
// Of a damaged game, a list has no more than these three.
interface GameSummary extends Partial<Summary> { id: string; changed: number; damaged?: boolean }
interface GamesQuery { search?: string; start?: number; limit?: number; ids?: string[] }
interface SeatState extends HasFacts { name: string; spec: string; human: boolean; memory: string }
interface LegalMove { uci: string; san: string }
interface MoveState {
  uci: string; san: string; fen: string; by: "human" | "program" | "arbiter"; clock: number | null; note: string; score: string;
  depth: number; seconds: number;
}
interface GameState extends HasFacts {
  id: string; white: SeatState; black: SeatState; settings: GameTimes; start_fen: string; fen: string; pieces: string; turn: Side; ply: number;
  moves: MoveState[]; legal: LegalMove[]; last: string | null; check: string | null;
  clocks: { white: number; black: number; running: Side | null } | null; thinking: boolean; queued: number | null; line: string;
  result: string; termination: string; message: string; why: string;
  allowed: { move: boolean; hint: boolean; take_back: boolean; draw: boolean; resign: boolean; stop: boolean };
}
interface RecordedPosition { pieces: string; uci: string | null; san: string; note: string }
interface RecordedPly {
  ply: number; recorded: string; played: string; value: string; second: string; agrees: boolean; note: string; bits: string; expected: string;
}

// What 1994 considered.
interface Candidate { notation: string; value: number; chosen: boolean }
interface Target { move?: string | null; to?: string }
interface TriedMove extends Target {
  notation: string; piece: number; square: number; value: string; number: number; reply: (Target & { notation: string }) | null; after: string;
  terms: number[]; reply_terms: number[]; legal: boolean; remarks: string[];
}
// A think move board, and the squares and the names of the pieces that it tells of.
interface Reach { side: Side; reach: number[]; squares: string[]; pieces: string[] }
interface Tried extends Reach {
  before: string; board: number[]; candidates: TriedMove[]; chosen: number | null; played: number | null; stopped: boolean; line?: string;
  terms: string[];
}

// Inside 1994.
interface TurnSettings { fen?: string; moves?: string; side?: string; reading?: string; carried?: string }
interface Outline extends HasFacts {
  side: Side; reading: string; parts: number; candidates: Candidate[]; stopped: string; substitutions: Fact[];
}
type TurnEventKind = "gosub" | "return" | "try" | "score" | "best" | "error";
type SentTurnEvent = [TurnEventKind, string, number, number[], Fact, string[], string?];
interface SentPart { number: number; start: number[]; stack: string[]; events: SentTurnEvent[] }
interface TurnEvent {
  kind: TurnEventKind; label: string; line: number; places: number[]; before: number[]; after: number[]; fact: Fact; quirks: string[];
  move: string; stack: string[];
}
interface TurnPart { number: number; start: number[]; events: TurnEvent[] }
interface TourStop { reading: string; part: number; event: number; text: Fact }
interface InsideFacts {
  names: string[]; meanings: { [names: string]: Fact }; pieces: string[]; labels: { [label: string]: Fact };
  quirks: { [name: string]: Fact }; breakpoints: string[]; readings: string[]; game: string;
  port: { lines: { [number: number]: string }; labels: { [label: string]: number } };
  tour: { moves: string; stops: TourStop[] };
}
interface Repair { start: number; length: number; title: string }
interface ListingLine { text: string; repairs: Repair[] }
interface Listing extends HasFacts {
  reading: string; lines: ListingLine[]; labels: { [label: string]: number }; port: { [line: number]: number }; note: string;
}
interface InsideAnswers { facts: InsideFacts; turn: Outline; part: SentPart; listing: Listing }

// The events that Python or the page itself sends.
interface EventOf<Type extends string> extends HasFacts { type: Type }
interface WithText { text?: string }
interface StateEvent extends EventOf<"state"> { state: GameState }
interface QueueEvent extends EventOf<"queue"> { position: number | null }
interface ReportEvent extends EventOf<"report"> {
  depth: number; score: string; pv: string; uci: string | null; mover_score: (number | null)[]; nodes: number; seconds: number;
}
interface LineEvent extends EventOf<"line">, Target { text: string; notation?: string }
interface ConsideredEvent extends EventOf<"considered">, Tried {}
interface HintEvent extends EventOf<"hint">, WithText { uci: string; san: string }
interface ScreenEvent extends EventOf<"screen">, WithText { mode: number; columns: number; rows: string[]; cursor: [number, number]; svg: string }
interface AnalysisProgress extends EventOf<"progress"> { done: number; total: number }
interface Mistake extends HasFacts { ply: number; side: Side; san: string; kind: string; text: string }
interface AnalysisEvent extends EventOf<"analysis"> {
  chances: (number | null)[]; mistakes: Mistake[]; accuracy: { white: number | null; black: number | null };
}
interface PageReadyEvent extends EventOf<"page">, WithText {}
interface PlyEvent extends EventOf<"ply">, RecordedPly {}
interface ConnectionEvent extends EventOf<"connection"> { connected: boolean; asking?: boolean; seconds?: number; reason?: string }
interface GoneEvent extends EventOf<"gone">, WithText { damaged?: boolean }
interface OtherEvent extends EventOf<"refused" | "ended" | "failed" | "deleted" | "alive">, WithText {}
type PageEvent = StateEvent | QueueEvent | ReportEvent | LineEvent | ConsideredEvent | HintEvent | ScreenEvent | AnalysisProgress | AnalysisEvent
  | PageReadyEvent | PlyEvent | ConnectionEvent | GoneEvent | OtherEvent;
type OnEvent = (event: PageEvent) => void;

// Where games are kept and thought about: served.js and pyodide_link.js have one each.
interface Link {
  players(): Promise<PlayerInfo[]>;
  games(query: GamesQuery): Promise<{ games: GameSummary[]; total: number }>;
  create(settings: NewGame): Promise<string>;
  open(id: string, onEvent: OnEvent): { close(): void; retry?(): void };
  send(id: string, command: Command): Promise<Answer>;
  pgn(id: string): Promise<string>;
  contentOf(id: string): string;
  remove(ids: string[]): Promise<unknown>;
  analyse(id: string, onEvent: OnEvent): { close(): void };
  pageOf(id: string): string;
  screen(settings: ScreenSettings, onEvent: OnEvent): { key(name: string): void; close(): void };
  inside<Name extends keyof InsideAnswers>(name: Name, settings?: object): Promise<InsideAnswers[Name]>;
  fileRefused(): string;
  write?(root: HTMLElement, symbols: string): { close(): void };
  docs?: string;
  pause?: number;
  onWarning?(sentence: string): void;
}
interface ScreenSettings { reading: string; ask: boolean; pause: number }

// What modern/web/pyodide/calls.py answers in a worker, and what the games in it need of the page. The texts and tasks of games
// mean something to Python only.
interface CallAnswer extends HasFacts { result?: any; error?: string; status?: number | null }
type GamesNeed = { type: "shown"; id: string; event: PageEvent }
  | { type: "write"; id: string; text: string } | { type: "remove"; ids: string[] } | { type: "think"; thinker: number; task: object }
  | { type: "renew" };
type InsideCalls = { [Name in keyof InsideAnswers as `inside_${Name}`]: (settings?: object) => InsideAnswers[Name] };
// What the workshop shows at first (modern/web/workshop.py).
interface Lesson { steps: { [step: string]: string }; puzzles: string[]; opponents: string[]; games: number[] }
// What happens while it runs a program: `begun` and `puzzle`, `position` and `game`, `printed` and `failed`.
interface WorkshopEvent extends HasFacts {
  type: string; text?: string; line?: number | null; puzzle?: number; uci?: string; san?: string; solved?: boolean;
  game?: number; colour?: Side; number?: number; pieces?: string; last?: string | null; points?: number;
}
interface PythonCalls extends InsideCalls {
  players(): PlayerInfo[];
  games(query: GamesQuery): { games: GameSummary[]; total: number };
  create(settings: NewGame): string;
  watch(id: string): null;
  leave(id: string): null;
  command(id: string, command: Command): Answer;
  pgn(id: string, toAnalyse?: boolean): string;
  delete(ids: string[]): number;
  changed(texts: { [id: string]: string | null }): null;
  thought(thinker: number, kind: string, content?: unknown): null;
  think(task: object): null;
  analyse(pgn: string): null;
  record(reading: string): null;
  workshop_lesson(): Lesson;
  workshop_puzzles(source: string): null;
  workshop_match(source: string, opponent: string, kept: string, games: string): null;
  can_wait(): boolean;
  screen(settings: ScreenSettings): null;
  screen_after(settings: ScreenSettings, keys: string[]): PageEvent[];
}
// site.json (docs/making/play_site.py), and what loading.js makes of it for the workers.
interface SiteFile { name: string; type: string; bytes: number; compressed: number; integrity: string }
interface Site { version: string; pyodide: { address: string; version: string; files: SiteFile[] }; archives: string[]; files: SiteFile[] }
interface Python { files: { [name: string]: Blob }; wasm: WebAssembly.Module; archives: string[] }
interface PythonStart extends Python { script: URL }

// The data in the page of a game (modern/pages/positions.py), and in that of a game of a tournament.
interface ShownProgram extends Omit<Tried, "pieces" | "terms"> {
  legal: boolean; san: string; move: string | null; target: string; value: number | null; agrees: boolean | null; error: string | null;
}
interface ShownToday { move: string; san: string; score: string; value: number | null; depth: number; pv: string }
interface GamePosition {
  ply: number; side: Side; fen: string; last: string | null; check: string | null;
  played: { move: string; san: string; glyphs: string; clock: string; evaluation: string } | null; program: ShownProgram;
  today: ShownToday | null; notes: [string, string][];
}
interface TournamentPosition { pieces: string; last: string; san: string; check: string; note: string }
interface GameData {
  positions: GamePosition[] | TournamentPosition[]; first?: number; analysed?: boolean; pieces?: string[]; terms?: string[]; pgn?: string; play?: string;
  mistakes?: number[];
}
