/** KISS over Web Serial (WICG/serial): USB, and classic Bluetooth where the browser lists it as a port. */
import { encodeKiss } from "../../../aprs/kiss.ts";
import { pause, type Picked, type PortEars, type RadioPort } from "./port.ts";

/** What of Web Serial is used. */
interface SerialPort extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number; bufferSize?: number }): Promise<void>;
  setSignals?(signals: { dataTerminalReady?: boolean; requestToSend?: boolean }): Promise<void>;
  close(): Promise<void>;
}
interface WebSerial {
  requestPort(): Promise<SerialPort>;
  getPorts(): Promise<SerialPort[]>;
}
/** The browser's own; `undefined` where it has none. */
export const serial = (): WebSerial | undefined => (navigator as { serial?: WebSerial }).serial;

/** Kinds of devices, by what they need before they speak KISS. */
interface Device {
  baud: number;
  /** The line by which a TNC knows that somebody is there; boards with a bootloader are reset by it. */
  dtr: boolean;
  /** Lines that bring it into KISS. One that is in it takes them for noise. */
  enter?: readonly string[];
}
const DEVICES = {
  nino: { baud: 57_600, dtr: true },
  mobilinkd: { baud: 115_200, dtr: true },
  lora: { baud: 115_200, dtr: false },
  tnc: { baud: 9600, dtr: true, enter: ["KISS ON", "RESTART"] },
  kenwood: { baud: 9600, dtr: true, enter: ["TC 1", "TN 2,0", "HBAUD 1200", "KISS ON", "RESTART"] },
} as const satisfies Record<string, Device>;
export type DeviceName = keyof typeof DEVICES;
export const DEVICE_NAMES = Object.keys(DEVICES) as DeviceName[];

/** Milliseconds between two lines, and after a board was opened that may begin anew. */
const LINE_MS = 300, BOOT_MS = 2000;
/** Bytes that the browser holds for us. */
const ROOM = 8192;
/** An empty frame ends what a device took for text; the word that leaves KISS. */
const EMPTY = Uint8Array.of(0xc0, 0xc0), LEAVE = Uint8Array.of(0xc0, 0xff, 0xc0);

/** Lets the person pick a port: only in the press of a button. */
export const pickUsb = async (device: DeviceName): Promise<Picked> =>
  pickedUsb(await serial()!.requestPort(), device);

/** The port of an earlier opening: browsers keep what was granted. */
export async function knownUsb(device: DeviceName): Promise<Picked | undefined> {
  const [only, ...more] = await serial()?.getPorts().catch(() => []) ?? [];
  return only && more.length === 0 ? pickedUsb(only, device) : undefined;
}

let picked = 0;
const pickedUsb = (port: SerialPort, name: DeviceName): Picked => {
  const id = `usb:${++picked}`;
  return { kind: "usb", name: "", open: (ears) => openUsb(port, DEVICES[name], id, ears) };
};

async function openUsb(port: SerialPort, device: Device, id: string, ears: PortEars): Promise<RadioPort> {
  await port.open({ baudRate: device.baud, bufferSize: ROOM });
  // One after the other: browsers do not agree on the order within one call.
  await port.setSignals?.({ dataTerminalReady: device.dtr }).catch(() => {});
  await port.setSignals?.({ requestToSend: device.dtr }).catch(() => {});
  if (!device.dtr) await pause(BOOT_MS);
  const reader = port.readable!.getReader(), writer = port.writable!.getWriter();
  let isOpen = true;
  const close = async (leaves: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    if (leaves && device.enter) await writer.write(LEAVE).catch(() => {});
    await reader.cancel().catch(() => {});
    reader.releaseLock();
    writer.releaseLock();
    await port.close().catch(() => {});
  };
  const read = async () => {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || !isOpen) break;
        ears.bytes(value);
      }
    } catch {
      // It was pulled out.
    }
    if (!isOpen) return;
    await close(false);
    ears.lost();
  };
  void read();
  for (const line of device.enter ?? []) {
    await writer.write(new TextEncoder().encode(`${line}\r`));
    await pause(LINE_MS);
  }
  if (device.enter) await writer.write(EMPTY);
  return {
    id,
    kind: "usb",
    name: "",
    send: (clearance) => writer.write(encodeKiss(clearance.take())),
    close: () => void close(true),
  };
}
