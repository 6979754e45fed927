/** KISS over Bluetooth LE. Picked by a press, opened again by itself as long as the tab is open. */
import { browserWorld } from "../../phone/world.ts";
import { encodeKiss } from "../../../aprs/kiss.ts";
import { pause, type Picked, type PortEars, type RadioPort } from "./port.ts";
import { dropsIdleLinks, LEAST_PIECE, NAMES, PIECE, piecesOf, SERVICES, sidesOf } from "./sides.ts";
import { bluetooth, type BluetoothDevice, type Characteristic, type GattServer } from "./web_bluetooth.ts";

/** The first connecting often fails: so many tries, milliseconds between them, and how long one may take. */
const TRIES = 3, BETWEEN_MS = 1000, PATIENCE_MS = 15_000;
/** Without an answer to each piece a full buffer loses bytes silently: so long between two. */
const GAP_MS = 5;
/** An empty frame each so often keeps a link that would be dropped. Nothing goes on the air by it. */
const NOD_MS = 5000, NOD = Uint8Array.of(0xc0, 0xc0);

/** Lets the person pick a radio: only in the press of a button. */
export async function pickBle(): Promise<Picked & { id: string }> {
  const device = await bluetooth()!.requestDevice({
    filters: [
      ...SERVICES.map((service) => ({ services: [service] })),
      ...NAMES.map((namePrefix) => ({ namePrefix })),
    ],
    optionalServices: SERVICES,
  });
  return { ...pickedBle(device), id: device.id };
}

/** The radio of an earlier opening, where this browser still knows it. */
export async function knownBle(id: string): Promise<Picked | undefined> {
  const granted = await bluetooth()?.getDevices?.().catch(() => []);
  const device = granted?.find((one) => one.id === id);
  return device && pickedBle(device);
}

const pickedBle = (device: BluetoothDevice): Picked => ({
  kind: "ble",
  name: device.name ?? "",
  open: (ears) => openBle(device, ears),
});

async function openBle(device: BluetoothDevice, ears: PortEars): Promise<RadioPort> {
  const gatt = await connected(device);
  const { hears, takes } = await sides(gatt);
  let isOpen = true,
    line: Promise<unknown> = Promise.resolve(),
    nod = () => {};
  let size = PIECE;
  // Two operations at once fail: each waits for the one before.
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = line.then(act, act);
    line = done.catch(() => {});
    return done;
  };
  const hear = () => {
    const { value } = hears;
    if (isOpen && value) ears.bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice());
  };
  const write = (bytes: Uint8Array<ArrayBuffer>) =>
    inTurn(async () => {
      for (;;) {
        try {
          return await writePieces(takes, bytes, size);
        } catch (error) {
          // A link that takes less says so by failing; the TNC drops what stands before the next FEND.
          if (!gatt.connected || size === LEAST_PIECE) throw error;
          size = LEAST_PIECE;
        }
      }
    });
  const end = () => {
    if (!isOpen) return false;
    isOpen = false;
    nod();
    hears.removeEventListener("characteristicvaluechanged", hear);
    device.removeEventListener("gattserverdisconnected", lost);
    return true;
  };
  const lost = () => void (end() && ears.lost());
  device.addEventListener("gattserverdisconnected", lost);
  hears.addEventListener("characteristicvaluechanged", hear);
  // KISS goes only once this is answered.
  await inTurn(() => hears.startNotifications());
  if (dropsIdleLinks(device.name ?? "")) {
    const again = () => {
      if (isOpen) nod = browserWorld.later(() => void write(NOD).then(again, () => {}), NOD_MS);
    };
    again();
  }
  return {
    id: `ble:${device.id}`,
    kind: "ble",
    name: device.name ?? "",
    send: (clearance) => write(encodeKiss(clearance.take())),
    close() {
      if (!end()) return;
      void inTurn(() => hears.stopNotifications()).catch(() => {}).finally(() => gatt.disconnect());
    },
  };
}

/** A connection; `connect` of a browser may wait for ever. */
async function connected({ gatt }: BluetoothDevice): Promise<GattServer> {
  if (!gatt) throw new Error("the device has no services");
  for (let tries = 1;; tries++) {
    let onTime = () => {};
    const tooLate = new Promise<never>((_, fail) => {
      onTime = browserWorld.later(() => fail(new Error("no answer")), PATIENCE_MS);
    });
    try {
      return await Promise.race([gatt.connect(), tooLate]);
    } catch (error) {
      gatt.disconnect();
      if (tries === TRIES) throw error;
      await pause(BETWEEN_MS);
    } finally {
      onTime();
    }
  }
}

/** The two sides of the first service that has both. */
async function sides(gatt: GattServer): Promise<{ hears: Characteristic; takes: Characteristic }> {
  for (const uuid of SERVICES) {
    const service = await gatt.getPrimaryService(uuid).catch(() => undefined);
    const found = service && sidesOf(await service.getCharacteristics());
    if (found) return found;
  }
  gatt.disconnect();
  throw new Error("no service of it carries KISS");
}

async function writePieces(
  takes: Characteristic,
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<void> {
  const pieces = piecesOf(bytes, size), { write, writeWithoutResponse } = takes.properties;
  const isAnswered = write && (pieces.length > 1 || !writeWithoutResponse);
  for (const piece of pieces) {
    if (isAnswered) await takes.writeValueWithResponse(piece);
    else {
      await takes.writeValueWithoutResponse(piece);
      if (pieces.length > 1) await pause(GAP_MS);
    }
  }
}
