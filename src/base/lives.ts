/**
 * What is known of the life of each outside service that this program uses: when it last did what was asked of it, when it
 * last did not and why, and when it is tried again. Whoever uses a service says how it went, whoever shows a light asks here:
 * that something is set says nothing of whether it works. In memory; `db/lives.ts` keeps it over a restart.
 */

/** Why a service did not do it: it was not to be had, or it was there and said no. */
export type Shortfall = "outage" | "refusal";

/** One service. Times are unix seconds; null where it never happened, or is not to be said. */
export interface Life {
  lastOkAt: number | null;
  lastFailedAt: number | null;
  /** In the service's or the system's own words; null as soon as it works again. */
  lastError: string | null;
  /** Of which kind the last failure is; null as soon as it works again. */
  shortfall: Shortfall | null;
  nextTryAt: number | null;
}

/** Services by which the rest of the program is judged; of a kind that has many, the name follows after a colon. */
export type ServiceName =
  | "mail"
  | "push"
  | "broker"
  | "backup"
  | `${"dns" | "neighbour" | "partner" | "box" | "job"}:${string}`;

/** A service with its life. */
export interface Living {
  service: ServiceName;
  life: Life;
}

/** `untried`: nothing was asked of it yet, so nobody knows. */
export type Standing = "works" | "fails" | "untried";

/** How a service stands: by what it did last, whatever is set. */
export const standingOf = (life: Life | undefined): Standing =>
  life === undefined
    ? "untried"
    : life.lastError !== null
    ? "fails"
    : life.lastOkAt === null
    ? "untried"
    : "works";

/** A life in which nothing happened yet. */
export const NO_LIFE: Life = {
  lastOkAt: null,
  lastFailedAt: null,
  lastError: null,
  shortfall: null,
  nextTryAt: null,
};

/** Most services that are kept; for a new one the one that was heard of longest ago is dropped. */
const MOST = 1000;
/** Longest error, in characters. */
const LONGEST = 300;
/** Of a service that goes on as it did, the times are worth a write after so many seconds; a change at once. */
const WRITE_S = 600;

/** The lives of all services that one program uses. */
export class Lives {
  readonly #of = new Map<ServiceName, Life>();
  /** How each stood and when it was heard of, when it was written last. */
  readonly #written = new Map<ServiceName, { standing: Standing; at: number }>();

  constructor(readonly now: () => number) {}

  /** It did what was asked of it. */
  worked(service: ServiceName): void {
    const life = this.#of.get(service);
    this.#put(service, {
      ...NO_LIFE,
      lastOkAt: this.now(),
      lastFailedAt: life?.lastFailedAt ?? null,
    });
  }

  /** It did not, for this reason; `nextTryAt`: when it is tried again without anybody asking. */
  failed(
    service: ServiceName,
    error: unknown,
    { shortfall = "outage", nextTryAt = null }: { shortfall?: Shortfall; nextTryAt?: number | null } = {},
  ): void {
    const text = error instanceof Error ? error.message || error.name : String(error);
    this.#put(service, {
      lastOkAt: this.#of.get(service)?.lastOkAt ?? null,
      lastFailedAt: this.now(),
      lastError: text.replace(/\s+/g, " ").trim().slice(0, LONGEST) || "it did not say why",
      shortfall,
      nextTryAt,
    });
  }

  /** Nobody uses it any more. */
  forget(service: ServiceName): void {
    this.#of.delete(service);
  }

  /** How one did last; undefined where nobody asked anything of it yet. */
  of(service: ServiceName): Life | undefined {
    return this.#of.get(service);
  }

  /** The same in one word. */
  standing(service: ServiceName): Standing {
    return standingOf(this.#of.get(service));
  }

  /** All of them, those heard of longest ago first. */
  all(): Living[] {
    return [...this.#of].map(([service, life]) => ({ service, life }));
  }

  /** Goes on with what an earlier process knew; what this one knows already is newer. */
  goOn(before: readonly Living[]): void {
    for (const { service, life } of before) {
      if (this.#of.has(service)) continue;
      this.#put(service, life);
      this.#written.set(service, { standing: standingOf(life), at: this.now() });
    }
  }

  /** What is worth a write now: `put` what has changed, `drop` what is forgotten. Taken for written as soon as it is given. */
  unwritten(): { put: Living[]; drop: ServiceName[] } {
    const at = this.now();
    const put = this.all().filter(({ service, life }) => {
      const written = this.#written.get(service);
      if (!written || written.standing !== standingOf(life)) return true;
      const heard = Math.max(life.lastOkAt ?? 0, life.lastFailedAt ?? 0);
      return heard > written.at && Math.abs(at - written.at) >= WRITE_S;
    });
    const drop = [...this.#written.keys()].filter((service) => !this.#of.has(service));
    for (const { service, life } of put) this.#written.set(service, { standing: standingOf(life), at });
    for (const service of drop) this.#written.delete(service);
    return { put, drop };
  }

  #put(service: ServiceName, life: Life): void {
    this.#of.delete(service);
    this.#of.set(service, life);
    if (this.#of.size > MOST) this.#of.delete(this.#of.keys().next().value!);
  }
}
