/**
 * What somebody pays who follows everything: each instance there is, directly or through one hub that holds them all. An
 * instance lives only while it is pulled, so that a thousand of them fit into the memory of one machine.
 */
import { cacheBody, Node, runPull } from "../../tests/federation/node.ts";
import { cpuMs, HOUR_MS } from "./region.ts";

/** What a follower did: its own processor time in milliseconds, what came and went, and how many records it took. */
export interface Followed {
  ms: number;
  bytesIn: number;
  bytesOut: number;
  requests: number;
  records: number;
}

/** The federation that this program is asked about: 1,000 instances with 10,000 records each. */
const WHOLE = { instances: 1000, records: 10_000 };

const name = (n: number): string => `i${n}.example`;

/** An instance with so many caches, made anew: the same key, the same records each time, and `changed` more. */
export function instance(n: number, clock: { ms: number }, records: number): Node {
  const node = new Node(name(n), clock);
  node.write((tx) => {
    for (let i = 0; i < records; i++) {
      node.publisher.publish(tx, "cache", {
        ...cacheBody(`Cache number ${i} of ${node.id}`, clock.ms / 1000),
        description: "From the car park follow the stream to the second bridge. ".repeat(4),
      });
    }
  });
  return node;
}

/** Pulls until nothing new comes, and counts what that costs whoever pulls; `most` pulls at most. Gives how many it took. */
export async function pullWhole(
  follower: Node,
  from: Pick<Node, "id" | "answer">,
  cost: Followed,
  most = 1000,
): Promise<number> {
  for (let pulls = 1; pulls <= most; pulls++) {
    const before = held(follower), began = cpuMs();
    let waited = 0;
    await runPull(follower, {
      id: from.id,
      answer: async (path) => {
        const asked = cpuMs();
        const reply = await from.answer(path);
        waited += cpuMs() - asked;
        cost.bytesIn += reply.bytes.length;
        cost.bytesOut += path.length;
        cost.requests++;
        return reply;
      },
    });
    cost.ms += cpuMs() - began - waited;
    const fresh = held(follower) - before;
    cost.records += fresh;
    if (fresh === 0) return pulls;
  }
  return most;
}

/** How many records an instance has of others. */
export const held = ({ db }: Node): number =>
  db.sql<never, { n: number }>("SELECT count(*) AS n FROM test_mirror").get()!.n;

/** How many origins they are of. */
const origins = ({ db }: Node): number =>
  db.sql<never, { n: number }>(
    "SELECT count(DISTINCT substr(gid, 1, instr(gid, ':'))) AS n FROM test_mirror",
  ).get()!.n;

const disk = ({ db }: Node): number => {
  const pragma = (of: string) =>
    Number(Object.values(db.sql<never, Record<string, number>>(`PRAGMA ${of}`).get()!)[0]);
  return pragma("page_count") * pragma("page_size");
};

export const nothingFollowed = (): Followed => ({ ms: 0, bytesIn: 0, bytesOut: 0, requests: 0, records: 0 });

/** Follows each instance itself: first all that it has, then an hour in which nobody has anything new. */
export async function followAll(instances: number, records: number) {
  const clock = { ms: 1_790_000_000_000 };
  const follower = new Node("follower.example", clock);
  const first = nothingFollowed(), silent = nothingFollowed();
  for (let n = 0; n < instances; n++) {
    const node = instance(n, clock, records);
    follower.follow(node.id);
    await pullWhole(follower, node, first);
    clock.ms += HOUR_MS;
    await pullWhole(follower, node, silent, 1);
    node.close();
  }
  const result = { first, silent, disk: disk(follower), records: held(follower) };
  follower.close();
  return result;
}

/** Follows one trusted hub that holds them all: how many of them it ever gets to hold, after how many pulls. */
export async function followThroughHub(instances: number, records: number) {
  const clock = { ms: 1_790_000_000_000 };
  const hub = new Node("hub.example", clock), follower = new Node("follower.example", clock);
  for (let n = 0; n < instances; n++) {
    const node = instance(n, clock, records);
    hub.follow(node.id);
    await pullWhole(hub, node, nothingFollowed());
    node.close();
  }
  follower.follow(hub.id);
  const first = nothingFollowed(), silent = nothingFollowed();
  const pulls = await pullWhole(follower, hub, first);
  clock.ms += HOUR_MS;
  await pullWhole(follower, hub, silent, 1);
  const result = {
    first,
    silent,
    pulls,
    held: origins(follower),
    records: held(follower),
    disk: disk(follower),
  };
  hub.close();
  follower.close();
  return result;
}

const line = (...cells: (string | number)[]): void =>
  console.log(cells.map((cell, n) => n === 0 ? String(cell).padEnd(52) : String(cell).padStart(13)).join(""));
const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Prints what following so many instances costs, for each number of records, and what the whole would come to. */
export async function printEverything(instances: number, counts: readonly number[]): Promise<void> {
  line("a follower of everything", "records", "s", "MB in", "requests", "MB on disk");
  const sizes: { records: number; ms: number; bytes: number; disk: number }[] = [];
  for (const each of counts) {
    const { first, silent, disk, records } = await followAll(instances, each);
    line(`${instances} instances, ${each} records each: at first`, records, ...told(first), mb(disk));
    line("  … an hour in which nobody has anything new", silent.records, ...told(silent), "");
    sizes.push({ records, ms: first.ms, bytes: first.bytesIn, disk });
  }
  const [before, last] = sizes.slice(-2);
  if (before !== undefined && last !== undefined) {
    /** What each further record costs, and what each instance costs whatever it has. */
    const reckoned = (of: "ms" | "bytes" | "disk") => {
      const each = (last[of] - before[of]) / (last.records - before.records);
      return WHOLE.instances * ((last[of] - each * last.records) / instances + each * WHOLE.records);
    };
    line(
      `${WHOLE.instances} instances, ${WHOLE.records} records each: reckoned`,
      WHOLE.instances * WHOLE.records,
      (reckoned("ms") / 1000).toFixed(0),
      mb(reckoned("bytes")),
      "",
      mb(reckoned("disk")),
    );
  }
  const each = Math.min(...counts);
  const hub = await followThroughHub(instances, each);
  line(
    `through one hub, ${each} records each: ${hub.held} of ${instances} held`,
    hub.records,
    ...told(hub.first),
    mb(hub.disk),
  );
  line(`  … after ${hub.pulls} pulls; an hour with nothing new`, hub.silent.records, ...told(hub.silent), "");
}

const told = ({ ms, bytesIn, requests }: Followed): string[] => [
  (ms / 1000).toFixed(1),
  mb(bytesIn),
  String(requests),
];
