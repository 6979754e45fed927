/** The home that listens, with a real mosquitto: what it keeps, what it never hears, and what it says when this instance is gone. */
import assert from "node:assert/strict";
import { realWorld } from "../../src/base/mod.ts";
import { openHome } from "../../src/home/mod.ts";
import { until } from "../kit/box.ts";
import { freePort } from "../kit/free_port.ts";
import { MOSQUITTO, ownAuthority, startMosquitto } from "../kit/mosquitto.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { testApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";

const SITES = { FIRST_PARTY_SITES: "OE1GATE-10" };
const CAR = "OE1ABC-9>APRS,WIDE1-1:!4812.50N/01622.43E>088/036Test";

Deno.test("receivers, packets and chosen stations as Home Assistant finds them; nothing of the operator's; offline when it ends", async () => {
  if (!has(...MOSQUITTO)) return;
  await withFolder(async (folder) => {
    const broker = await startMosquitto(folder, { user: "club", password: "secret" });
    {
      using app = testApp({
        ...SITES,
        MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
        MQTT_USER: "club",
        MQTT_PASSWORD: "secret",
        MQTT_STATIONS: "OE1ABC-9",
      });
      // The app's own world reaches no network: its job is run over a real one.
      (app.world as { connect?: unknown }).connect = realWorld().connect;
      await app.ingest.post("/ingest", { packets: [rf(app, CAR, "OE1GATE-10")] });
      const tell = app.jobs.find(({ name }) => name === "home-tell")!;
      await tell.run();
      await until("all of it", async () => (await broker.kept("#")).size >= 8);
      const kept = await broker.kept("#");
      const topic = [...kept.keys()].find((one) => one.endsWith("/state"))!;
      const root = topic.slice(0, -"/state".length);
      assert.deepEqual(JSON.parse(kept.get(topic)!).receivers, 1);
      assert.equal(kept.get(`${root}/availability`), "online");
      const station = JSON.parse(kept.get(`${root}/station/oe1abc_9`)!);
      assert.deepEqual([station.call, Math.round(station.latitude * 100)], ["OE1ABC-9", 4821]);
      assert.equal(JSON.parse(kept.get(`${root}/receiver/oe1gate_10`)!).up, true);
      const found = [...kept.keys()].filter((one) => one.startsWith("homeassistant/"));
      assert.ok(
        found.some((one) =>
          /^homeassistant\/binary_sensor\/[a-z0-9_]+\/receiver_oe1gate_10\/config$/.test(one)
        ),
      );
      for (const one of found) {
        const config = JSON.parse(kept.get(one)!);
        assert.ok(config.unique_id && config.device.identifiers.length === 1, one);
        assert.equal(config.availability_topic, `${root}/availability`);
        assert.ok(
          kept.has(config.state_topic ?? config.json_attributes_topic),
          `${one} names a topic that is told`,
        );
      }
      assert.ok(
        ![...kept].some(([one, text]) => /upkeep|freeBytes|backup/.test(one + text)),
        "operators' facts",
      );
    }
    await until(
      "its goodbye",
      async () =>
        [...await broker.kept("service-gateway/+/availability")].every(([, word]) => word === "offline"),
    );
    await broker.stop();
  });
});

Deno.test("a broker that is away, refuses, comes back: nothing piles up, all of it is told anew; the last will when the line is cut", async () => {
  if (!has(...MOSQUITTO)) return;
  await withFolder(async (folder) => {
    const port = freePort();
    using app = testApp({ MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_PRIVATE: "1" });
    const lines: { close(): void }[] = [];
    let ms = 0, taken = 0;
    const real = realWorld();
    const home = openHome({
      settings: app.settings,
      world: {
        ...app.world,
        elapsedMs: () => ms,
        connect: async (host, at) => {
          const line = await real.connect!(host, at);
          lines.push(line);
          return line;
        },
      },
      read: () => ({
        taken: taken += 60,
        receivers: [],
        stations: [],
        own: { freeBytes: 5, backupAt: null, alert: null },
      }),
    });
    const look = async () => {
      ms += 60_000;
      await home.jobs[0]!.run();
    };
    for (let n = 0; n < 20; n++) await look();
    assert.equal(lines.length, 0);
    const broker = await startMosquitto(folder, { port });
    await until("a session", async () => {
      await look();
      return lines.length > 0;
    });
    await until("all of it", async () => (await broker.kept("#")).size >= 6);
    const before = await broker.kept("#");
    assert.ok([...before.keys()].some((one) => one.endsWith("/upkeep")), "the operator wants it told");
    await look();
    const rate = [...await broker.kept("service-gateway/+/state")][0]![1];
    assert.equal(JSON.parse(rate).packetsPerMinute, 60);
    lines[0]!.close();
    await until(
      "the last will",
      async () =>
        [...await broker.kept("service-gateway/+/availability")].some(([, word]) => word === "offline"),
    );
    await until("another session", async () => {
      await look();
      return lines.length > 1;
    });
    await until(
      "online again",
      async () =>
        [...await broker.kept("service-gateway/+/availability")].some(([, word]) => word === "online"),
    );
    home.close();
    await until(
      "its goodbye",
      async () =>
        [...await broker.kept("service-gateway/+/availability")].some(([, word]) => word === "offline"),
    );
    await broker.stop();
  });
});

