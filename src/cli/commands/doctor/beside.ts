/** What `doctor` tries of what is connected beside the gateway: the broker that it tells, and the port for TAK clients. */
import { tryBroker } from "../../../home/mod.ts";
import { COT_INBOUND, COT_PORT, HOST, MQTT_URL, type Settings } from "../../../settings/mod.ts";
import type { World } from "../../../base/mod.ts";

/** One thing that was tried, with what to do about it; `fix` is null where nothing is wrong. */
export interface Tried {
  key: string;
  ok: boolean;
  detail: string;
  fix: string | null;
}

/** Of the ports those at which somebody answers. */
export async function portsInUse(
  hostname: string,
  ports: readonly (number | undefined)[],
): Promise<number[]> {
  const tried = ports.filter((port) => port !== undefined).map(async (port) => {
    try {
      (await Deno.connect({ hostname, port })).close();
      return port;
    } catch {
      return undefined;
    }
  });
  return (await Promise.all(tried)).filter((port) => port !== undefined);
}

/** Tries all of them; nothing is said of what is not set. `running`: whether this instance's server is up. */
export async function triedBeside(
  needs: { settings: Settings; world: World },
  running: boolean,
): Promise<Tried[]> {
  return [...await ofBroker(needs), ...await ofTak(needs, running)];
}

async function ofBroker({ settings, world }: { settings: Settings; world: World }): Promise<Tried[]> {
  const broker = settings.get(MQTT_URL), why = await tryBroker({ settings, world });
  if (broker === undefined || why === undefined) return [];
  const at = `${broker.host}:${broker.port}${broker.tls ? " by TLS" : ""}`;
  return [
    why === null ? { key: "MQTT_URL", ok: true, detail: `the broker at ${at} answers`, fix: null } : {
      key: "MQTT_URL",
      ok: false,
      detail: `the broker at ${at}: ${why}`,
      fix:
        "is the broker running, and do MQTT_USER, MQTT_PASSWORD and MQTT_CA fit? Then start the server anew",
    },
  ];
}

async function ofTak({ settings }: { settings: Settings }, running: boolean): Promise<Tried[]> {
  const port = settings.get(COT_PORT), key = "COT_PORT";
  // Port 0 is whatever is free then.
  if (!settings.get(COT_INBOUND) || port === 0) return [];
  const answers = (await portsInUse(settings.get(HOST), [port])).length > 0;
  if (running === answers) {
    return [{ key, ok: true, detail: `${port}, for TAK clients${running ? "" : ", is free"}`, fix: null }];
  }
  return [
    running
      ? {
        key,
        ok: false,
        detail: `the server runs, and nobody takes TAK clients at ${port}`,
        fix: "another program had the port, or COT_INBOUND was set later: start the server anew",
      }
      : {
        key,
        ok: false,
        detail: `another program has port ${port}`,
        fix: "stop that program, or set COT_PORT to a port that is free",
      },
  ];
}
