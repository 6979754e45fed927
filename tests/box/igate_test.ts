/** Between radio and APRS-IS, both ways, and the gateway's outbox: what passes, and what each rule keeps. */
import assert from "node:assert/strict";
import {
  decodeFrame,
  decodeTnc2,
  encodeFrame,
  encodeKiss,
  encodeTnc2,
  isUnreadable,
  KissReader,
} from "../../src/aprs/mod.ts";
import type { BoxFile } from "../../src/box/config/box_file.ts";
import { gateWatch } from "../../src/box/services/gate_watch.ts";
import { igate } from "../../src/box/services/igate/igate.ts";
import { outbox } from "../../src/box/services/igate/outbox.ts";
import { readTransmissions } from "../../src/box/transmit/log.ts";
import { uploadRefusals } from "../../src/box/transmit/upload.ts";
import { aprsIsServer } from "../kit/aprsis_server.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { withFolder } from "../kit/server.ts";

const packetOf = (line: string) => {
  const packet = decodeTnc2(line);
  if (isUnreadable(packet)) throw new Error(packet.unreadable);
  return packet;
};

Deno.test("what is heard goes to the Internet as it came, or not at all", () => {
  const on = { own: "OE1BOX-10", toInternet: true, port: { tx: true, verified: true } };
  const rules = (line: string, more = {}) => uploadRefusals(packetOf(line), { ...on, ...more });
  assert.deepEqual(rules("OE1CAR-9>APRS,WIDE1-1:!4812.50N/01622.43E>"), []);
  assert.deepEqual(rules("OE1CAR-9>APRS,OE1XDR*,WIDE2-1:>far"), [], "digipeated copies pass too");
  for (const hop of ["TCPIP", "TCPXX", "NOGATE", "RFONLY"]) {
    assert.deepEqual(rules(`OE1CAR>APRS,${hop}:>x`), ["not_for_internet"], hop);
  }
  assert.deepEqual(rules("OE1CAR>APRS:}DL1ABC>APRS,TCPIP,OE1CAR*:>x"), ["third_party"]);
  assert.deepEqual(rules("OE1CAR>APRS:?APRS?"), ["query"]);
  assert.deepEqual(rules("OE1BOX-7>APRS:>own"), ["own"]);
  assert.deepEqual(rules("OE1CAR>APRS:>a\0b"), ["line"]);
  // 512 with its end, to the last character: `OE1CAR>XXXXXXXXX,qAR,OE1BOX-10:>` are 31 of them, and the `>` of the status.
  assert.deepEqual(rules(`OE1CAR>APRS:>${"x".repeat(512 - 2 - 32)}`), []);
  assert.deepEqual(rules(`OE1CAR>APRS:>${"x".repeat(512 - 2 - 31)}`), ["line"]);
  assert.deepEqual(rules("OE1CAR>APRS:>x", { toInternet: false }), ["igate_off"]);
  assert.deepEqual(rules("OE1CAR>APRS:>x", { port: { tx: false, verified: true } }), ["port_off"]);
  assert.deepEqual(rules("OE1CAR>APRS:>x", { port: { tx: true, verified: false } }), ["receive_only"]);
});

interface Gate {
  is: ReturnType<typeof aprsIsServer>;
  box: ReturnType<typeof runBox>;
  gateway: ReturnType<typeof listeningApp>;
  hears(line: string): Promise<void>;
  onAir(): string[];
}
function gate(
  name: string,
  file: Partial<BoxFile>,
  query: string,
  test: (gate: Gate) => Promise<void>,
): void {
  Deno.test(name, () =>
    withFolder(async (dir) => {
      const gateway = listeningApp(), tnc = testTnc(), is = aprsIsServer();
      const { app } = gateway;
      const connections = [`${tnc.address}?site=OE1BOX-10&tx=on`, `${is.address}?${query}`];
      await makeBox(dir, gateway, { connections, tx: "on", ...file }, { services: true });
      const owner = await app.signIn("OE1BOX");
      const { body: { code } } = await app.ingest.post("/api/box/attic/pair", {});
      assert.equal((await owner.post("/api/box/attic/claim", { code })).status, 200);
      const box = runBox(dir, { services: [gateWatch, igate, outbox(50)] });
      try {
        await until("the TNC's client", () => tnc.clients.size === 1);
        await until("the server's client", () => is.clients().length === 1);
        await until("the login", () => box.parts.connections[1]!.state().detail?.includes("verified"));
        await test({
          is,
          box,
          gateway,
          hears(line) {
            const { source, destination, path, info } = packetOf(line);
            return tnc.hears(encodeKiss(encodeFrame({ source, destination, path, info })!));
          },
          onAir() {
            const reader = new KissReader();
            return tnc.received.flatMap((bytes) => reader.push(bytes)).map(({ data }) => {
              const packet = decodeFrame(data);
              return isUnreadable(packet) ? packet.unreadable : encodeTnc2(packet);
            });
          },
        });
      } finally {
        await box.stop();
        await tnc.close();
        await is.close();
        await gateway.close();
      }
    }));
}
const BOTH = { services: { igate: { toInternet: true, toRadio: true }, outbox: true } };
const verified = "pass=auto&tx=on";

