/**
 * A busy channel on a small host: 100 packets a second. The box takes less than a tenth of a core, and a flash card sees at
 * most one commit each 1.5 s. `SOAK_LOAD` says for how many seconds (600 is the budget's ten minutes); cores and memory are
 * judged in that long form, of the program that `SOAK_PROGRAM` names: the bundle's launcher.
 *
 * The budget of memory is 60 MB. What the box has of its own is 19 to 27; the rest are pages of the runtime's file, which
 * the system maps by sixteen at a time and takes back when it needs them. The long form runs the box under the limit of its
 * systemd unit, where this host lets one set it: then the budget holds. Without the limit it may take 75.
 */
import assert from "node:assert/strict";
import { passes } from "../kit/waits.ts";
import { dirname, join } from "node:path";
import { unitText } from "../../src/box/mod.ts";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { Database } from "../../src/db/mod.ts";
import { boxStatus, eventually, startBoxProcess } from "../kit/box_process.ts";
import { listeningApp, makeBox, testTnc, until } from "../kit/box.ts";
import { rssOf, withFolder } from "../kit/server.ts";

const SECONDS = Number(Deno.env.get("SOAK_LOAD") ?? 8);
const JUDGED = SECONDS >= 300;
const A_SECOND = 100;
/** `MemoryHigh` of the unit, in bytes; what the process itself then has, and what it has without. */
const HIGH = Number(/^MemoryHigh=(\d+)M$/m.exec(unitText(""))![1]) * 2 ** 20;
const MOST_BYTES = 60e6, MOST_UNLIMITED = 75e6;

/**
 * Starts a program under the unit's limit, where this is root on a host whose groups can be written; the runtime's file
 * leaves the page cache first, so that who reads it is who it is counted for.
 */
function limited(command: string[]): string[] | undefined {
  const [file, group] = ([
    ["memory.high", `/sys/fs/cgroup/box-load-${Deno.pid}`],
    ["memory.limit_in_bytes", `/sys/fs/cgroup/memory/box-load-${Deno.pid}`],
  ] as const).find(([file, group]) => {
    try {
      Deno.mkdirSync(group);
      // Only the kernel makes this file.
      Deno.writeTextFileSync(`${group}/${file}`, String(HIGH), { create: false });
      return true;
    } catch {
      return false;
    }
  }) ?? [];
  if (group === undefined) return undefined;
  console.log(`under ${HIGH / 2 ** 20} MB by ${file}`);
  const runtime = join(dirname(command[0]!), "bin/deno");
  const line =
    'dd if="$1" iflag=nocache count=0 status=none; echo $$ > "$2/cgroup.procs"; shift 2; exec "$@"';
  return ["/bin/sh", "-c", line, "sh", runtime, group, ...command];
}

/** Seconds of processor time that a process has used. */
function cpuOf(pid: number): number {
  const { stdout } = new Deno.Command("ps", { args: ["-o", "cputimes=", "-p", String(pid)] }).outputSync();
  return Number(new TextDecoder().decode(stdout));
}

Deno.test(`${A_SECOND} packets a second for ${SECONDS} s: all are taken, few commits, little of the host`, () =>
  withFolder(async (dir) => {
    const gateway = listeningApp();
    const tnc = testTnc();
    await makeBox(dir, gateway, { connections: [`${tnc.address}?site=OE1BOX-10`] }, { sites: ["OE1BOX-10"] });
    const program = Deno.env.get("SOAK_PROGRAM")?.split(" ");
    const under = JUDGED && program ? limited(program) : undefined, command = under ?? program;
    const env = { LOG_LEVEL: "warning" };
    const box = await startBoxProcess(dir, { http: "off", env, ...(command ? { command } : {}) });
    const watched = new Database(`${dir}/box.db`, { readOnly: true });
    try {
      await until("the TNC's client", () => tnc.clients.size === 1);
      const cpu = cpuOf(box.pid), began = performance.now();
      let sent = 0, commits = 0, version = watched.dataVersion(), most = 0;
      while (performance.now() - began < SECONDS * 1000) {
        const due = Math.floor((performance.now() - began) / 1000 * A_SECOND);
        for (; sent < due; sent++) {
          const source = `OE${sent % 10}A${"ABCDEFGHIJ"[Math.floor(sent / 10) % 10]}X-${sent % 15}`;
          const info = `=48${10 + sent % 40}.${10 + sent % 80}N/01622.43E>${sent} on the road`;
          await tnc.hears(encodeKiss(encodeFrame({ source, destination: "APRS", path: [], info })!));
        }
        // The tests' clock stands still; the box signs by the time that answers tell.
        const { world } = gateway.app;
        world.pass(Math.floor(Date.now() / 1000) - world.now());
        const now = watched.dataVersion();
        if (now !== version) commits++;
        version = now;
        if (sent % 1000 < 2) most = Math.max(most, rssOf(box.pid));
        await passes(10, "a hundred packets a second");
      }
      const used = (cpuOf(box.pid) - cpu) / SECONDS;
      const status = await eventually("everything to be taken", async () => {
        const { status } = await boxStatus(dir);
        return status.spool.sent === sent && status;
      });
      most = Math.max(most, rssOf(box.pid));
      assert.deepEqual(status.spool, { in: sent, sent, waiting: 0, rejected: 0, dropped: 0 });
      console.log(
        `${(used * 100).toFixed(1)} % of a core, ${(most / 1e6).toFixed(0)} MB, ${commits} commits`,
      );
      assert.ok(commits <= SECONDS / 1.5 + 3, `${commits} commits in ${SECONDS} s`);
      if (JUDGED) {
        assert.ok(used < 0.1, `${(used * 100).toFixed(1)} % of a core`);
        assert.ok(most < (under ? MOST_BYTES : MOST_UNLIMITED), `${(most / 1e6).toFixed(1)} MB`);
      }
    } finally {
      watched.close();
      await box.stop();
      await tnc.close();
      await gateway.close();
    }
  }));
