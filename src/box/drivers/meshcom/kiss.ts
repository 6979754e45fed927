/**
 * `meshkiss://192.168.1.50:8001?pass=…&tx=on`: a MeshCom node's KISS port, to send by LoRa APRS. The node has to demand a password:
 * it opens with a nonce, and nothing is sent to one that does not, since anybody of the network could use it. It takes frames of its
 * own base call, and says of each what became of it. What else comes there is no hearing: frames that the mesh's server relayed
 * arrive with an empty path.
 */
import { createHmac } from "node:crypto";
import { encodeKiss, KissReader } from "../../../aprs/mod.ts";
import { type Driver, type Heard, type Line, LineRefused } from "../driver.ts";
import type { Io } from "../../io.ts";
import type { ConnectionAddress } from "../../config/address.ts";
import { opened } from "../opened.ts";
import { TextLines } from "../text_lines.ts";

const PORT = 8001, LINE = 80;
/** The node says its nonce, and what became of a frame, within this; milliseconds. */
const NONCE_MS = 4000, ANSWER_MS = 5000;
/** The KISS port on which it answers. */
const ANSWERS = 15;
const ANSWER_OF: Readonly<Record<number, string>> = {
  2: "the node sends for its own call alone",
  3: "sending is switched off at the node",
  4: "the node cannot read this frame",
  5: "the node has sent too much lately",
};
const NONCE = /^NONCE: ([0-9a-f]{32})$/i, PASS = /^[\x21-\x7e]{1,100}$/;

/** What a node wants to hear: its nonce under the password. */
export const proofOf = (password: string, nonce: string): string =>
  createHmac("sha256", password).update(Buffer.from(nonce, "hex")).digest("hex");

async function open({ host, port, query }: ConnectionAddress, io: Io, stop: AbortSignal): Promise<Line> {
  const { reader, writer, close, isClosed } = opened(await io.connect(host, port ?? PORT, stop));
  const lines = new TextLines(LINE);
  let late = false;
  /** The next line of the greeting. */
  async function line(): Promise<string> {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) {
        throw new LineRefused("refused", "the node's KISS port has no password: nothing is sent there");
      }
      if (done) throw new LineRefused("refused", "the node hung up");
      // Each says one line and waits: what stands behind it is noise.
      const [first] = lines.push(value);
      if (first !== undefined) return first;
    }
  }
  const timer = setTimeout(() => [late] = [true, close()], NONCE_MS);
  try {
    const nonce = NONCE.exec(await line())?.[1];
    if (nonce === undefined) {
      throw new LineRefused("refused", "the node's KISS port has no password: nothing is sent there");
    }
    await writer.write(new TextEncoder().encode(`${proofOf(query.get("pass") ?? "", nonce)}\r\n`));
    if (await line() !== "OK") throw new LineRefused("refused", "the node does not take this password");
  } catch (error) {
    close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  /** Frames whose fate is not known yet, in the order in which they were sent. */
  const waiting: ((code: number | undefined) => void)[] = [];
  async function* heard(): AsyncGenerator<Heard> {
    const kiss = new KissReader();
    try {
      yield { kind: "alive", detail: "the node takes frames of its own call" };
      for (;;) {
        const { done, value } = await reader.read();
        if (done || isClosed()) return;
        for (const { port, command, data } of kiss.push(value)) {
          if (port === ANSWERS && command === 0 && data.length === 1) waiting.shift()?.(data[0]);
        }
        yield { kind: "alive" };
      }
    } finally {
      close();
      waiting.splice(0).forEach((settle) => settle(undefined));
    }
  }
  return {
    heard: heard(),
    send: async (permit) => {
      const { bytes } = permit.take("frame");
      const answer = Promise.withResolvers<number | undefined>();
      waiting.push(answer.resolve);
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(answer.resolve), waiting.includes(answer.resolve) ? 1 : 0);
        answer.resolve(undefined);
      }, ANSWER_MS);
      try {
        await writer.write(encodeKiss(bytes, 0));
        const code = await answer.promise;
        if (code === undefined) throw new Error("the node does not say what became of it");
        if (code !== 1) throw new Error(ANSWER_OF[code] ?? `the node does not send it (${code})`);
      } finally {
        clearTimeout(timer);
      }
    },
    close,
  };
}

export const meshcomKiss: Driver = {
  scheme: "meshkiss",
  port: "meshcom",
  via: "tunnel",
  namesSite: false,
  transmits: true,
  settings: [
    { name: "pass", takes: "the password of the node's KISS port" },
    { name: "tx", takes: "on opens this connection's transmit lock" },
  ],
  causes: { refused: "is KISS over TCP switched on at the node, with the same password?" },
  problem({ device, query }) {
    if (device !== "") return "meshkiss: takes the node's host, not a device";
    return PASS.test(query.get("pass") ?? "")
      ? undefined
      : "pass takes the node's password, at most 100 characters";
  },
  open: (address, { io }, stop) => open(address, io, stop),
};
