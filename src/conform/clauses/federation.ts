/** What an instance shows of itself and publishes: descriptor, feeds, frames, beacon (FED "Public federation", "Envelope"). */
import vectors from "../vectors/frames.json" with { type: "json" };
import { fromBase64Url, utf8 } from "../../base/mod.ts";
import {
  ALL_RECORDS,
  isInstanceId,
  isPublicKey,
  makeGid,
  PeerRecord,
  type ReadFrame,
  readFrame,
  readPage,
  RECORD_KINDS,
  type RecordKind,
  signedBytes,
  type SyncPage,
  verifyBytes,
} from "../../wire/mod.ts";
import type { Clause } from "../clause.ts";
import { type HttpAnswer, type Probe, seen, Untried, want } from "../probe.ts";

const PUBLIC = 'FED "Public federation"', ENVELOPE = 'FED "Envelope"', ERRORS = 'FED "Errors"';
const CBOR = "application/cbor";
/** Pages of a feed that are looked at. */
const PAGES = 5, LIMIT = 200, AHEAD_S = 300, MOST_BEACON = 4096;

interface Descriptor {
  instance: string;
  keys: string[];
  capabilities: string[];
}

/** The descriptor; whoever has no key publishes nothing that could be looked at. */
export const descriptorOf = (probe: Probe): Promise<Descriptor> =>
  probe.once("descriptor", async () => {
    const answer = await probe.get("/.well-known/svc");
    const { instance, publicKey, publicKeys, capabilities } = answer.json ?? {};
    want(answer.status === 200 && typeof instance === "string", seen(answer));
    if (typeof publicKey !== "string") throw new Untried("the instance has no signing key");
    const keys = [publicKey, ...(publicKeys ?? []).map((one: { x?: unknown }) => String(one.x))];
    return { instance, keys, capabilities: capabilities ?? [] };
  });

/** A page of an answer. */
export function pageOf(answer: HttpAnswer, most?: number): SyncPage {
  want(answer.status === 200, seen(answer));
  const type = answer.headers.get("content-type") ?? "";
  want(type.startsWith(CBOR), `content type ${type}`);
  const read = readPage(answer.bytes, most);
  want(read.ok, `no sync page: ${read.ok ? "" : read.problem}`);
  return read.page;
}

/** A frame of this instance, which its own keys have signed. */
export function ownFrame(bytes: Uint8Array, { instance, keys }: Descriptor): ReadFrame {
  const read = readFrame(bytes);
  want(read.ok, `no frame: ${read.ok ? "" : read.problem}`);
  const { frame } = read;
  want(frame.origin === instance && frame.signer === instance, `${frame.gid} is not its own`);
  want(frame.gid.startsWith(`${instance}:`), `${frame.gid} is outside its own namespace`);
  want(keys.includes(frame.signerKey), `${frame.gid} has a key that the descriptor does not list`);
  want(verifyBytes(frame.signerKey, signedBytes(frame.payload), frame.sig), `${frame.gid} does not verify`);
  return frame;
}

/** The first pages of each feed, read once. */
const feeds = (probe: Probe): Promise<Map<RecordKind, SyncPage[]>> =>
  probe.once("feeds", async () => {
    await descriptorOf(probe);
    const all = new Map<RecordKind, SyncPage[]>();
    for (const kind of RECORD_KINDS) {
      const pages: SyncPage[] = [];
      let ask = "since=0";
      for (let n = 0; n < PAGES; n++) {
        const page = pageOf(await probe.get(`/federation/sync/${kind}?${ask}&limit=${LIMIT}`), LIMIT);
        pages.push(page);
        if (page.complete) break;
        ask = `since=${page.nextCursor}${page.nextId === undefined ? "" : `&sinceId=${page.nextId}`}`;
      }
      all.set(kind, pages);
    }
    return all;
  });

