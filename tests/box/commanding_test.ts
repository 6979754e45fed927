/** Commands from the gateway to the radio's end: what the locks let through, and what they are acknowledged with. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { readAddress } from "../../src/box/config/address.ts";
import { BOX_FILE } from "../../src/box/config/box_file.ts";
import { aprsis } from "../../src/box/drivers/aprsis.ts";
import { BOX_MIGRATIONS } from "../../src/box/migrations.ts";
import { Database, migrate } from "../../src/db/mod.ts";
import { commanding } from "../../src/box/services/commands.ts";
import { outbox } from "../../src/box/services/igate/outbox.ts";
import type { BoxParts } from "../../src/box/parts.ts";
import type { Service } from "../../src/box/services/service.ts";
import { readTransmissions } from "../../src/box/transmit/log.ts";
import type { BoxFile } from "../../src/box/config/box_file.ts";
import { until } from "../kit/box.ts";
import { station } from "../kit/box_station.ts";

const MESSAGE = { kind: "message", payload: { to: "OE3GHI-7", text: "hello" } };

station(
  "after join nothing is transmitted, and a command says by which lock",
  {},
  async ({ command, onAir }) => {
    const { status, result } = await command(MESSAGE);
    assert.equal(status, "failed");
    assert.match(result, /^box_off, gate: /);
    assert.deepEqual(onAir(), []);
  },
);

station(
  "with every lock open a command reaches the radio, and the log says so",
  { tx: "on" },
  async (all) => {
    const { command, onAir, box, owner } = all;
    assert.deepEqual(await command({ ...MESSAGE, callsign: "OE1BOX-7" }), { status: "done", result: "sent" });
    await until("the radio", () => onAir().length === 1);
    assert.match(onAir()[0]!, /^OE1BOX-7>APZSVC,WIDE1-1,WIDE2-1::OE3GHI-7 :hello\{\d{1,5}$/);
    const [row] = await until("the row", () => {
      const rows = readTransmissions(box.parts.db, 5);
      return rows[0]?.verdict === "handed_over" && rows;
    });
    assert.ok(row!.airMs > 500 && row!.airMs < 2000);
    await until(
      "the gateway's log",
      () =>
        all.gateway.app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM box_transmission").get()!
          .n ===
          1,
    );
    const { body: log } = await owner.get("/api/box/attic/log");
    assert.equal(log.transmissions[0].frame, onAir()[0]);
    assert.deepEqual(log.state.tx, { on: true, locks: [] });
    assert.equal(log.state.ports[0].state, "connected");
  },
);

station("the service call speaks through the box in third-party form only", { tx: "on" }, async (all) => {
  const from = all.box.parts.facts.get("service_call") ??
    await until("the service call", () => all.box.parts.facts.get("service_call"));
  const answered = await all.answer({ from, to: "OE3GHI-7", text: "ack12" });
  assert.deepEqual(answered, { status: "done", result: "sent" });
  await until("the radio", () => all.onAir().length === 1);
  assert.equal(all.onAir()[0], `OE1BOX-10>APZSVC:}${from}>APZSVC,TCPIP,OE1BOX-10*::OE3GHI-7 :ack12`);
  const { status, result } = await all.answer({ from: "OE9BAD", to: "OE3GHI-7", text: "ack13" });
  assert.deepEqual([status, result.split(":")[0]], ["failed", "source"]);
});

station(
  "the weather goes out as the weather program left it, fresh, with where the box stands",
  { tx: "on", services: { beacon: { lat: 48.2, lon: 16.37, weather: "/nowhere/wxnow.txt" } } },
  async ({ command, onAir, box, dir }) => {
    const path = join(dir, "wxnow.txt"), report = "272/010g006t069r010p030P020h61b10150";
    const wx = () => command({ kind: "wx_beacon", payload: {} });
    const refused = async (why: RegExp) => {
      const { status, result } = await wx();
      assert.equal(status, "failed");
      assert.match(result, why);
    };
    const left = (text: string, ageS: number) => {
      Deno.writeTextFileSync(path, text);
      const at = (Date.now() - ageS * 1000) / 1000;
      Deno.utimeSync(path, at, at);
    };
    await refused(/^\/nowhere\/wxnow\.txt cannot be read: /);
    const { services } = box.parts.switches.file;
    box.parts.switches.change({
      services: { ...services, beacon: { lat: 48.2, lon: 16.37, weather: path } },
    });
    left(`Jun 01 2026 08:07\n${report}\n`, 930);
    await refused(/ is 16 minutes old$/);
    for (
      const text of [
        `one line ${report}`,
        "a\nhello there",
        `a\n${report}\x07`,
        `a\n${report}${"x".repeat(1000)}`,
      ]
    ) {
      left(text, 0);
      await refused(/wxnow\.txt is not in the form of a wxnow\.txt$/);
    }
    assert.deepEqual(onAir(), []);
    left(`Jun 01 2026 08:07\r\n${report}\r\n`, 800);
    assert.deepEqual(await wx(), { status: "done", result: "sent" });
    await until("the radio", () => onAir().length === 1);
    assert.equal(onAir()[0], `OE1BOX>APZSVC,WIDE1-1,WIDE2-1:=4812.00N/01622.20E_${report}`);
    const again = await wx();
    assert.deepEqual([again.status, again.result.split(":")[0]], ["failed", "beacon_floor, same_text"]);
  },
);

station("a remote tx off is quiet at once, and nothing remote lifts it", { tx: "on" }, async (all) => {
  const { command, onAir, box } = all;
  const off = await command({ kind: "tx", payload: { on: false } });
  assert.equal(off.status, "done");
  assert.equal(box.parts.switches.file.quiet, true);
  const on = await command({ kind: "tx", payload: { on: true } });
  assert.match(on.result, /^never switched on from afar/);
  const { status, result } = await command(MESSAGE);
  assert.equal(status, "failed");
  assert.match(result, /^(gate, )?quiet: /); // a box that may not transmit does not ask the gate either
  assert.deepEqual(onAir(), []);
  box.parts.switches.change({ quiet: false });
  assert.equal((await command(MESSAGE)).status, "done");
});

station(
  "dry is everything but the line: shown, counted, acknowledged as failed",
  { tx: "dry" },
  async (all) => {
    const { command, onAir, box } = all;
    assert.deepEqual(await command(MESSAGE), { status: "failed", result: "dry" });
    assert.deepEqual(onAir(), []);
    assert.equal(readTransmissions(box.parts.db, 1)[0]!.verdict, "shown");
    for (const text of ["two", "three"]) {
      await command({
        kind: "message",
        payload: { to: "OE3GHI-7", text },
      });
    }
    assert.match(
      (await command({ kind: "message", payload: { to: "OE3GHI-7", text: "4" } })).result,
      /^pace: /,
    );
  },
);

station("a hand edit of the file drops to receive-only before the next frame", { tx: "on" }, async (all) => {
  const { command, onAir, dir, box } = all;
  const path = join(dir, BOX_FILE);
  Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace('"instance": ""', '"instance": "x"'));
  const { result } = await command(MESSAGE);
  assert.match(result, /^box_off: /);
  assert.deepEqual(onAir(), []);
  box.parts.switches.change({ tx: "on" });
  assert.equal((await command(MESSAGE)).status, "done");
});

station("the gateway's no closes the gate at its next answer", { tx: "on" }, async (all) => {
  const { command, onAir, gateway: { app }, box } = all;
  assert.equal((await command(MESSAGE)).status, "done");
  // The box is nobody's any more; a command that was queued before meets the closed gate.
  app.db.writeNow((tx) => app.boxes.store.dropOwner(tx, { box: "attic" }));
  await box.parts.transmitter.gate.ask(["OE1BOX-10", "OE1BOX"]);
  const id = app.db.writeNow((tx) => {
    app.db.sql<Record<string, string | number>>(
      `INSERT INTO box_command (box, call, kind, payload, status, created_at)
       VALUES ('attic', 'OE1BOX', 'message', :payload, 'queued', :at)`,
    ).run(tx, { payload: JSON.stringify({ to: "OE3GHI-7", text: "no" }), at: app.world.now() });
    return app.db.sql<never, { id: number }>("SELECT max(id) AS id FROM box_command").get()!.id;
  });
  const row = await until("its ack", () =>
    app.db.sql<{ id: number }, { result: string }>(
      "SELECT result FROM box_command WHERE id = :id AND acked_at IS NOT NULL",
    ).get({ id }));
  assert.match(row.result, /^gate: the gateway refuses this call: not_held/);
  assert.equal(onAir().length, 1);
});

/** How long a service waits after each of its turns, in seconds; a turn takes no time. What it asks of the gateway fails. */
async function waitsOf(service: Service, turns: number, file: Partial<BoxFile> = {}) {
  const stop = new AbortController(), waits: number[] = [], asked: string[] = [];
  let elapsedMs = 0;
  const parts = {
    io: {
      wait(ms: number) {
        elapsedMs += ms;
        if (waits.push(ms / 1000) === turns) stop.abort();
        return Promise.resolve();
      },
    },
    world: { elapsedMs: () => elapsedMs, now: () => 0 },
    db: new Database(":memory:"),
    client: {
      ask({ path }: { path: string }) {
        asked.push(path);
        return Promise.resolve({ kind: "none", why: "away" });
      },
    },
    sender: { state: { word: "ok" } },
    switches: { file: { box: "attic", services: {}, ...file } },
    transmitter: { locks: () => [] },
    connections: [{ driver: aprsis, address: readAddress("aprsis://a?tx=on") }],
  } as unknown as BoxParts;
  migrate(parts.db, BOX_MIGRATIONS, parts.world as never);
  await service.run(parts, stop.signal);
  parts.db.close();
  return { waits, asked };
}

Deno.test("commands are asked for each 5 s, each 30 s after an hour without one; the outbox each 15 s by a service box alone", async () => {
  const { waits } = await waitsOf(commanding(), 725);
  assert.deepEqual([...new Set(waits)], [5, 30]);
  assert.equal(waits.indexOf(30) * 5, 3605, "an hour after the start");
  const served = await waitsOf(outbox(), 3, { services: { outbox: true } });
  assert.deepEqual(served, { waits: [15, 15, 15], asked: ["/outbox", "/outbox", "/outbox"] });
  assert.deepEqual((await waitsOf(outbox(), 2)).asked, []);
});
