/** Somebody at a Dire Wolf of tests/kit/air.ts, through the box's own AGWPE driver: frames, and connected mode. */
import { readAddress } from "../../src/box/config/address.ts";
import type { ConnectionAddress } from "../../src/box/config/address.ts";
import { agwpe } from "../../src/box/drivers/agwpe/agwpe.ts";
import type { Circuit, Heard } from "../../src/box/drivers/driver.ts";
import { realIo } from "../../src/box/io.ts";
import { Permit } from "../../src/box/permit.ts";
import type { OpenLine } from "../../src/link/mod.ts";
import type { Wolf } from "./air.ts";

const stop = new AbortController().signal;

/** A station under a call; it lets in who calls it. */
export async function stationAt(wolf: Wolf, call: string) {
  const address = readAddress(wolf.agwpe) as ConnectionAddress;
  const line = await agwpe.open(address, { io: realIo(), call }, stop);
  const frames: Uint8Array[] = [], calls: Circuit[] = [];
  const wakes: (() => void)[] = [];
  const wake = () => wakes.splice(0).forEach((one) => one());
  const reading = (async () => {
    for await (const heard of line.heard as AsyncIterable<Heard>) {
      if (heard.kind === "frame") frames.push(heard.bytes);
      wake();
    }
  })().catch(() => {});
  const next = async <T>(list: T[]): Promise<T> => {
    while (list.length === 0) await new Promise<void>((resolve) => wakes.push(resolve));
    return list.shift()!;
  };
  await line.circuits!.register(new Permit({ kind: "session", channel: 0, own: call }), (circuit) => {
    calls.push(circuit);
    wake();
  });
  return {
    call,
    /** The next frame that it hears. */
    hears: () => next(frames),
    /** Transmits a frame. */
    sends: (bytes: Uint8Array) => line.send!(new Permit({ kind: "frame", channel: 0, bytes })),
    /** Who called it next. */
    called: () => next(calls),
    dial: (to: string) =>
      line.circuits!.dial(new Permit({ kind: "session", channel: 0, own: call, to }), stop),
    async close() {
      line.close();
      await reading;
    },
  };
}

/** A circuit as the line of a federation link: its reading gives up after a while, and takes up where it left. */
export function linkOver(circuit: Circuit): OpenLine {
  let pending: Promise<Uint8Array | undefined> | undefined;
  return {
    async read(seconds) {
      pending ??= circuit.read();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silent = new Promise<"silent">((resolve) => {
        timer = setTimeout(() => resolve("silent"), seconds * 1000);
      });
      const got = await Promise.race([pending, silent]);
      clearTimeout(timer);
      if (got !== "silent") pending = undefined;
      return got;
    },
    write: (bytes) => circuit.write(bytes),
  };
}
