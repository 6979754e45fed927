/** Neighbours as administration shows them: who is well, what one sentence says of all, who is drawn where. Pure. */
import type { z } from "zod";
import type { PeerList } from "../../../federation/mod.ts";
import type { MarkKind } from "../mark.tsx";

export type List = z.infer<typeof PeerList>;
export type Neighbour = List["peers"][number];

/** `followed`: pulled. `sighted`: seen, and followed by nobody yet. `named`: known by what others say or push. */
export type Group = "followed" | "sighted" | "named" | "blocked";

export function groupOf({ trust, enabled, addedVia }: Neighbour): Group {
  if (trust === "blocked") return "blocked";
  if (addedVia === "discovered" || addedVia === "mdns") return "sighted";
  return enabled && addedVia !== "submitted" ? "followed" : "named";
}

/** How a neighbour does, in one word: `agrees` means that nothing is missing and the last pull came to its end. */
export type State = "agrees" | "new" | "failing" | "missing" | "blocked" | "not_followed";

export function stateOf(peer: Neighbour): State {
  const group = groupOf(peer);
  if (group === "blocked") return "blocked";
  if (group !== "followed") return "not_followed";
  if (peer.lastError !== null) return "failing";
  if (peer.lastSync === null) return "new";
  return peer.missing + peer.givenUp > 0 ? "missing" : "agrees";
}

export const MARKS: Record<State, MarkKind> = {
  agrees: "go",
  new: "wait",
  failing: "bad",
  missing: "wait",
  blocked: "off",
  not_followed: "off",
};

/** Which rows are looked at; those that do well can be chosen too. */
export const FILTERS = ["all", "look", "well", "trusted", "blocked", "not_followed"] as const;
export type Filter = typeof FILTERS[number];

export function fits(peer: Neighbour, filter: Filter): boolean {
  const state = stateOf(peer);
  switch (filter) {
    case "all":
      return true;
    case "look":
      return state === "failing" || state === "missing" || state === "new";
    case "well":
      return state === "agrees";
    case "trusted":
      return peer.trust === "trusted";
    default:
      return state === filter;
  }
}

export interface Sum {
  followed: number;
  agree: number;
  /** When somebody was pulled last, unix seconds; null for never. */
  checkedAt: number | null;
}

/** What the sentence on top says. */
export function sumOf(peers: readonly Neighbour[]): Sum {
  const followed = peers.filter((peer) => groupOf(peer) === "followed");
  const checked = followed.flatMap(({ lastSync }) => lastSync === null ? [] : [lastSync]);
  return {
    followed: followed.length,
    agree: followed.filter((peer) => stateOf(peer) === "agrees").length,
    checkedAt: checked.length === 0 ? null : Math.max(...checked),
  };
}

/** What its page is called in addresses. */
export const nameOf = ({ instance, url }: Pick<Neighbour, "instance" | "url">): string => instance ?? url;
export const pageOf = (peer: Pick<Neighbour, "instance" | "url">): string =>
  `/admin/neighbours/${encodeURIComponent(TAKEN.has(nameOf(peer)) ? peer.url : nameOf(peer))}`;
/** Pages beside those of neighbours: an instance of such a name is found by its address. */
const TAKEN: ReadonlySet<string> = new Set(["add", "exchange", "identity"]);

/** The neighbour of a page: of an instance with several rows the blocked one, which covers all. */
export const neighbourOf = (peers: readonly Neighbour[], name: string): Neighbour | undefined =>
  peers.find((peer) => peer.url === name) ??
    peers.filter(({ instance }) => instance === name).sort((a, b) =>
      Number(b.trust === "blocked") - Number(a.trust === "blocked")
    )[0];

/** Own records that it lacks, of every kind; undefined where it does not say. */
export const lackOf = ({ lacks }: Neighbour): number | undefined =>
  lacks === null ? undefined : Object.values(lacks).reduce((sum, n) => sum + n, 0);

/** How the kept pulls went. */
export function pullsOf(
  { history }: Pick<Neighbour, "history">,
): { fresh: number; none: number; failed: number } {
  const failed = history.filter(({ ok }) => !ok).length;
  const fresh = history.filter(({ ok, fresh }) => ok && fresh > 0).length;
  return { fresh, none: history.length - failed - fresh, failed };
}

/** Records that the kept pulls brought. */
export const broughtBy = ({ history }: Neighbour): number =>
  history.reduce((sum, { fresh }) => sum + fresh, 0);

/** How thick a line is by what went along it: by its order of magnitude. */
const thickness = (records: number): number => 1 + Math.min(4, Math.log10(records + 1) * 1.5);

export interface Node {
  peer: Neighbour;
  state: State;
  x: number;
  y: number;
  /** Towards us, and from us: thickness of each line; 0 for none. */
  brings: number;
  takes: number;
}
/** Neighbours drawn at most; the table has all. */
export const DRAWN = 24;

/** Those that are followed, on a circle round this instance, which is at 0, 0. */
export function pictureOf(peers: readonly Neighbour[], radius: number): Node[] {
  const drawn = peers.filter((peer) => groupOf(peer) === "followed").slice(0, DRAWN);
  return drawn.map((peer, i) => {
    const angle = (i / drawn.length) * 2 * Math.PI - Math.PI / 2, lack = lackOf(peer);
    return {
      peer,
      state: stateOf(peer),
      x: Math.round(Math.cos(angle) * radius),
      y: Math.round(Math.sin(angle) * radius),
      brings: peer.lastOk === null ? 0 : thickness(broughtBy(peer)),
      takes: lack === undefined ? 0 : lack > 0 ? 1 : 2,
    };
  });
}