gate(
  "heard packets reach the server under the gate's call, others stay",
  BOTH,
  verified,
  async ({ is, hears }) => {
    await hears("OE1CAR-9>APRS,WIDE1-1:!4812.50N/01622.43E>");
    await hears("OE1CAR-9>APRS,NOGATE:>private");
    await hears("OE1CAR-9>APRS,WIDE1-1:>last");
    await until("the last", () => is.received.some((line) => line.endsWith(">last")));
    assert.deepEqual(is.received, [
      "OE1CAR-9>APRS,WIDE1-1,qAR,OE1BOX-10:!4812.50N/01622.43E>",
      "OE1CAR-9>APRS,WIDE1-1,qAR,OE1BOX-10:>last",
    ]);
  },
);

gate("a receive-only login uploads nothing", BOTH, "tx=on", async ({ is, hears, box }) => {
  await hears("OE1CAR-9>APRS,WIDE1-1:!4812.50N/01622.43E>");
  await until("its count", () => {
    const told = box.parts.told.get("igate")!() as { kept: Record<string, number> };
    return told.kept.receive_only === 1;
  });
  assert.deepEqual(is.received, []);
});

gate(
  "a message from the Internet goes out to who was heard here, and nothing else does",
  BOTH,
  verified,
  async (all) => {
    const { is, hears, onAir, box } = all;
    await hears("OE3GHI-7>APRS:>here");
    await hears("OE3DIG>APRS,OE1XDR*:>digipeated");
    await until("both", () => is.received.length === 2);
    await is.says("F1QRP>APRS,TCPIP*,qAC,T2TEST::OE9FAR   :not heard{1");
    await is.says("F1QRP>APRS,TCPIP*,qAC,T2TEST::OE3DIG   :digipeated only{2");
    await is.says("F1QRP>APRS,TCPIP*,qAC,T2TEST:!4812.50N/01622.43E>");
    await is.says("F1QRP>APRS,NOGATE,TCPIP*,qAC,T2TEST::OE3GHI-7 :keep off{3");
    await is.says("OE3GHI-7>APRS,TCPIP*,qAC,T2TEST::OE3GHI-7 :to itself{4");
    await is.says("F1QRP>APRS,TCPIP*,qAC,T2TEST::OE3GHI-7 :hello{5");
    await until("the radio", () => onAir().length > 0);
    assert.deepEqual(onAir(), ["OE1BOX-10>APZSVC:}F1QRP>APRS,TCPIP,OE1BOX-10*::OE3GHI-7 :hello{5"]);
    const rows = await until("the rows", () => {
      const rows = readTransmissions(box.parts.db, 10);
      return rows.length === 3 && rows;
    });
    assert.deepEqual(rows.map(({ rules }) => rules).toSorted(), ["", "not_for_rf", "sender_local"]);
  },
);

gate(
  "gating to the radio is a switch of its own",
  { services: { igate: { toInternet: true } } },
  verified,
  async (all) => {
    await all.hears("OE3GHI-7>APRS:>here");
    await until("it", () => all.is.received.length === 1);
    assert.ok(all.is.received[0]!.includes(",qAO,OE1BOX-10:"), "a gate without a way back says so");
    await all.is.says("F1QRP>APRS,TCPIP*,qAC,T2TEST::OE3GHI-7 :hello{5");
    await all.hears("OE3GHI-7>APRS:>again");
    await until("the next", () => all.is.received.length === 2);
    assert.deepEqual(all.onAir(), []);
  },
);

gate(
  "the outbox goes to the Internet, and over the radio to who was heard here",
  BOTH,
  verified,
  async (all) => {
    const { gateway: { app }, is, hears, onAir } = all;
    await hears("OE3GHI-7>APRS:>here");
    await until("it", () => is.received.length === 1);
    const member = await app.signIn("OE5MEM");
    const send = (to: string, text: string) =>
      member.post("/api/tx/aprs", { kind: "message", addressee: to, text });
    for (const [to, text] of [["OE9FAR", "by net"], ["OE3GHI-7", "by air"]] as const) {
      const sent = await send(to, text);
      assert.ok(sent.status < 300, sent.text);
    }
    await until("both", () => is.received.length === 2 && onAir().length === 1);
    assert.match(is.received[1]!, /^OE5MEM(-\d+)?>APZSVC,TCPIP\*::OE9FAR {3}:by net/);
    assert.match(onAir()[0]!, /^OE1BOX-10>APZSVC:\}OE5MEM(-\d+)?>APZSVC,TCPIP,OE1BOX-10\*::OE3GHI-7 :by air/);
    await until(
      "the acks",
      () =>
        app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM outbox WHERE status = 'sent'").get()!
          .n ===
          2,
    );
  },
);
