/** Members of the two clubs at each other's caches: their phones sign, their own clubs hand it on, and it comes home counted. */
import { type Place, toBase64Url, type World } from "../base/mod.ts";
import { privateDigest, readSigningKey, signDocument, type SigningKey } from "../wire/mod.ts";
import { type Asker, until } from "./asker.ts";
import { type ClubGateway, pull } from "./meet.ts";
import { beacon, type Radio } from "./radio.ts";

/** A club, with the name of its instance, who lives there, and the radio that its receiver hears. */
interface VisitedClub extends ClubGateway {
  instance: string;
  people: ReadonlyMap<string, Asker>;
  radio: Radio;
}
interface Visitor {
  call: string;
  person: Asker;
  home: VisitedClub;
  there: VisitedClub;
  title: string;
  text: string;
  /** Whether the receiver there hears the visitor; else the phone's own place has to do. */
  heard: boolean;
}

/** One visit each way: one is heard by the receiver of the cache's club, one shows the place that the phone read. */
export async function visitEachOther(
  club: VisitedClub,
  neighbour: VisitedClub,
  world: Pick<World, "now" | "random">,
): Promise<void> {
  const of = (
    home: VisitedClub,
    there: VisitedClub,
    call: string,
    visit: Pick<Visitor, "title" | "text" | "heard">,
  ) => ({ ...visit, call, home, there, person: home.people.get(call)! });
  const visitors: Visitor[] = [
    of(club, neighbour, "OE1ANA", {
      ...{ title: "Above the harbour", text: "A day at the neighbours': your hill hears well.", heard: true },
    }),
    of(neighbour, club, "OE5MIA", {
      ...{ title: "The old mast", text: "Greetings from the river. We come back in winter.", heard: false },
    }),
  ];
  const phones = new Map<Visitor, SigningKey>();
  for (const visitor of visitors) {
    const key = readSigningKey(toBase64Url(world.random(32)))!;
    await visitor.person.post("/keys/register", {
      ...{ callsign: visitor.call, publicKey: key.publicKey, label: "demo phone" },
    });
    phones.set(visitor, key);
  }
  // Each club learns of the other's keys.
  await pull(club, neighbour);
  for (const [visitor, key] of phones) await visit(visitor, key, world);
  for (const { call, person } of visitors) {
    await until(`${call}'s visit at home`, async () => {
      await pull(club, neighbour);
      const { visits } = await person.get("/api/my/visits");
      return visits[0]?.state === "counted";
    });
  }
}

async function visit(
  { call, person, home, there, title, text, heard }: Visitor,
  key: SigningKey,
  world: Pick<World, "now" | "random">,
): Promise<void> {
  const { caches } = await person.get("/api/caches?bbox=8,45,18,50");
  const cache = caches.find((one: { title: string; mirrored?: boolean }) =>
    one.title === title && one.mirrored
  );
  const { lat, lon } = cache as Place;
  if (heard) {
    const sender = `${call}-7`;
    await there.radio.hear(beacon(sender, { lat, lon }));
    await until(`${sender} heard there`, async () => {
      const { stations } = await there.operator.get("/api/stations");
      return stations.some((station: { call: string }) => station.call === sender);
    });
  }
  const beside = heard ? undefined : { lat, lon, accuracyM: 6, salt: toBase64Url(world.random(16)) };
  const document = {
    ...{ at: world.now(), cache: cache.gid, call, home: home.instance, instance: there.instance },
    ...{ key: key.publicKey, kind: "found", sentId: `demo-visit-of-${call}`, text },
    ...(beside && { priv: privateDigest(beside)! }),
  };
  const sig = signDocument("svc-visit/1", document, key);
  await person.post("/api/my/visits", { ...document, sig, ...(beside && { private: beside }) });
}
