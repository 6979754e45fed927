/** A session that is open when the switch is thrown: nothing more of it is said, though no turn has looked at it yet. */
import assert from "node:assert/strict";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import { type ConnectionAddress, readAddress } from "../../src/box/config/address.ts";
import { type BoxFile, saveBoxFile } from "../../src/box/config/box_file.ts";
import { seal, Switches } from "../../src/box/config/switches.ts";
import { Hub } from "../../src/box/connections/hub.ts";
import { Connection } from "../../src/box/connections/supervise.ts";
import { kiss } from "../../src/box/drivers/kiss.ts";
import { GatewayClient } from "../../src/box/gateway/client.ts";
import { newBoxKey } from "../../src/box/gateway/enrol.ts";
import { realIo } from "../../src/box/io.ts";
import { openBoxDatabase } from "../../src/box/run/box.ts";
import { AirLine } from "../../src/box/services/air/air_line.ts";
import { openFacts } from "../../src/box/spool/facts.ts";
import { readTransmissions } from "../../src/box/transmit/log.ts";
import { Transmitter } from "../../src/box/transmit/transmitter.ts";
import { withFolder } from "../kit/server.ts";
import { provenBy } from "../kit/boxes.ts";
import { testWorld } from "../kit/world.ts";

const CALL = "OE1XYZ-10";

/** A transmitter with every lock open, and a line to a station over its one radio. */
async function onAir(
  dir: string,
  use: (given: { line: AirLine; said: string[]; switches: Switches; rows: () => string[] }) => Promise<void>,
) {
  const world = testWorld(), clock = new BoxClock(world), io = realIo();
  const file: BoxFile = {
    ...{ version: 1, call: CALL, box: "attic", gateways: ["https://club.example"], instance: "" },
    ...{ connections: ["kiss://127.0.0.1:1?tx=on"], tx: "on", quiet: false, services: {} },
  };
  saveBoxFile(dir, file);
  const db = openBoxDatabase(dir, world);
  const facts = openFacts(db);
  seal(db, facts, file);
  const switches = new Switches(dir, db, facts, world);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const nonce = new URL(input as URL).searchParams.get("nonce");
    const headers = provenBy(init?.headers, { nowMs: world.nowMs() });
    return Promise.resolve(Response.json({ nonce, calls: { [CALL]: { ok: true } } }, { headers }));
  };
  const { key } = newBoxKey(world);
  const client = new GatewayClient({ box: "attic", addresses: file.gateways, key, instance: "" }, clock, {
    random: world.random,
    fetch,
  });
  const address = readAddress(file.connections[0]!) as ConnectionAddress;
  const connection = new Connection(0, address, kiss, { io, call: CALL }, world, () => true);
  const spool = { also: db.writeNow.bind(db) };
  const transmitter = new Transmitter({
    ...{ db, world, clock, spool, switches, client, connections: [connection], hub: new Hub() },
  });
  await transmitter.gate.ask([CALL]);
  assert.deepEqual(transmitter.locks(connection), []);
  const said: string[] = [];
  const circuit = {
    peer: "OE3GHI-7",
    read: () => Promise.resolve(undefined),
    write: (bytes: Uint8Array) => Promise.resolve(void said.push(new TextDecoder().decode(bytes))),
    close: () => {},
  };
  const line = new AirLine({ transmitter, io }, connection, circuit, CALL, new AbortController().signal);
  const rows = () => readTransmissions(db, 9).map(({ purpose, verdict }) => `${purpose} ${verdict}`);
  await use({ line, said, switches, rows }).finally(() => db.close());
}

const text = (words: string) => new TextEncoder().encode(words);

for (
  const [change, why] of [[{ tx: "dry" }, /dry/], [{ tx: "off" }, /off/], [{ quiet: true }, /quiet/]] as const
) {
  Deno.test(`a session says nothing more from the moment of ${JSON.stringify(change)} on`, () =>
    withFolder((dir) =>
      onAir(dir, async ({ line, said, switches, rows }) => {
        await line.write(text("hello\r"));
        assert.deepEqual([said, rows()], [["hello\r"], ["session_data handed_over"]]);
        switches.change(change);
        await assert.rejects(line.write(text("and more\r")), why);
        assert.deepEqual([said, line.bytesOut], [["hello\r"], 6]);
        assert.deepEqual(
          rows(),
          ["session_data handed_over"],
          "what was not said has no row of one that was",
        );
        switches.change({ tx: "on", quiet: false });
        await assert.rejects(line.write(text("again\r")), /is closed/, "it stays cut");
        assert.equal(said.length, 1);
      })
    ));
}
