/** What went wrong in the box itself: it ends transmitting, stays known over a restart, and the status says so. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { realWorld } from "../../src/base/mod.ts";
import { restingStatus, throwSwitch } from "../../src/box/run/box_commands.ts";
import { dropOnPanic } from "../../src/box/run/panic.ts";
import { tally } from "../../src/box/services/tally.ts";
import { statusLines } from "../../src/box/state/lines.ts";
import { pageHandler } from "../../src/box/state/page.ts";
import { RecentlyHeard } from "../../src/box/state/recent.ts";
import { type BoxStatus, statusOf } from "../../src/box/state/status.ts";
import { warningsOf } from "../../src/box/state/warnings.ts";
import type { RunningBox } from "../../src/box/run/box.ts";
import type { BoxParts } from "../../src/box/parts.ts";
import type { Service } from "../../src/box/services/service.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { withFolder } from "../kit/server.ts";

const world = realWorld();
const codes = (status: BoxStatus) => warningsOf(status, world.now()).map(({ code }) => code);

/** A box that may transmit, as far as its own switches go. */
async function withSender(
  use: (dir: string, box: RunningBox) => Promise<void> | void,
  services: Service[] = [],
): Promise<void> {
  await withFolder(async (dir) => {
    const gateway = listeningApp(), tnc = testTnc();
    await makeBox(dir, gateway, { connections: [`${tnc.address}?site=OE1BOX-10&tx=on`], tx: "on" }, {
      sites: ["OE1BOX-10"],
    });
    const box = runBox(dir, { services });
    try {
      await use(dir, box);
    } finally {
      await box.stop();
      await tnc.close();
      await gateway.close();
    }
  });
}

Deno.test("an error that nobody caught drops to receive-only on the disk, and the next start knows why", () =>
  withSender((dir, { parts }) => {
    const program = new EventTarget();
    dropOnPanic(parts.switches, program);
    assert.equal(statusOf(parts).lastError, null);
    const rejection = Object.assign(new Event("unhandledrejection"), { reason: new Error("out of cheese") });
    program.dispatchEvent(rejection);
    const resting = restingStatus(dir, world);
    assert.equal(resting.tx.switch, "off");
    assert.deepEqual([resting.lastError?.why, resting.lastError?.dropped], [
      "the program failed: out of cheese",
      true,
    ]);
    parts.switches.change({ tx: "on" });
    program.dispatchEvent(Object.assign(new Event("error"), { error: "a text" }));
    assert.equal(parts.switches.file.tx, "off");
    assert.equal(statusOf(parts).lastError?.why, "the program failed: a text");
  }));

Deno.test("an edit by hand is named as the cause until somebody throws the switch", () =>
  withSender(async (dir, { parts }) => {
    const path = join(dir, "box.json"), file = JSON.parse(await Deno.readTextFile(path));
    await Deno.writeTextFile(path, JSON.stringify({ ...file, services: { beacon: { everyS: 600 } } }));
    parts.switches.look();
    const status = statusOf(parts);
    assert.ok(codes(status).includes("dropped"));
    assert.match(
      statusLines(status, world.now()).join("\n"),
      /error {5}\d s ago: box\.json was changed by hand/,
    );
    parts.switches.change({ quiet: true });
    assert.ok(codes(statusOf(parts)).includes("dropped"), "silence is no answer to it");
    parts.switches.change({ tx: "off", quiet: false });
    assert.ok(!codes(statusOf(parts)).includes("dropped"), "off by choice");
    assert.equal(statusOf(parts).lastError?.why, "box.json was changed by hand", "it is still told");
  }));

Deno.test("a switch thrown beside a resting box answers it too", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp();
    try {
      await makeBox(dir, gateway, { connections: [], tx: "on" });
      const box = runBox(dir);
      box.parts.switches.doubt("the clock jumped");
      await box.stop();
      assert.equal(restingStatus(dir, world).lastError?.dropped, true);
      await throwSwitch(dir, world, { quiet: true });
      assert.equal(restingStatus(dir, world).lastError?.dropped, true);
      await throwSwitch(dir, world, { tx: "dry" });
      assert.equal(restingStatus(dir, world).lastError?.dropped, false);
    } finally {
      await gateway.close();
    }
  }));

