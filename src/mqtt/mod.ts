/**
 * MQTT 3.1.1 as a client that neither owes nor is owed anything: what is published or read is lost with the connection
 * (quality of service 0). The codec is pure; a session speaks over a connection that it is given. Skips packets larger than
 * it was told to take.
 */
import type { Connection } from "../base/mod.ts";
import {
  type ConnectAs,
  connectPacket,
  disconnectPacket,
  type MqttMessage,
  PacketReader,
  pingPacket,
  publishPacket,
  readPublish,
  subscribePacket,
  TYPE,
} from "./packets.ts";

// A client's session with a broker, over a connection that is open.

/** What a broker says with CONNACK. */
const REASONS: Record<number, string> = {
  1: "the broker speaks another version of MQTT",
  2: "the broker refuses this client's name",
  3: "the broker is not available",
  4: "user or password is wrong",
  5: "the broker does not let this user in",
};

/** The broker said no, or what answers is no broker. */
export class MqttRefused extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = "MqttRefused";
  }
}

interface SessionOptions extends ConnectAs {
  /** Bytes of one packet that are taken. */
  most?: number;
  /** Waits, or until `stop`; never throws. */
  wait(ms: number, stop: AbortSignal): Promise<void>;
}

const MOST = 65_536;
/** The broker has to answer CONNECT within this, milliseconds. */
const ANSWER_MS = 10_000;

/** An open session with a broker. */
export class MqttSession {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #packets: PacketReader;
  readonly #ending = new AbortController();

  constructor(readonly connection: Connection, readonly options: SessionOptions) {
    this.#reader = connection.readable.getReader();
    this.#writer = connection.writable.getWriter();
    this.#packets = new PacketReader(options.most ?? MOST);
  }

  /** Introduces itself; throws MqttRefused where the broker does not want it. */
  async start(): Promise<void> {
    let late = false;
    const timer = setTimeout(() => [late] = [true, this.close()], ANSWER_MS);
    try {
      await this.#writer.write(connectPacket(this.options));
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (late) throw new MqttRefused("what listens there does not answer as a broker does");
        if (done) throw new MqttRefused("the broker hung up");
        const [first] = this.#read(value);
        if (!first) continue;
        if (first.type !== TYPE.connack || first.body.length !== 2) {
          throw new MqttRefused("what answers is no broker");
        }
        const code = first.body[1]!;
        if (code !== 0) throw new MqttRefused(REASONS[code] ?? `the broker refuses (${code})`);
        break;
      }
    } catch (error) {
      this.close();
      throw late ? new MqttRefused("what listens there does not answer as a broker does") : error;
    } finally {
      clearTimeout(timer);
    }
    void this.#ping();
  }

  #read(bytes: Uint8Array) {
    try {
      return this.#packets.push(bytes);
    } catch (error) {
      throw new MqttRefused((error as Error).message);
    }
  }

  async #ping(): Promise<void> {
    const { wait, keepAliveS } = this.options;
    while (!this.#ending.signal.aborted) {
      await wait(keepAliveS * 500, this.#ending.signal);
      if (!this.#ending.signal.aborted) await this.#writer.write(pingPacket()).catch(() => this.close());
    }
  }

  publish = (topic: string, payload: string, retain = false): Promise<void> =>
    this.#writer.write(publishPacket(topic, payload, retain));

  subscribe = (filter: string): Promise<void> => this.#writer.write(subscribePacket(filter));

  /** What comes on subscribed topics; `null` for any other sign of life. Ends with the session; throws where the broker errs. */
  async *messages(): AsyncGenerator<MqttMessage | null> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done || this.#ending.signal.aborted) return;
        for (const packet of this.#read(value)) {
          if (packet.type === TYPE.suback && packet.body[2] === 0x80) {
            throw new MqttRefused("the broker refuses the topic");
          }
          yield (packet.type === TYPE.publish && readPublish(packet)) || null;
        }
      }
    } catch (error) {
      if (!this.#ending.signal.aborted) throw error;
    } finally {
      this.close();
    }
  }

  /** Says goodbye, so that the broker keeps the last will to itself. */
  async end(): Promise<void> {
    await this.#writer.write(disconnectPacket()).catch(() => {});
    this.close();
  }

  /** Ends at once: the broker says the last will. */
  close(): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#reader.cancel().catch(() => {});
    this.#writer.abort().catch(() => {});
    try {
      this.connection.close();
    } catch {
      // It is closed already.
    }
  }
}

/** Opens a session. Throws MqttRefused, or what the connection throws; then it is closed. */
export async function openMqtt(connection: Connection, options: SessionOptions): Promise<MqttSession> {
  const session = new MqttSession(connection, options);
  await session.start();
  return session;
}
