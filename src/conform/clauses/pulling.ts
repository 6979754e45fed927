/**
 * What an instance takes over from another, which this program plays for it: keys, records, marks, gaps, deletions (FED "States
 * and transitions", "Reception rules"). It pulls three times, which is as often as it may within a minute.
 */
import vectors from "../vectors/frames.json" with { type: "json" };
import { fromBase64Url } from "../../base/mod.ts";
import { fingerprintOf } from "../../wire/mod.ts";
import type { Clause } from "../clause.ts";
import { type Probe, seen, Untried, want } from "../probe.ts";
import { descriptorOf } from "./federation.ts";
import { PLACE, Source } from "../source.ts";

const STATES = 'FED "States and transitions"', RECEPTION = 'FED "Reception rules"';
const AHEAD_S = 3600;
const GOOD = ["conform good first", "conform good between", "conform good last"];
const AREA = [PLACE.lon - 0.1, PLACE.lat - 0.1, PLACE.lon + 0.1, PLACE.lat + 0.1].join(",");

interface Played {
  source: Source;
  url: string;
  fingerprint: string;
  /** Numbers of the records that can be told from the good ones by nothing but what is wrong with them. */
  damaged: number;
}

const peersOf = async (probe: Probe) =>
  (await probe.asOperator("GET", "/federation/peers")).json?.peers ?? [];
const isListed = async (probe: Probe, { url }: Played) =>
  (await peersOf(probe)).some((one: { url?: unknown }) => one.url === url);
const onMap = async (probe: Probe): Promise<string> => (await probe.get(`/api/caches?bbox=${AREA}`)).text;

/** The other instance, open where the checked one reaches it, with good records and wrong ones. */
const played = (probe: Probe): Promise<Played> =>
  probe.once("played", async () => {
    const { reach, now } = probe.needs;
    await descriptorOf(probe);
    if (!probe.operator) throw new Untried("needs the operator's secret");
    if (!reach) throw new Untried("needs --reach, an address of this program that the instance can ask");
    const instance = `conform-${probe.hex(4)}.invalid`, key = probe.newKey("source");
    const source = new Source(instance, key, reach, now());
    source.offer(GOOD[0]!);
    source.offer("conform imported", { body: { source: "wwff" } });
    source.offer("conform local", { body: { scope: "local" } });
    source.offer("conform elsewhere", { gid: `other-${probe.hex(4)}.invalid:cache:1` });
    source.offer("conform future", { at: now() + AHEAD_S });
    const v = source.offer("conform damaged");
    const offered = source.kinds.get("cache")!, at = offered.findIndex((one) => one.v === v);
    const good = offered[at]!.bytes, broken = good.slice();
    broken[broken.length - 1]! ^= 1;
    offered[at] = { v, bytes: broken };
    source.offer(GOOD[1]!);
    for (const { bytes } of vectors.refused) source.offerBytes(fromBase64Url(bytes)!);
    source.offer(GOOD[2]!);
    source.open();
    probe.takeBack("the address that was played", () => source.close());
    return { source, url: reach.origin, fingerprint: fingerprintOf(key.publicKey), damaged: v };
  });

/** The played instance as a followed, trusted neighbour. */
const followed = (probe: Probe): Promise<Played> =>
  probe.once("followed", async () => {
    const one = await played(probe), { url, fingerprint } = one;
    const added = await probe.asOperator("POST", "/federation/peers", { url, fingerprint });
    want(added.status < 300, `adding: ${seen(added)}`);
    probe.takeBack(`the neighbour ${url}`, async () => {
      const path = `/federation/peers?url=${encodeURIComponent(url)}`;
      const gone = await probe.asOperator("DELETE", path);
      want(gone.status < 300 && !await isListed(probe, one), seen(gone));
    });
    const row = (await peersOf(probe)).find((peer: { url?: unknown }) => peer.url === url);
    want(row?.trust === "unvetted", `it is ${row?.trust}, not unvetted`);
    return one;
  });

async function pull(probe: Probe, { url }: Played): Promise<void> {
  const answer = await probe.asOperator("POST", "/federation/peers/sync", { url });
  want(answer.status === 200 && answer.json?.ok !== false, `pulling: ${seen(answer)}`);
}

const pulled = (probe: Probe): Promise<Played> =>
  probe.once("pulled", async () => {
    const one = await followed(probe), { url, fingerprint } = one;
    const trust = { url, trust: "trusted", fingerprint, reason: "conform" };
    const answer = await probe.asOperator("POST", "/federation/peers/trust", trust);
    want(answer.status < 300, `trusting: ${seen(answer)}`);
    await pull(probe, one);
    return one;
  });

