// A turn of the 1994 program that the reader steps through in both directions: the parts that the page has loaded, and the
// present event, which has already taken effect. (modern/proof/stepper.py does the same for the terminal.)

// How many parts are kept; each takes some 3 MB.
const KEPT = 8;
const SEARCHES = ["CWHITE", "CBLACK"];
const BOARD_SIZE = 144;

/** @param {string[]} stack */
const searchesIn = (stack) => stack.filter((label) => SEARCHES.includes(label)).length;

// Returns a part as it came, with what each event needs: the numbers that it changed before, and the GOSUB stack after it.
/** @type {(part: SentPart) => TurnPart} */
const prepared = ({ number, start, stack, events }) => {
  const numbers = [...start];
  let now = stack;
  return {
    number, start,
    events: events.map(([kind, label, line, changes, fact, quirks, move = ""]) => {
      const places = /** @type {number[]} */ ([]), before = /** @type {number[]} */ ([]), after = /** @type {number[]} */ ([]);
      for (let index = 0; index < changes.length; index += 2) {
        places.push(changes[index]);
        before.push(numbers[changes[index]]);
        after.push(changes[index + 1]);
        numbers[changes[index]] = changes[index + 1];
      }
      if (kind === "gosub") now = [...now, label];
      else if (kind === "return") now = now.slice(0, -1);
      return { kind, label, line, places, before, after, fact, quirks, move, stack: now };
    }),
  };
};

export class Turn {
  // `outline` is what the link has told of the turn that `settings` ask for; `fetchPart(number)` asks for a part; `names` are
  // those of the numbers that are not in arrays.
  /**
   * @param {Outline} outline
   * @param {(number: number) => Promise<SentPart>} fetchPart
   * @param {string[]} names
   */
  constructor(outline, fetchPart, names) {
    this.outline = outline;
    this.fetchPart = fetchPart;
    /** @type {{ [name: string]: number }} */
    this.placeOf = Object.fromEntries(names.map((name, place) => [name, place]));
    this.arrays = names.length;
    /** @type {Map<number, Promise<TurnPart>>} */
    this.kept = new Map();
    this.place = { part: 0, event: 0 };
    /** @type {TurnPart} */
    this.current = null; // the part in which it stands
    this.done = -1; // the event after which `numbers` are, in that part
    this.isStopped = false;
    /** @type {number[]} */
    this.numbers = []; // all numbers after the event
  }

  get parts() {
    return this.outline.parts;
  }

  get event() {
    return this.current.events[this.place.event];
  }

  // Returns a number by its name.
  /** @param {string} name */
  number(name) {
    return this.numbers[this.placeOf[name]];
  }

  // Returns a row of A: 0 is the board, 1 and 2 are the think move boards.
  /** @param {number} row */
  row(row) {
    const first = this.arrays + row * BOARD_SIZE;
    return this.numbers.slice(first, first + BOARD_SIZE);
  }

  // Returns PW (array 0) or PB (array 1).
  /** @param {Side} side */
  squares(side) {
    const first = this.arrays + 7 * BOARD_SIZE + (side === "white" ? 0 : 24);
    return this.numbers.slice(first, first + 24);
  }

  // Returns a promise of a part; the last ones are kept.
  /** @param {number} number */
  part(number) {
    const found = this.kept.get(number) || this.fetchPart(number).then(prepared);
    this.kept.delete(number);
    this.kept.set(number, found);
    found.catch(() => this.kept.delete(number));
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    return found;
  }

  // Goes to an event of a part; the last one is -1.
  /** @param {number} number */
  async to(number, event = 0) {
    const part = await this.part(number);
    this.place = { part: number, event: event < 0 ? part.events.length + event : Math.min(event, part.events.length - 1) };
    const from = part === this.current ? this.done : -1;
    if (from < 0 || from > this.place.event) this.numbers = [...part.start];
    this.current = part;
    for (let index = from > this.place.event ? 0 : from + 1; index <= this.place.event; index++) {
      const { places, after } = part.events[index];
      places.forEach((place, at) => { this.numbers[place] = after[at]; });
    }
    this.done = this.place.event;
  }

  // Ends a `go` that waits for a part.
  stop() {
    this.isStopped = true;
  }

  // Goes on to the first event that is `there`, or to the end of the turn. Returns false at the end.
  /** @param {(event: TurnEvent) => boolean} there */
  async go(there) {
    const start = this.place;
    this.isStopped = false;
    for (let number = start.part; number < this.parts; number++) {
      const { events } = await this.part(number);
      if (this.isStopped) return true;
      for (let index = number === start.part ? start.event + 1 : 0; index < events.length; index++) {
        if (there(events[index])) {
          await this.to(number, index);
          return true;
        }
      }
    }
    return this.choice();
  }

  step() {
    return this.go(() => true);
  }

  over() {
    const depth = this.event.stack.length - Number(this.event.kind === "gosub");
    return this.go(({ stack }) => stack.length <= depth);
  }

  out() {
    const depth = this.event.stack.length;
    return this.go(({ stack }) => stack.length < depth);
  }

  async back() {
    const { part, event } = this.place;
    if (event) await this.to(part, event - 1);
    else if (part) await this.to(part - 1, -1);
    return Boolean(event || part);
  }

  reply() {
    return this.go(({ kind }) => kind === "try");
  }

  async candidate() {
    if (this.place.part + 1 >= this.parts) return this.choice();
    await this.to(this.place.part + 1);
    return true;
  }

  // Goes to the end of the turn, where the choice is played.
  async choice() {
    const { events } = await this.part(this.parts - 1);
    const wasThere = this.place.part === this.parts - 1 && this.place.event === events.length - 1;
    await this.to(this.parts - 1, -1);
    return !wasThere;
  }

  // Goes on to the next event at one of the labels.
  /** @param {Set<string>} labels */
  run(labels) {
    return this.go(({ label, kind }) => labels.has(label) && kind !== "return");
  }

  // Returns the moves that are being tried, [candidate, reply]: each { move, event }, or undefined.
  tried() {
    const { events } = this.current;
    /** @type {TurnEvent[]} */
    const found = [];
    for (let index = this.place.event; index >= 0 && !found[0]; index--) {
      const level = searchesIn(events[index].stack) - 1;
      if (events[index].kind === "try" && !found[level] && level < searchesIn(this.event.stack)) found[level] = events[index];
    }
    return found;
  }

  // Returns what has changed S1 since the move that is scored was tried, as { fact, value, index } in their order.
  terms() {
    const { events } = this.current, place = this.placeOf.S1, level = searchesIn(this.event.stack);
    /** @type {Term[]} */
    const found = [];
    for (let index = this.place.event; index >= 0; index--) {
      const event = events[index];
      if (searchesIn(event.stack) !== level) continue;
      const at = event.places.indexOf(place);
      if (event.kind === "try") {
        found.push({ fact: event.fact, value: 0, index });
        break;
      }
      if (at >= 0 && !(event.kind === "return" && SEARCHES.includes(event.label)) && event.kind !== "gosub") found.push({ fact: event.fact, value: event.after[at], index });
    }
    return found.reverse();
  }
}