Deno.test("a broker by TLS under an authority of one's own is told, with the alert of an operator's watch; without that authority it is not", async () => {
  if (!has(...MOSQUITTO, "openssl")) return;
  await withFolder(async (folder) => {
    await ownAuthority(folder);
    const broker = await startMosquitto(folder, {
      tls: { cert: "broker.pem", key: "broker.key", ca: "ca.pem" },
    });
    const env = { ...SITES, MQTT_URL: `mqtts://127.0.0.1:${broker.port}`, MQTT_PRIVATE: "1" };
    const tellOf = async (more: Record<string, string>) => {
      using app = testApp({ ...env, ...more });
      (app.world as { connect?: unknown }).connect = realWorld().connect;
      const sysop = await app.signIn("OE1SYS");
      const member = await app.signIn("OE1MEM");
      await sysop.post("/api/watch", { callsign: "OE1ABC" });
      await member.post("/api/watch", { callsign: "OE9SEC" });
      await app.ingest.post("/ingest", {
        packets: [rf(app, CAR, "OE1GATE-10"), rf(app, CAR.replace("OE1ABC", "OE9SEC"), "OE1GATE-10")],
      });
      app.live.hub.flush();
      await until(
        "both alerts",
        async () =>
          (await sysop.get("/api/watch/alerts")).body.alerts.length === 1 &&
          (await member.get("/api/watch/alerts")).body.alerts.length === 1,
      );
      await app.jobs.find(({ name }) => name === "home-tell")!.run();
      return await broker.kept("service-gateway/#");
    };
    assert.equal((await tellOf({})).size, 0, "an authority that nobody trusts");
    assert.equal((await tellOf({ MQTT_CA: `${folder}/nothing.pem` })).size, 0, "a file that is not there");
    const kept = await tellOf({ MQTT_CA: `${folder}/ca.pem` });
    const alert = JSON.parse([...kept].find(([topic]) => topic.endsWith("/alert"))![1]);
    assert.deepEqual([alert.kind, alert.call], ["heard", "OE1ABC-9"]);
    assert.ok(
      ![...kept].some(([topic, text]) => `${topic}${text}`.includes("OE9SEC")),
      "a member's watch is nobody else's",
    );
    await broker.stop();
  });
});

Deno.test("what an earlier run told and may not be told any more is taken from the broker by the next one, and nobody else's", async () => {
  if (!has(...MOSQUITTO)) return;
  await withFolder(async (folder) => {
    const broker = await startMosquitto(folder, {});
    const run = async (env: Record<string, string>, enough: (kept: Map<string, string>) => boolean) => {
      using app = testApp({ ...SITES, ...env, MQTT_URL: `mqtt://127.0.0.1:${broker.port}` });
      (app.world as { connect?: unknown }).connect = realWorld().connect;
      await app.ingest.post("/ingest", { packets: [rf(app, CAR, "OE1GATE-10")] });
      const tell = app.jobs.find(({ name }) => name === "home-tell")!;
      await until("what the broker keeps", async () => {
        await tell.run();
        return enough(await broker.kept("#"));
      });
      assert.equal(app.world.lives.standing("broker"), "works");
    };
    const isKept = (kept: Map<string, string>, part: string) =>
      [...kept.keys()].some((one) => one.includes(part));
    await run(
      { MQTT_PRIVATE: "1", MQTT_STATIONS: "OE1ABC-9" },
      (kept) =>
        isKept(kept, "/upkeep") && isKept(kept, "/backup/config") && isKept(kept, "/station/oe1abc_9"),
    );
    const others = "homeassistant/sensor/somebody_else/upkeep/config";
    await broker.publish(others, new TextEncoder().encode("theirs"), true);
    await run(
      { MQTT_PRIVATE: "0" },
      (kept) => [...kept.keys()].filter((one) => one.includes("upkeep")).join() === others,
    );
    const kept = await broker.kept("#");
    for (const part of ["/alert", "/backup/config", "/free_space/", "oe1abc_9"]) {
      assert.ok(!isKept(kept, part), part);
    }
    assert.ok(isKept(kept, "/state"), "what is so is still told");
    assert.equal(kept.get(others), "theirs");
    await broker.stop();
  });
});
