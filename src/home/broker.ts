/** A session with the broker of the settings: what tells it, and what tries whether it can be told, open it alike. */
import { wait, type World } from "../base/mod.ts";
import { MqttRefused, type MqttSession, openMqtt } from "../mqtt/mod.ts";
import { type Broker, MQTT_CA, MQTT_PASSWORD, MQTT_URL, MQTT_USER, type Settings } from "../settings/mod.ts";

const KEEP_ALIVE_S = 60;

interface BrokerParts {
  settings: Settings;
  world: Pick<World, "connect">;
}

interface As {
  clientId: string;
  /** What the broker says where this client is cut off. */
  will?: { topic: string; payload: string };
}

/** Opens a session; throws where there is none to be had. */
export async function sessionWith(
  { settings, world: { connect } }: BrokerParts,
  { clientId, will }: As,
): Promise<MqttSession> {
  const broker = settings.get(MQTT_URL);
  if (!connect || !broker) throw new Error("there is no network, or no broker is set");
  const user = settings.get(MQTT_USER), password = settings.get(MQTT_PASSWORD);
  return await openMqtt(await connect(broker.host, broker.port, howOf(broker, settings)), {
    clientId,
    keepAliveS: KEEP_ALIVE_S,
    wait,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(will ? { will } : {}),
  });
}

/** What was said of a session that could not be had. */
export const whyNot = (error: unknown): string =>
  error instanceof MqttRefused ? error.reason : (error as Error).message;

/** By TLS or not; a file that cannot be read is the reason why there is no session. */
function howOf({ tls }: Broker, settings: Settings): { tls: boolean; authority?: string } {
  const file = settings.get(MQTT_CA);
  if (!tls || file === undefined) return { tls };
  try {
    return { tls, authority: Deno.readTextFileSync(file) };
  } catch (error) {
    throw new Error(`MQTT_CA takes a PEM file that can be read: ${(error as Error).message}`);
  }
}
