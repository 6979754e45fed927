/** A broker's topic, read for packets that Meshtastic gateways hand to it (topics `…/e/<channel>/<gateway>`). */
import { sha256Hex } from "../../../base/mod.ts";
import { readEnvelope } from "../../../meshtastic/mod.ts";
import { MqttRefused, openMqtt } from "../../../mqtt/mod.ts";
import type { ConnectionAddress } from "../../config/address.ts";
import { type Heard, type Here, type Line, LineRefused } from "../driver.ts";

const PORT = 1883, TLS_PORT = 8883, KEEP_ALIVE_S = 60;
/** Bytes of one packet: an envelope has a few hundred. */
const MOST = 4096;
/** Packets in a second; a public broker may carry a whole continent. */
const MOST_A_SECOND = 50;
const NODE = /^!([0-9a-f]{8})$/;

/** What a file has of authorities; those of the system where none is named. */
async function authorityIn(file: string | undefined, io: Here["io"]): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const pem = await io.files.read(file);
  if (pem?.includes("-----BEGIN CERTIFICATE-----")) return pem;
  throw new LineRefused("refused", `${file} is no PEM file that can be read`);
}

/** Nothing is said to somebody whom no authority knows: not even the password. */
const unproven = (error: unknown): unknown =>
  error instanceof Error && /certificate|handshake|tls/i.test(error.message)
    ? new LineRefused("refused", `nobody vouches for this broker: ${error.message.slice(0, 120)}`)
    : error;

const refused = (error: unknown): unknown =>
  error instanceof MqttRefused ? new LineRefused("refused", error.reason) : error;

/**
 * A name that no other connection of any box has at the broker, and that this one has each time: a second one of that name
 * ends the first (MQTT 3.1.1, 3.1.4-2). Each broker takes 23 letters and digits, some take nothing else (3.1.3-5).
 */
export const clientIdOf = (text: string, { key, call }: Pick<Here, "key" | "call">): string =>
  `box${sha256Hex(`${key ?? `${call} ${Deno.pid}`} ${text}`).slice(0, 20)}`;

/** Opens a session with a broker; `usual`: the channel where the address names none. */
export async function openBroker(
  { scheme, host, port, path, query, text }: ConnectionAddress,
  usual: string,
  here: Here,
  stop: AbortSignal,
): Promise<Line> {
  const topic = path.slice(1), channel = query.get("channel") ?? usual;
  const user = query.get("user"), password = query.get("pass");
  const { io } = here;
  const connection = scheme === "mqtts"
    ? await io.connectTls(host, port ?? TLS_PORT, stop, await authorityIn(query.get("ca"), io)).catch(
      (error) => {
        throw unproven(error);
      },
    )
    : await io.connect(host, port ?? PORT, stop);
  const session = await openMqtt(connection, {
    clientId: clientIdOf(text, here),
    keepAliveS: KEEP_ALIVE_S,
    most: MOST,
    wait: io.wait,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
  }).catch((error) => {
    throw refused(error);
  });
  async function* heard(): AsyncGenerator<Heard> {
    let second = 0, count = 0, unread = 0;
    try {
      await session.subscribe(topic);
      yield { kind: "alive", detail: `listening to ${topic}` };
      for await (const message of session.messages()) {
        const now = Math.floor(performance.now() / 1000);
        if (now !== second) [second, count] = [now, 0];
        const isPacket = message !== null && /\/e\//.test(message.topic);
        // What the broker kept is old: nobody knows when it was heard.
        if (!isPacket || message.retain || ++count > MOST_A_SECOND) {
          yield { kind: "alive" };
          continue;
        }
        const read = readEnvelope(message.payload, channel);
        if (!read) {
          yield { kind: "alive", detail: `listening to ${topic}, ${++unread} could not be read` };
          continue;
        }
        const receiver = NODE.exec(read.gateway)?.[1];
        yield {
          kind: "meshtastic",
          packet: receiver === undefined ? read.packet : { ...read.packet, receiver: parseInt(receiver, 16) },
        };
      }
    } catch (error) {
      throw refused(error);
    } finally {
      session.close();
    }
  }
  return { heard: heard(), close: () => session.close() };
}
