/** Neighbours as administration shows them: the state of each, the sum of all, and where each is drawn. Pure. */
import type { z } from "#schemas";
import type { PeerList } from "../../../federation/mod.ts";
import type { MarkKind } from "../parts/mark.tsx";

/** What the gateway answers about its neighbours. */
export type List = z.infer<typeof PeerList>;
export type Neighbour = List["peers"][number];

/**
 * `followed`: this instance pulls its records. `paused`: it would, had the operator not paused it. `sighted`: seen on the network or in DNS and not added. `named`: known
 * because others name it or because it pushes.
 */
type Group = "followed" | "paused" | "sighted" | "named" | "blocked";

/** The group that a neighbour belongs to. */
export function groupOf({ trust, enabled, paused, addedVia }: Neighbour): Group {
  if (trust === "blocked") return "blocked";
  if (paused) return "paused";
  if (addedVia === "discovered" || addedVia === "mdns") return "sighted";
  return enabled && addedVia !== "submitted" ? "followed" : "named";
}

/** The state of a neighbour; `agrees`: the last pull was complete and no record is missing. */
type State = "agrees" | "new" | "failing" | "missing" | "paused" | "blocked" | "not_followed";

/** The state that a neighbour is in. */
export function stateOf(peer: Neighbour): State {
  const group = groupOf(peer);
  if (group === "blocked") return "blocked";
  if (group === "paused") return "paused";
  if (group !== "followed") return "not_followed";
  if (peer.lastError !== null) return "failing";
  if (peer.lastSync === null) return "new";
  return peer.missing + peer.givenUp > 0 ? "missing" : "agrees";
}

/** The dot for each state. */
export const MARKS: Record<State, MarkKind> = {
  agrees: "go",
  new: "wait",
  failing: "bad",
  missing: "wait",
  paused: "off",
  blocked: "off",
  not_followed: "off",
};

/** The choices of rows; `look`: those that somebody should look at. */
export const FILTERS = ["all", "look", "well", "trusted", "blocked", "not_followed"] as const;
export type Filter = typeof FILTERS[number];

/** Whether a neighbour is among the rows of a choice. */
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
    case "not_followed":
      return state === "not_followed" || state === "paused";
    default:
      return state === filter;
  }
}

/** How many neighbours are followed, and how many of them agree. */
interface Sum {
  followed: number;
  agree: number;
  /** When one was pulled last, unix seconds; null for never. */
  checkedAt: number | null;
}

/** The numbers of the sentence at the top of the page. */
export function sumOf(peers: readonly Neighbour[]): Sum {
  const followed = peers.filter((peer) => groupOf(peer) === "followed");
  const checked = followed.flatMap(({ lastSync }) => lastSync === null ? [] : [lastSync]);
  return {
    followed: followed.length,
    agree: followed.filter((peer) => stateOf(peer) === "agrees").length,
    checkedAt: checked.length === 0 ? null : Math.max(...checked),
  };
}

/** The name of a neighbour's page in its address: the instance's name, or its URL where that is not known. */
export const nameOf = ({ instance, url }: Pick<Neighbour, "instance" | "url">): string => instance ?? url;
/** The path of a neighbour's page. */
export const pageOf = (peer: Pick<Neighbour, "instance" | "url">): string =>
  `/admin/neighbours/${encodeURIComponent(TAKEN.has(nameOf(peer)) ? peer.url : nameOf(peer))}`;
/** Other pages have these names: for an instance with such a name its URL is used. */
const TAKEN: ReadonlySet<string> = new Set(["add", "exchange", "identity"]);

/** The neighbour of a page. Where one instance has several rows, a blocked one comes first: it holds for them all. */
export const neighbourOf = (peers: readonly Neighbour[], name: string): Neighbour | undefined =>
  peers.find((peer) => peer.url === name) ??
    peers.filter(({ instance }) => instance === name).sort((a, b) =>
      Number(b.trust === "blocked") - Number(a.trust === "blocked")
    )[0];

/** How many of this instance's records it lacks, of all kinds; undefined where it does not say. */
export const lackOf = ({ lacks }: Neighbour): number | undefined =>
  lacks === null ? undefined : Object.values(lacks).reduce((sum, n) => sum + n, 0);

/** An instance that read here, as it names itself, and the neighbour of that name. */
export type Reader = List["readers"]["named"][number] & { peer: Neighbour | undefined };

/** Who read here and named himself, the latest first. */
export const readersOf = ({ peers, readers }: Pick<List, "peers" | "readers">): Reader[] =>
  readers.named.map((one) => ({ ...one, peer: neighbourOf(peers, one.instance) }));

/** What is said of those that read without a name; undefined where nobody did. */
export const othersOf = (
  { readers: { others, more } }: Pick<List, "readers">,
): { key: "peers.readers.other" | "peers.readers.other.more"; n: number } | undefined =>
  more
    ? { key: "peers.readers.other.more", n: others }
    : others > 0
    ? { key: "peers.readers.other", n: others }
    : undefined;

/** How many of the pulls on record brought something, brought nothing, or failed. */
export function pullsOf(
  { history }: Pick<Neighbour, "history">,
): { fresh: number; none: number; failed: number } {
  const failed = history.filter(({ ok }) => !ok).length;
  const fresh = history.filter(({ ok, fresh }) => ok && fresh > 0).length;
  return { fresh, none: history.length - failed - fresh, failed };
}

/** How many records all pulls on record brought. */
export const broughtBy = ({ history }: Neighbour): number =>
  history.reduce((sum, { fresh }) => sum + fresh, 0);

/** Thickness of a line for so many records: it grows with their order of magnitude, from 1 to 5. */
const thickness = (records: number): number => 1 + Math.min(4, Math.log10(records + 1) * 1.5);

/** A neighbour in the picture; x and y count from this instance, which is in the middle. */
interface Node {
  peer: Neighbour;
  state: State;
  x: number;
  y: number;
  /** Thickness of the line of what it brings here, and of what it takes from here; 0 for no line. */
  brings: number;
  takes: number;
}
/** At most so many neighbours are drawn; the table has all. */
const DRAWN = 24;

/** The followed neighbours on a circle around this instance, which is at 0, 0. */
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
