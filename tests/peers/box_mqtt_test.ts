/** Meshtastic packets by a real mosquitto: with and without a password, and what the broker or others do wrong. */
import assert from "node:assert/strict";
import type { Heard, LineRefused } from "../../src/box/drivers/driver.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { realIo } from "../../src/box/io.ts";
import { until } from "../kit/box.ts";
import { data, encoded, ENCODER, packet } from "../kit/meshtastic.ts";
import { MOSQUITTO, ownAuthority, startMosquitto } from "../kit/mosquitto.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

async function open(text: string) {
  const read = readConnection(text);
  assert.ok(typeof read !== "string", String(read));
  return await read.driver.open(
    read.address,
    { io: realIo(), call: "OE1BOX-10" },
    new AbortController().signal,
  );
}

Deno.test("packets that gateways hand to a broker are heard, with who received them; what is no packet is counted", async () => {
  if (!has(...ENCODER, ...MOSQUITTO)) return;
  const [envelope] = await encoded([{
    type: "ServiceEnvelope",
    message: {
      packet: packet(7, 1, data(1, { utf8: "hello" })).message.packet,
      channelId: "LongFast",
      gatewayId: "!00000063",
    },
  }]);
  await withFolder(async (folder) => {
    const broker = await startMosquitto(folder, { user: "club", password: "secret words" });
    const heard: Heard[] = [];
    const line = await open(`mqtt://127.0.0.1:${broker.port}/msh/#?user=club&pass=secret+words`);
    const listening = (async () => {
      for await (const one of line.heard) heard.push(one);
    })();
    try {
      await until("a subscription", () => heard.length > 0);
      const said = () => heard.filter(({ kind }) => kind === "meshtastic");
      await until("a packet", async () => {
        await broker.publish("msh/EU_868/2/e/LongFast/!00000063", envelope!);
        return said().length > 0;
      });
      const [first] = said();
      assert.ok(first?.kind === "meshtastic");
      assert.deepEqual([first.packet.from, first.packet.receiver, first.packet.mqtt, first.packet.direct], [
        7,
        0x63,
        true,
        false,
      ]);
      assert.deepEqual(first.packet.content, { kind: "text", text: "hello" });
      await broker.publish("msh/EU_868/2/e/LongFast/!00000063", new Uint8Array(200).fill(255));
      await until(
        "a count",
        () => heard.some((one) => one.kind === "alive" && /1 could not/.test(one.detail ?? "")),
      );
      // A packet over the box's bound is skipped, and the line stays.
      const before = said().length;
      await broker.publish("msh/big", new Uint8Array(200_000));
      await broker.publish("msh/EU_868/2/e/LongFast/!00000063", envelope!);
      await until("what comes behind it", () => said().length > before);
    } finally {
      line.close();
      await listening.catch(() => {});
      await broker.stop();
    }
  });
});

Deno.test("a wrong password, and what is no broker: a clear word each", async () => {
  if (!has(...MOSQUITTO)) return;
  await withFolder(async (folder) => {
    const broker = await startMosquitto(folder, { user: "club", password: "secret" });
    try {
      await assert.rejects(
        open(`mqtt://127.0.0.1:${broker.port}/msh/#?user=club&pass=wrong`),
        (error: LineRefused) =>
          error.word === "refused" && /not let this user in|password/.test(error.message),
      );
    } finally {
      await broker.stop();
    }
  });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    const client = await listener.accept();
    await client.write(new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n"));
    return client;
  })();
  await assert.rejects(
    open(`mqtt://127.0.0.1:${(listener.addr as Deno.NetAddr).port}/msh/#`),
    (error: LineRefused) => error.word === "refused",
  );
  (await serving).close();
  listener.close();
});

Deno.test("two topics of one broker, and two boxes of one call, leave each other alone: nobody is thrown out", async () => {
  if (!has(...MOSQUITTO)) return;
  await withFolder(async (folder) => {
    const broker = await startMosquitto(folder);
    const lines: { ended: boolean; alive: boolean; close(): void; reading: Promise<void> }[] = [];
    const topics = ["msh/EU_868/2/e/#", "msh/EU_433/2/e/#", "msh/+/2/e/LongFast/+"];
    for (const key of ["the first box's", "the second box's"]) {
      for (const topic of topics) {
        const read = readConnection(`mqtt://127.0.0.1:${broker.port}/${topic}`);
        assert.ok(typeof read !== "string", String(read));
        const here = { io: realIo(), call: "OE1BOX-10", key };
        const line = await read.driver.open(read.address, here, new AbortController().signal);
        const one = { ended: false, alive: false, close: line.close, reading: Promise.resolve() };
        one.reading = (async () => {
          for await (const { kind } of line.heard) one.alive ||= kind === "alive";
        })().catch(() => {}).finally(() => one.ended = true);
        lines.push(one);
      }
    }
    try {
      await until("six subscriptions", () => lines.every(({ alive }) => alive));
      // A broker that ends one for another has done so before it answers the other's next request.
      for (const { ended } of lines) assert.equal(ended, false);
    } finally {
      for (const line of lines) line.close();
      await Promise.all(lines.map(({ reading }) => reading));
      await broker.stop();
    }
  });
});

Deno.test("mqtts: a broker for whom its file's authority vouches is heard; to one for whom nobody does no password is said", async () => {
  if (!has(...MOSQUITTO, "openssl")) return;
  await withFolder(async (folder) => {
    await ownAuthority(folder);
    const tls = { cert: "broker.pem", key: "broker.key", ca: "ca.pem" };
    const broker = await startMosquitto(folder, { user: "club", password: "secret", tls });
    const address = `mqtts://127.0.0.1:${broker.port}/msh/#?user=club&pass=secret`;
    const refused = async (text: string, why: RegExp) =>
      await assert.rejects(
        open(text),
        (error: LineRefused) => error.word === "refused" && why.test(error.message),
      );
    try {
      const line = await open(`${address}&ca=${folder}/ca.pem`);
      const heard: Heard[] = [];
      const listening = (async () => {
        for await (const one of line.heard) heard.push(one);
      })();
      await until("a subscription", () => heard.some(({ kind }) => kind === "alive"));
      line.close();
      await listening.catch(() => {});
      await refused(address, /nobody vouches/);
      await refused(`${address}&ca=${folder}/none.pem`, /no PEM file/);
      await refused(
        `${address.replace("pass=secret", "pass=wrong")}&ca=${folder}/ca.pem`,
        /password|let this user in/,
      );
      await assert.rejects(open(`mqtt${address.slice(5)}`), "a door for TLS alone");
      assert.match(String(readConnection("mqtt://h/msh/#?ca=/x")), /'ca' is nothing/);
      assert.match(String(readConnection("mqtts://h/msh/#?ca=x")), /whole path/);
    } finally {
      await broker.stop();
    }
  });
});