/** The second pull: the record that came damaged is whole where it is asked for by itself. */
const pulledAgain = (probe: Probe) =>
  probe.once("pulled again", async () => {
    const one = await pulled(probe), { source, damaged } = one;
    source.mended.set(damaged, source.cacheFrame(damaged, "conform damaged"));
    const before = source.asked.length;
    await pull(probe, one);
    return { ...one, since: source.asked.slice(before), first: source.asked.slice(0, before) };
  });

export const PULLING: readonly Clause[] = [
  {
    id: "peer-preview",
    of: 'FED "Peer management"',
    says: "a neighbour is looked at without being stored, and not added under another fingerprint (409)",
    look: async (probe) => {
      const one = await played(probe), { url, fingerprint, source } = one;
      const preview = await probe.asOperator("POST", "/federation/peers", { url });
      want(preview.status === 200 && preview.json?.preview?.instance === source.instance, seen(preview));
      const digits = String(preview.json.preview.fingerprint).replaceAll(" ", "");
      want(digits === fingerprint, `the fingerprint ${digits} is not ${fingerprint}`);
      want(!await isListed(probe, one), "looking at it stored it");
      const other = { url, fingerprint: "0123456789abcdef" };
      const wrong = await probe.asOperator("POST", "/federation/peers", other);
      want(wrong.status === 409, `another fingerprint: ${seen(wrong)}`);
      want(!await isListed(probe, one), "another fingerprint was stored");
    },
  },
  {
    id: "peer-unvetted",
    of: STATES,
    says: "a neighbour that is added is unvetted, its key pinned",
    look: async (probe) => void await followed(probe),
  },
  {
    id: "pull-good",
    of: RECEPTION,
    says: "good records of a trusted neighbour are mirrored, whatever stands between them",
    look: async (probe) => {
      await pulled(probe);
      const map = await onMap(probe);
      for (const title of GOOD) want(map.includes(title), `${title} is not on the map`);
    },
  },
  {
    id: "pull-bad",
    of: RECEPTION,
    says: "what is imported, local, another's, from the future or damaged is not mirrored",
    look: async (probe) => {
      await pulled(probe);
      const map = await onMap(probe);
      for (const wrong of ["imported", "local", "elsewhere", "future"]) {
        want(!map.includes(`conform ${wrong}`), `${wrong} is on the map`);
      }
    },
  },
  {
    id: "pull-mark",
    of: 'FED "Marks"',
    says: "what was read is not read again: the next pull goes on from the mark",
    look: async (probe) => {
      const { since } = await pulledAgain(probe);
      const again = since.find(({ pathname, searchParams }) =>
        pathname.startsWith("/federation/sync/") && !pathname.endsWith("summary") &&
        searchParams.get("limit") !== "1" && searchParams.get("kind") === "cache" &&
        Number(searchParams.get("since") ?? 0) === 0
      );
      want(again === undefined, `it asks for ${again?.search} again`);
    },
  },
  {
    id: "pull-gap",
    of: 'FED "Gap lifecycle"',
    says: "a damaged record is a gap: the mark moves past it, and it is asked for by itself",
    look: async (probe) => {
      const { source, damaged } = await pulledAgain(probe);
      const single = source.asked.some(({ searchParams }) =>
        searchParams.get("limit") === "1" && searchParams.get("since") === String(damaged - 1)
      );
      const { json } = await probe.asOperator("GET", "/federation/gaps");
      const listed = json?.gaps?.some((one: { origin?: unknown; v?: unknown }) =>
        one.origin === source.instance && one.v === damaged
      );
      want(single || listed === true, "it neither lists the record nor asks for it by itself");
    },
  },
  {
    id: "pull-tombstone",
    of: RECEPTION,
    says: "a deletion takes every version of its record, and no later page brings one back",
    look: async (probe) => {
      const one = await pulledAgain(probe), { source } = one;
      for (const { v } of source.kinds.get("cache")!) source.bury(source.gid(v));
      source.offer(GOOD[0]!, { gid: source.gid(source.kinds.get("cache")![0]!.v) });
      await pull(probe, one);
      const map = await onMap(probe), back = GOOD.find((title) => map.includes(title));
      want(back === undefined, `${back} is on the map still`);
    },
  },
];
