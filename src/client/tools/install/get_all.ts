/** Gets what a list recommends, one tool after the other: what is missing and no more, and what went wrong with which. */
import type { Bench, Why } from "./bench.ts";
import type { Permission } from "../run/shapes.ts";
import type { Offer } from "./lists.ts";

/** A tool that could not be had. */
export interface Failure {
  offer: Offer;
  why: Why;
}

/** Whether a tool of a list is installed from there. */
export const isThere = (bench: Pick<Bench, "installed">, { name, at }: Offer): boolean =>
  bench.installed.value.some((one) => one.name === name && one.at === at);

/** What reaches out of the device is asked about one by one. */
const REACHING: readonly Permission[] = ["network", "beacon", "tx", "geo"];

/** What one press may get: tools of which the list says what they ask for, so that a person has read it before. */
export const atOnePress = (offers: readonly Offer[]): Offer[] =>
  offers.filter(({ permissions }) => permissions?.every((one) => !REACHING.includes(one)));

/** `step` is called before each, with how many were tried. */
export async function getAll(
  bench: Pick<Bench, "installed" | "look" | "install">,
  offers: readonly Offer[],
  step: (n: number) => void,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const [n, offer] of atOnePress(offers).entries()) {
    step(n);
    // In the meantime it may have been installed by itself.
    if (isThere(bench, offer)) continue;
    const why = await get(bench, offer);
    if (why) failures.push({ offer, why });
  }
  return failures;
}

async function get(bench: Pick<Bench, "look" | "install">, offer: Offer): Promise<Why | undefined> {
  try {
    const looked = await bench.look(offer.at, offer);
    if (typeof looked === "string") return looked;
    // The press agreed to what the list says, and to no more.
    const isMore = looked.manifest.permissions.some((one) => !offer.permissions!.includes(one));
    return isMore ? "more_permissions" : await bench.install(looked);
  } catch {
    return "no_room"; // the device keeps nothing more
  }
}
