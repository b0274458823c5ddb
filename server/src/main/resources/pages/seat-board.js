// The seats of a show as one row of numbers, so that 50,000 of them cost a byte each.

export const FREE = 0;
export const HELD = 1;
export const SOLD = 2;
export const OFF = 3;
/** Chosen by this buyer, or held for them; only ever an answer of `shown`. */
export const YOURS = 4;

const CODES = { f: FREE, h: HELD, s: SOLD };

export class SeatBoard {
  /** Made from what `GET …/seats` answers. */
  constructor(answer) {
    this.chosen = new Set();
    this.mine = new Set();
    this.prices = [...new Set(answer.sections.map((section) => section.price))];
    this.prices.sort((a, b) => b - a);
    let first = 0;
    this.sections = answer.sections.map((section) => {
      const made = {
        name: section.name,
        price: section.price,
        tier: this.prices.indexOf(section.price),
        rows: section.rows,
        perRow: section.seatsPerRow,
        isOpen: section.capacity !== undefined,
        first,
        seats: section.states.length,
      };
      first += made.seats;
      return made;
    });
    this.byName = new Map(this.sections.map((section) => [section.name, section]));
    this.states = new Uint8Array(first);
    this.replace(answer);
  }

  /** Takes a whole new picture; what there is to choose from never changes, only its states do. */
  replace(answer) {
    this.version = answer.version;
    this.stale = answer.stale;
    answer.sections.forEach(({ states }, i) => {
      const { first } = this.sections[i];
      for (let n = 0; n < states.length; n++) this.states[first + n] = CODES[states[n]] ?? OFF;
    });
  }

  /** Takes news; answers the numbers of the seats that look different now. */
  apply(changes) {
    const changed = [];
    for (const { seat, state } of changes) {
      const number = this.number(seat);
      const code = CODES[state] ?? OFF;
      if (number === undefined || this.states[number] === code) continue;
      this.states[number] = code;
      changed.push(number);
    }
    return changed;
  }

  number(label) {
    const [name, a, b] = label.split("-");
    const section = this.byName.get(name);
    if (!section) return undefined;
    return section.first + (section.isOpen ? a - 1 : (a - 1) * section.perRow + (b - 1));
  }

  /** True if there is such a seat: a tab may remember a seat of another show. */
  has(label) {
    const number = this.number(label);
    return this.section(number) !== undefined && this.label(number) === label;
  }

  section(number) {
    return this.sections.find(({ first, seats }) => number >= first && number < first + seats);
  }

  label(number) {
    const section = this.section(number);
    const within = number - section.first;
    return section.isOpen
      ? `${section.name}-${within + 1}`
      : `${section.name}-${Math.floor(within / section.perRow) + 1}-${(within % section.perRow) + 1}`;
  }

  /** The state as this buyer sees it. */
  shown(number) {
    return this.chosen.has(number) || this.mine.has(number) ? YOURS : this.states[number];
  }

  freeIn(section, from = 0, to = section.seats) {
    let free = 0;
    for (let n = section.first + from; n < section.first + to; n++) {
      if (this.states[n] === FREE) free++;
    }
    return free;
  }

  /** Chosen seats that are not to be had any more; they are chosen no longer. */
  dropLost() {
    const lost = [...this.chosen].filter((n) => this.states[n] !== FREE && !this.mine.has(n));
    lost.forEach((n) => this.chosen.delete(n));
    return lost;
  }

  total() {
    let sum = 0;
    this.chosen.forEach((number) => (sum += this.section(number).price));
    return sum;
  }
}
