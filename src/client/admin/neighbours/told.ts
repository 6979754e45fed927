/** Words for codes of the gateway, which may be newer than the app and have codes that the app has no words for. */
import { lackOf, type Neighbour } from "./neighbours.ts";
import { isTold, tell } from "../tell.ts";

/** The sentence of a key, or `other` where there is none. */
export const toldOr = (key: string, other: string): string => isTold(key) ? tell(key) : other;

/** How much it has of this instance's records, in words. */
export function takesSaid(peer: Neighbour): string {
  const lack = lackOf(peer);
  return lack === undefined
    ? tell("peers.takes.unknown")
    : lack === 0
    ? tell("peers.takes.all")
    : tell("peers.takes.lacks", { n: lack });
}
