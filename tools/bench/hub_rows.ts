/**
 * What a hub costs: 500 spokes that push every hour and ask every 15 seconds whether anything was asked of them. An hour's
 * requests are put to a hub as fast as it takes them, and its processor time is held against the hour.
 */
import { sha256, toBase64Url } from "../../src/base/mod.ts";
import { spokeText } from "../../src/http/mod.ts";
import { CacheRecord, encodePage, readSigningKey, signFrame, type SigningKey } from "../../src/wire/mod.ts";
import { cpuSeconds, ENV, inFolder, start } from "./processes.ts";
import type { Row } from "./row.ts";

const SPOKES = Number(Deno.env.get("BENCH_SPOKES") ?? 500);
/** Records that a spoke has when it comes, and that it pushes in an hour. */
const FIRST = 20;
const HOURLY = 5;
/** Asks of an hour (FED_RELAY_POLL_MS 15000), and how many of them are made here: the rest costs the same again. */
const ASKS = 240;
const ASKS_MADE = 5;
const AT_ONCE = 8;
const SECRET = "submit-secret-of-the-bench";
const HOUR_S = 3600;

interface Spoke {
  id: string;
  key: SigningKey;
  /** Last number handed out. */
  v: number;
}
type Ask = (
  method: "GET" | "POST",
  path: string,
  spoke: Spoke,
  page?: Uint8Array<ArrayBuffer>,
  since?: number,
) => Promise<void>;

const now = (): number => Math.floor(Date.now() / 1000);

function pageOf(spoke: Spoke, count: number): Uint8Array<ArrayBuffer> {
  const frames = Array.from({ length: count }, () => {
    const v = ++spoke.v;
    const body = CacheRecord.write({
      code: `OE${v.toString(36).toUpperCase()}`,
      title: `Cache number ${v}`,
      type: "traditional",
      size: "small",
      difficultyX10: 20,
      terrainX10: 35,
      latE7: 460000000 + (v * 7919) % 30000000,
      lonE7: 100000000 + (v * 104729) % 60000000,
      owner: "OE1ABC",
      status: "active",
      scope: "federated",
      createdAt: now(),
      updatedAt: now(),
      description: "From the car park follow the stream to the second bridge. ".repeat(4),
    });
    return signFrame(
      { type: 1, gid: `${spoke.id}:cache:${v}`, origin: spoke.id, v, at: now(), body },
      spoke.key,
    );
  });
  return encodePage({ instance: spoke.id, nextCursor: spoke.v, complete: true, frames });
}

const asking = (url: string): Ask => async (method, path, { id, key }, page, since) => {
  const at = String(now());
  const answer = await fetch(url + path, {
    method,
    headers: {
      "x-fed-secret": SECRET,
      "x-relay-instance": id,
      "x-relay-at": at,
      "x-relay-sig": key.signText(spokeText(method, path, at, page ?? new Uint8Array())),
      ...(page ? { "content-type": "application/cbor", "x-fed-since": String(since) } : {}),
    },
    ...(page ? { body: page } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
};

/** Does something for every spoke, a few at once. */
async function each(spokes: readonly Spoke[], run: (spoke: Spoke) => Promise<void>): Promise<void> {
  const waiting = [...spokes];
  const work = async () => {
    for (let spoke = waiting.pop(); spoke; spoke = waiting.pop()) await run(spoke);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function hub(): Promise<Row[]> {
  return await inFolder(async (folder) => {
    const server = await start("main.ts", ["serve"], {
      ...ENV,
      DATA_DIR: folder,
      INSTANCE_ID: "hub.example",
      FED_PRIVATE_KEY: toBase64Url(sha256("hub")),
      FED_SUBMIT_SECRET: SECRET,
      FED_RELAY_SECRET: "relay-secret-of-the-bench",
      FED_SYNC_INTERVAL_MS: "0",
    });
    try {
      const ask = asking(server.url);
      const spokes: Spoke[] = Array.from({ length: SPOKES }, (_, n) => ({
        id: `spoke${n}.example`,
        key: readSigningKey(toBase64Url(sha256(`spoke ${n}`)))!,
        v: Date.now(),
      }));
      const push = async (spoke: Spoke, count: number) => {
        const since = spoke.v;
        await ask("POST", "/federation/submit", spoke, pageOf(spoke, count), since);
      };
      await each(spokes, (spoke) => ask("POST", "/federation/submit", spoke, pageOf(spoke, FIRST), 0));
      const costOf = async (run: (spoke: Spoke) => Promise<void>): Promise<number> => {
        const before = cpuSeconds(server.pid);
        await each(spokes, run);
        return cpuSeconds(server.pid) - before;
      };
      const pushing = await costOf(async (spoke) => {
        await ask("GET", "/federation/submit/marks", spoke);
        await push(spoke, HOURLY);
      });
      const polling = await costOf(async (spoke) => {
        for (let n = 0; n < ASKS_MADE; n++) await ask("GET", "/federation/relay/lease", spoke);
      }) * ASKS / ASKS_MADE;
      const share = (seconds: number) => seconds / HOUR_S * 100;
      const row = { against: 5, unit: "% of a core", least: 1, smaller: true };
      return [
        { budget: `hub: ${SPOKES} spokes push hourly`, measured: share(pushing), ...row },
        { budget: `hub: and ask every 15 s`, measured: share(pushing + polling), ...row },
      ];
    } finally {
      await server.stop();
    }
  });
}

export const hubs: Record<string, () => Promise<Row[]>> = { hub };
