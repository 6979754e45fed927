/** The neighbouring club, an instance of its own with a few caches. */
import type { World } from "../base/mod.ts";
import type { Asker } from "./asker.ts";

export const NEIGHBOUR_OPERATOR = "OE5DEM";

const HIDES = [
  {
    ...{ owner: "OE5KAI", title: "Above the harbour", type: "traditional", lat: 48.3197, lon: 14.3067 },
    ...{ description: "A box of the neighbours: it came here by federation.", size: "small", terrain: 2 },
  },
  {
    ...{ owner: "OE5LIA", title: "The silent bell", type: "mystery", lat: 48.3064, lon: 14.2861 },
    ...{ description: "Ask the bell ringer.", size: "micro", difficulty: 3 },
  },
  {
    ...{ owner: "OE5KAI", title: "Far upstream", type: "traditional", lat: 48.3712, lon: 13.9912 },
    ...{ description: "An hour by boat.", size: "regular", terrain: 3.5 },
  },
];

/** What happened there; gives who lives there. */
export async function neighbourStory(
  operator: Asker,
  world: Pick<World, "now">,
): Promise<ReadonlyMap<string, Asker>> {
  const people = new Map<string, Asker>();
  for (const call of [NEIGHBOUR_OPERATOR, "OE5KAI", "OE5LIA", "OE5MIA"]) {
    const person = await operator.signIn(call);
    people.set(call, person);
    if (call === NEIGHBOUR_OPERATOR) await operator.post("/verify/operator", { callsign: call });
    else await people.get(NEIGHBOUR_OPERATOR)!.vouch(call, "known from the neighbours' club");
  }
  for (const { owner, ...cache } of HIDES) {
    const { code } = await people.get(owner)!.post("/api/caches", cache);
    const position = { lat: cache.lat, lon: cache.lon, accuracyM: 5, at: world.now() };
    await people.get("OE5MIA")!.post(`/api/caches/${code}/logs`, {
      kind: "found",
      text: "TNX from Mia",
      position,
    });
  }
  await people.get("OE5LIA")!.post("/api/bbs/messages", {
    ...{ fromCall: "OE5LIA", toCall: "ALL@EU", type: "B", subject: "Field day upstream" },
    body: "All clubs are welcome at the river on Saturday.",
  });
  await people.get("OE5LIA")!.post("/api/bbs/messages", {
    ...{ fromCall: "OE5LIA", toCall: "OE1ANA@OE1DEM.#OE1.AUT.EU", type: "P", subject: "The old mast" },
    body: "Is the path to the mast open in winter?\n73 Lia",
  });
  return people;
}