Deno.test("a service that fails is told with its reason, and ends transmitting", () =>
  withSender(async (_dir, { parts }) => {
    await until("the failure", () => statusOf(parts).lastError ?? undefined);
    const { lastError, tx } = statusOf(parts);
    assert.deepEqual([lastError?.why, lastError?.dropped, tx.switch], [
      "broken failed: no such thing",
      true,
      "off",
    ]);
  }, [{ name: "broken", run: () => Promise.reject(new Error("no such thing")) }]));

Deno.test("a leave that holds only because the gateway is away is shown", () =>
  withSender((_dir, { parts }) => {
    const status = statusOf(parts);
    assert.equal(status.grace, false);
    assert.ok(!codes(status).includes("gate_old"));
    assert.ok(codes({ ...status, grace: true }).includes("gate_old"));
  }));

Deno.test("the clock's line says on which side the host's clock is wrong", () =>
  withSender((_dir, { parts }) => {
    const line = (offsetMs: number | null) =>
      statusLines({ ...statusOf(parts), clock: { offsetMs, gpsApartMs: null } }, world.now()).find((one) =>
        one.startsWith("clock")
      );
    assert.match(line(77)!, /77 ms behind the gateway$/);
    assert.match(line(-77)!, / 77 ms ahead of the gateway$/);
    assert.match(line(9999)!, / 9999 ms behind the gateway$/);
    assert.match(line(10_000)!, / 10 s behind the gateway$/);
    assert.match(line(1_795_424_499_919)!, / 20780 d behind the gateway$/);
    assert.match(line(null)!, /time is not known yet; what is heard gets its time then$/);
  }));

Deno.test("silence is told among the locks, also of a box that is connected to nothing, and outlasts a restart", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp();
    await makeBox(dir, gateway, { connections: [] });
    let box = runBox(dir);
    try {
      assert.deepEqual(statusOf(box.parts).tx.locks, ["box_off", "port_off", "gate"]);
      box.parts.switches.change({ quiet: true });
      assert.deepEqual(statusOf(box.parts).tx.locks, ["box_off", "port_off", "gate", "quiet"]);
      await box.stop();
      box = runBox(dir);
      assert.deepEqual(statusOf(box.parts).tx.locks, ["box_off", "port_off", "gate", "quiet"]);
      box.parts.switches.change({ quiet: false });
      await box.stop();
      box = runBox(dir);
      assert.deepEqual(statusOf(box.parts).tx.locks, ["box_off", "port_off", "gate"]);
    } finally {
      await box.stop();
      await gateway.close();
    }
  }));

Deno.test("the state page tells what was sent and what was kept back, and why", () =>
  withSender(async (_dir, { parts }) => {
    parts.switches.change({ tx: "off" });
    const frame = { source: "OE1BOX-10", destination: "APZSVC", path: [], info: ">on air" };
    const outcome = await parts.transmitter.send(parts.connections[0]!, { purpose: "beacon", frame });
    assert.equal(outcome.outcome, "refused");
    const page = pageHandler(parts, new RecentlyHeard(parts.hub, () => 0), { host: "127.0.0.1" }, () => "no");
    const ask = async () =>
      (await page(new Request("http://127.0.0.1/status.json"), { remoteAddr: { hostname: "127.0.0.1" } }))
        .json();
    await until("the row", () => parts.transmitter.log.after({ id: 0, limit: 1 })[0]);
    const { transmissions } = await ask();
    assert.deepEqual(transmissions.map(({ verdict, frame }: Record<string, string>) => [verdict, frame]), [
      ["refused", "OE1BOX-10>APZSVC:>on air"],
    ]);
    assert.match(transmissions[0].why, /^box_off/);
  }));

Deno.test("the counters are one line of the log each ten minutes, and none where nothing came", async () => {
  const lines: unknown[] = [], waited: number[] = [];
  let taken = 5, turns = 0;
  const stop = new AbortController();
  const parts = {
    io: {
      wait(ms: number) {
        waited.push(ms);
        turns++;
        if (turns === 2) taken = 9;
        if (turns === 4) stop.abort();
        return Promise.resolve();
      },
    },
    spool: { sums: () => ({ in: taken, sent: taken, waiting: 0, rejected: 0, dropped: 0 }) },
    world: { log: { info: (_: string, values: unknown) => lines.push(values) } },
  } as unknown as BoxParts;
  await tally.run(parts, stop.signal);
  assert.deepEqual(lines, [{ taken: 9, sent: 9, waiting: 0, rejected: 0, dropped: 0 }]);
  assert.deepEqual(new Set(waited), new Set([600_000]));
});
