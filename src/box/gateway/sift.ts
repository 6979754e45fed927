/**
 * Finds the item at which a gateway fails. A batch that failed twice is halved until the item is alone, while everything else
 * goes on. An item is guilty when it failed alone twice and the gateway took something between: one that fails at everything
 * is ill itself, and costs no frame. Where nothing else is there to be taken, one item, and no second one behind it, is
 * judged by its third failure alone. Pure; whoever asks has made sure before each failure that the gateway answers otherwise.
 */
interface Group {
  ids: readonly number[];
  /** Whether it was cut off from a larger one, which has failed twice. */
  isCut: boolean;
  fails: number;
  /** How much the gateway had taken when it failed first. */
  takesBefore: number;
}

const ALONE_FAILS = 3;

export class Sift {
  /** In the order in which they are tried: breadth first, so that something good comes between two failures. */
  #groups: Group[] = [];
  #takes = 0;
  /** Whether the last item that was found guilty was so while nothing was taken. */
  #unproven = false;

  /** Whether something is suspected. */
  get isOn(): boolean {
    return this.#groups.length > 0;
  }

  /** Everything that is suspected. */
  get held(): ReadonlySet<number> {
    return new Set(this.#groups.flatMap(({ ids }) => ids));
  }

  /** What is to be tried next, by itself. `alive` gives those ids that still wait: the others are forgotten. */
  next(alive: (ids: readonly number[]) => number[]): readonly number[] | undefined {
    for (let group = this.#groups[0]; group; group = this.#groups[0]) {
      const ids = alive(group.ids);
      if (ids.length > 0) {
        if (ids.length < group.ids.length) this.#groups[0] = { ...group, ids };
        return ids;
      }
      this.#groups.shift();
    }
    return undefined;
  }

  /** These were taken, or are settled otherwise. */
  taken(ids: readonly number[]): void {
    this.#takes++;
    this.#unproven = false;
    this.#remove(ids);
  }

  /** They were too many at once: halves of them are tried. */
  cut(ids: readonly number[]): void {
    this.#remove(ids);
    const middle = Math.ceil(ids.length / 2);
    for (const half of [ids.slice(0, middle), ids.slice(middle)]) this.#add(half, true);
  }

  /** The gateway failed at a batch of these; whether the item is guilty that is its only one. */
  failed(ids: readonly number[]): boolean {
    const group = this.#remove(ids) ?? { ids, isCut: false, fails: 0, takesBefore: this.#takes };
    const fails = group.fails + 1;
    if (ids.length > 1 && (group.isCut || fails > 1)) {
      this.cut(ids);
      return false;
    }
    const isProven = this.#takes > group.takesBefore;
    const guilty = ids.length === 1 && (isProven ? fails > 1 : fails >= ALONE_FAILS && !this.#unproven);
    if (guilty) this.#unproven = !isProven;
    else {this.#groups.push({
        ...group,
        fails,
        takesBefore: group.fails === 0 ? this.#takes : group.takesBefore,
      });}
    return guilty;
  }

  #add(ids: readonly number[], isCut: boolean): void {
    if (ids.length > 0) this.#groups.push({ ids, isCut, fails: 0, takesBefore: this.#takes });
  }

  #remove(ids: readonly number[]): Group | undefined {
    const at = this.#groups.findIndex((one) => one.ids.length === ids.length && one.ids[0] === ids[0]);
    return at < 0 ? undefined : this.#groups.splice(at, 1)[0];
  }
}
