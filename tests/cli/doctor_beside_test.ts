/** What doctor says of a broker and of the port for TAK clients. */
import assert from "node:assert/strict";
import { freePort } from "../kit/free_port.ts";
import { MOSQUITTO, startMosquitto } from "../kit/mosquitto.ts";
import { has } from "../kit/peers.ts";
import { gateway, serverEnv, startServer, withFolder } from "../kit/server.ts";

Deno.test("doctor tries the broker and the port for TAK clients: a clear word for each way in which they fail", () =>
  withFolder(async (folder) => {
    const port = freePort();
    const env = { ...serverEnv(folder), MQTT_URL: `mqtt://127.0.0.1:${port}`, MQTT_USER: "club" };
    const of = async (more: Record<string, string>) => {
      const { beside } = JSON.parse((await gateway(["doctor", "--json"], { ...env, ...more })).stdout);
      return Object.fromEntries(
        beside.map(({ key, ok, detail, fix }: Record<string, unknown>) => [key, [ok, detail, fix === null]]),
      );
    };
    const away = await of({});
    assert.deepEqual([away.MQTT_URL[0], away.COT_PORT], [false, undefined], "nobody listens; TAK is off");
    assert.match(away.MQTT_URL[1], /refused/i);
    {
      using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const taken = await of({ COT_INBOUND: "1", COT_PORT: `${other.addr.port}` });
      assert.deepEqual(taken.COT_PORT, [false, `another program has port ${other.addr.port}`, false]);
    }
    const free = freePort();
    assert.deepEqual((await of({ COT_INBOUND: "1", COT_PORT: `${free}` })).COT_PORT, [
      true,
      `${free}, for TAK clients, is free`,
      true,
    ]);
    if (has(...MOSQUITTO)) {
      const broker = await startMosquitto(folder, { port, user: "club", password: "secret" });
      const wrong = await of({ MQTT_PASSWORD: "guess" }), right = await of({ MQTT_PASSWORD: "secret" });
      await broker.stop();
      assert.match(wrong.MQTT_URL[1], /does not let this user in|user or password is wrong/);
      assert.deepEqual(right.MQTT_URL, [true, `the broker at 127.0.0.1:${port} answers`, true]);
    }
    {
      const server = await startServer({ ...env, COT_INBOUND: "1", COT_PORT: `${free}` });
      const serves = await of({ COT_INBOUND: "1", COT_PORT: `${free}` });
      const later = await of({ COT_INBOUND: "1", COT_PORT: `${freePort()}` });
      await server.stop();
      assert.deepEqual(serves.COT_PORT, [true, `${free}, for TAK clients`, true]);
      assert.match(later.COT_PORT[1], /^the server runs, and nobody takes TAK clients at \d+$/);
    }
    const lines = (await gateway(["doctor"], env)).stdout;
    assert.match(lines, /^look at {2}MQTT_URL +the broker at .*\n +→ is the broker running/m);
  }));
