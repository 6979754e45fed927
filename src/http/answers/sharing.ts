/**
 * How long copies of an answer may be used in our place, by browsers and by caches in front (RFC 9111, RFC 5861). A
 * route that declares this gives everybody the same answer; `run.ts` makes sure that it does.
 */

/** Declared at a route: `share: SHARED.game`. Times in seconds. */
export interface Sharing {
  /** Seconds for which a copy is used without asking us. */
  readonly age: number;
  /**
   * Seconds after that for which a copy is used while we are asked: a change is seen after `age + stale` at the
   * latest.
   */
  readonly stale: number;
  /** The address names the content, so that a copy is never old. */
  readonly immutable?: true;
}

/** Seconds for which a copy is used while we do not answer at all: a day without the gateway can still be read. */
const DEAD_S = 86_400;

export const SHARED = {
  /** What moves: stations, spots. */
  moving: { age: 10, stale: 20 },
  /** What changes as people play: maps, lists, profiles, feeds, exports. */
  game: { age: 30, stale: 60 },
  /** Answers that are made anew every few minutes, or seldom change. */
  slow: { age: 300, stale: 300 },
  /** What stays as it is for weeks, and may be taken away: photos, sounds, the offline map, a register's entry. */
  still: { age: 3600, stale: 3600 },
  /** Files whose name carries their content. */
  built: { age: 31_536_000, stale: 0, immutable: true },
} as const satisfies Record<string, Sharing>;

/** The header's value. */
export const sharedFor = ({ age, stale, immutable }: Sharing): string =>
  immutable
    ? `public, max-age=${age}, immutable`
    : `public, max-age=${age}, stale-while-revalidate=${stale}, stale-if-error=${DEAD_S}`;