/** Each frame of the feeds with the kind of its feed. */
async function* frames(probe: Probe): AsyncGenerator<{ kind: RecordKind; frame: ReadFrame }> {
  const descriptor = await descriptorOf(probe);
  for (const [kind, pages] of await feeds(probe)) {
    for (const { frames } of pages) {
      for (const one of frames) yield { kind, frame: ownFrame(one, descriptor) };
    }
  }
}

export const FEDERATION: readonly Clause[] = [
  {
    id: "descriptor",
    of: 'FED "Peer"',
    says: "the descriptor names the instance, its keys and what it can",
    look: async (probe) => {
      const { instance, keys, capabilities } = await descriptorOf(probe);
      want(isInstanceId(instance), `instance ${instance}`);
      want(keys.every(isPublicKey), `a key of ${keys.join(", ")} is none`);
      want(Array.isArray(capabilities) && capabilities.includes("sync-cbor"), `capabilities ${capabilities}`);
    },
  },
  {
    id: "pages",
    of: 'FED "Sync page"',
    says: "each feed is pages in canonical CBOR that name the instance",
    look: async (probe) => {
      const { instance } = await descriptorOf(probe);
      for (const [kind, pages] of await feeds(probe)) {
        for (const page of pages) want(page.instance === instance, `${kind}: a page of ${page.instance}`);
      }
    },
  },
  {
    id: "frames",
    of: ENVELOPE,
    says: "each record is canonical, of its feed's kind, signed by the instance and not in the future",
    look: async (probe) => {
      for await (const { kind, frame } of frames(probe)) {
        const record = ALL_RECORDS.find((one) => one.type === frame.type);
        want(record?.name === kind, `${frame.gid}: type ${frame.type} in the feed ${kind}`);
        const word = makeGid("a", kind, 1).split(":")[1];
        want(frame.gid.split(":")[1] === word, `${frame.gid} in the feed ${kind}`);
        want(frame.at <= probe.needs.now() + AHEAD_S, `${frame.gid} is signed in the future`);
        const body = record.read(frame.body);
        want(body.ok, `${frame.gid}: ${body.ok ? "" : body.problem}`);
      }
    },
  },
  {
    id: "native-only",
    of: 'FED "What the service does"',
    says: "no imported and no local cache leaves; an unlisted one keeps its description",
    look: async (probe) => {
      for await (const { kind, frame: { gid, body } } of frames(probe)) {
        if (kind !== "cache") continue;
        want((body.get("source") ?? "native") === "native", `${gid} is imported`);
        want(body.get("scope") !== "local", `${gid} is local`);
        want(!body.get("unlisted") || !body.has("description"), `${gid} is unlisted and described`);
      }
    },
  },
  {
    id: "order",
    of: 'FED "Version semantics"',
    says: "a feed rises by its version, and its cursor is where to go on",
    look: async (probe) => {
      const descriptor = await descriptorOf(probe);
      for (const [kind, pages] of await feeds(probe)) {
        let before = 0;
        for (const { frames, nextCursor } of pages) {
          for (const bytes of frames) {
            const { v, gid } = ownFrame(bytes, descriptor);
            want(kind === "bulletin" ? v >= before : v > before, `${gid}: ${v} after ${before}`);
            before = v;
          }
          want(nextCursor >= before, `${kind}: the cursor ${nextCursor} lies before ${before}`);
        }
      }
    },
  },
  {
    id: "paging",
    of: PUBLIC,
    says: "a page has at most as many records as asked for, and pages join without loss",
    look: async (probe) => {
      for (const [kind, [first]] of await feeds(probe)) {
        const least = pageOf(await probe.get(`/federation/sync/${kind}?since=0&limit=1`));
        want(least.frames.length <= 1, `${kind}: ${least.frames.length} records with limit=1`);
        if ((first?.frames.length ?? 0) < 2) continue;
        const on = least.nextId === undefined ? "" : `&sinceId=${encodeURIComponent(least.nextId)}`;
        const next = pageOf(
          await probe.get(`/federation/sync/${kind}?since=${least.nextCursor}&limit=1${on}`),
        );
        const same = (a?: Uint8Array, b?: Uint8Array) => String(a) === String(b);
        want(same(least.frames[0], first!.frames[0]), `${kind}: limit=1 begins elsewhere`);
        want(same(next.frames[0], first!.frames[1]), `${kind}: the second page does not join the first`);
      }
    },
  },
  {
    id: "feed-area",
    of: ERRORS,
    says: "a bbox of S,W,N,E narrows caches, over the antimeridian too; a malformed one is 400",
    look: async (probe) => {
      const { capabilities } = await descriptorOf(probe);
      const bad = await probe.get("/federation/sync/cache?bbox=1,2,3");
      want(bad.status === 400, `1,2,3: ${seen(bad)}`);
      if (!capabilities.includes("sync-cache-bbox")) throw new Untried("the instance narrows no feed");
      const descriptor = await descriptorOf(probe);
      for (const [south, west, north, east] of [[-90, -180, 0, 180], [-90, 170, 90, -170]] as const) {
        const path = `/federation/sync/cache?since=0&bbox=${south},${west},${north},${east}`;
        for (const bytes of pageOf(await probe.get(path)).frames) {
          const { gid, body } = ownFrame(bytes, descriptor);
          const lat = Number(body.get("latE7")) / 1e7, lon = Number(body.get("lonE7")) / 1e7;
          const across = west > east ? lon >= west || lon <= east : lon >= west && lon <= east;
          want(lat >= south && lat <= north && across, `${gid} lies outside of ${path}`);
        }
      }
    },
  },
  {
    id: "corroborate",
    of: ERRORS,
    says: "a question that is no CBOR is 415, one that is no frame is refused",
    look: async (probe) => {
      const json = await probe.ask("POST", "/federation/corroborate", { body: {} });
      want(json.status === 415, `JSON: ${seen(json)}`);
      for (const { name, bytes } of vectors.refused) {
        const answer = await probe.ask("POST", "/federation/corroborate", {
          body: fromBase64Url(bytes)!,
          headers: { "content-type": CBOR },
          limited: true,
        });
        if (answer.status === 429) break;
        const refused = answer.status >= 400 && answer.status < 500;
        want(refused, `${name}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "notify",
    of: PUBLIC,
    says: "a ping of an instance that is not followed brings no pull",
    look: async (probe) => {
      const body = { instance: `nobody-${probe.hex(4)}.invalid` };
      const answer = await probe.ask("POST", "/federation/notify", { body });
      want(answer.status < 500, seen(answer));
      want(answer.status !== 202 && answer.json?.syncing !== true, seen(answer));
    },
  },
  {
    id: "exchange",
    of: PUBLIC,
    says: "the exchange is 404, or names at most 200 neighbours by fingerprint, none on a private network",
    look: async (probe) => {
      const answer = await probe.get("/federation/exchange");
      if (answer.status === 404) return;
      want(answer.status === 200 && Array.isArray(answer.json?.peers), seen(answer));
      want(answer.json.peers.length <= 200, `${answer.json.peers.length} neighbours`);
      want(!/"publicKeys?"/.test(answer.text), "it hands out keys");
      const inside = /https?:\/\/(127\.|10\.|192\.168\.|169\.254\.|localhost|\[::1\])/.exec(answer.text);
      want(inside === null, `it names ${inside?.[0]}`);
    },
  },
  {
    id: "beacon",
    of: 'FED "Beacon tier"',
    says: "the presence is SVCB1 and one frame of type 7 that the instance signed, in one datagram",
    look: async (probe) => {
      const descriptor = await descriptorOf(probe);
      const answer = await probe.get("/federation/beacon");
      want(answer.status === 200, seen(answer));
      const magic = utf8("SVCB1");
      want(magic.every((byte, at) => answer.bytes[at] === byte), "it does not begin with SVCB1");
      want(answer.bytes.length <= MOST_BEACON, `${answer.bytes.length} bytes`);
      const frame = ownFrame(answer.bytes.slice(magic.length), descriptor);
      want(frame.type === PeerRecord.type, `type ${frame.type}`);
    },
  },
];
