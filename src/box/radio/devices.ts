/**
 * What of a radio's is plugged in here: sound cards, adapters whose own pin keys a transmitter, serial ports, and sticks that
 * receive by themselves. Read from the system's trees; nothing is opened.
 */
import { BY_ID } from "../config/address.ts";
import type { HostFiles } from "./host_files.ts";

interface SoundCard {
  /** ALSA's name of it, which stays the same where numbers swap: `Device`. */
  id: string;
  name: string;
  captures: boolean;
  plays: boolean;
  /** The adapter's own pin that keys a transmitter (`PTT CM108`); undefined for a card without. */
  hid?: string;
}

/** A stick that `rtl_fm` receives with. */
interface Stick {
  serial: string;
  name: string;
}

export interface HostDevices {
  cards: SoundCard[];
  /** Serial devices, by names that stay the same. */
  serial: string[];
  sticks: Stick[];
}

const CARDS = "/proc/asound", HIDS = "/sys/class/hidraw", USB = "/sys/bus/usb/devices";
/** More of a kind than anybody plugs in is not looked at. */
const MOST = 64;
/** Makers of the chips with a pin for PTT: C-Media, Solid State System, and the All-In-One-Cable. */
const KEYING = /^(0d8c|0c76):|^1209:7388$/i;
/** Realtek's receivers as librtlsdr knows them. */
const RTL = /^0bda:(2832|2838)$/i;

const CARD = /^ {0,3}(\d{1,2}) \[([^\]]{1,32})\]: (.{1,200})\n {1,40}(.{1,200})$/gm;

/** Cards of `/proc/asound/cards`, two lines each. */
const cardsOf = (text: string) =>
  [...text.matchAll(CARD)].slice(0, MOST).map(([, number, id, short, long]) => ({
    number: Number(number),
    id: id!.trim(),
    name: short!.replace(/^.{1,40}? - /, "").trim(),
    /** Where it is plugged in: `usb-0000:00:14.0-1`; empty for a card inside the host. */
    plug: / at (usb-[^,]{1,80}),/.exec(long!)?.[1] ?? "",
  }));

/** Which cards hear and which play, by `/proc/asound/pcm`: `01-00: USB Audio : USB Audio : playback 1 : capture 1`. */
const does = (pcm: string, number: number, what: "capture" | "playback"): boolean =>
  pcm.split("\n").some((line) =>
    Number(/^(\d{2})-/.exec(line)?.[1]) === number && line.includes(`: ${what} `)
  );

interface Hid {
  path: string;
  usb: string;
  plug: string;
}

/** HID devices that could be a card's pin. */
async function hidsOf(files: HostFiles): Promise<Hid[]> {
  const names = (await files.list(HIDS)).slice(0, MOST);
  const read = await Promise.all(names.map(async (name) => {
    const text = await files.read(`${HIDS}/${name}/device/uevent`) ?? "";
    const id = /^HID_ID=[0-9A-F]{4}:0000([0-9A-F]{4}):0000([0-9A-F]{4})$/m.exec(text);
    const plug = /^HID_PHYS=([^/\n]{1,80})/m.exec(text)?.[1] ?? "";
    return id ? [{ path: `/dev/${name}`, usb: `${id[1]}:${id[2]}`.toLowerCase(), plug }] : [];
  }));
  return read.flat().filter(({ usb }) => KEYING.test(usb));
}

async function sticksOf(files: HostFiles): Promise<Stick[]> {
  const names = (await files.list(USB)).filter((name) => !name.includes(":")).slice(0, MOST);
  const of = async (name: string, what: string) => (await files.read(`${USB}/${name}/${what}`) ?? "").trim();
  const read = await Promise.all(names.map(async (name) => {
    const [vendor, product] = await Promise.all([of(name, "idVendor"), of(name, "idProduct")]);
    if (!RTL.test(`${vendor}:${product}`)) return [];
    const [serial, title] = await Promise.all([of(name, "serial"), of(name, "product")]);
    return [{ serial: /^[A-Za-z0-9._-]{1,64}$/.test(serial) ? serial : "0", name: title || "RTL2838" }];
  }));
  return read.flat();
}

/** The sound cards; none where the host has no sound at all. */
export async function soundCards(files: HostFiles): Promise<SoundCard[]> {
  const [cards = "", pcm = "", hids] = await Promise.all([
    files.read(`${CARDS}/cards`),
    files.read(`${CARDS}/pcm`),
    hidsOf(files),
  ]);
  return cardsOf(cards).map(({ number, id, name, plug }) => {
    const hid = plug === "" ? undefined : hids.find((one) => one.plug === plug);
    return {
      id,
      name,
      captures: does(pcm, number, "capture"),
      plays: does(pcm, number, "playback"),
      ...(hid ? { hid: hid.path } : {}),
    };
  });
}

/** Everything that is plugged in. */
export async function hostDevices(files: HostFiles): Promise<HostDevices> {
  const [cards, serial, sticks] = await Promise.all([
    soundCards(files),
    files.list(BY_ID),
    sticksOf(files),
  ]);
  return { cards, serial: serial.slice(0, MOST).map((name) => `${BY_ID}/${name}`), sticks };
}

/** The same as lines for people, each with the connection that takes it where there is one. */
export function deviceLines({ cards, serial, sticks }: HostDevices): { what: string; address?: string }[] {
  return [
    ...cards.map(({ id, name, captures, hid }) => ({
      what: `sound card ${id}: ${name}${captures ? "" : ", plays only"}${
        hid === undefined ? "" : `, keys a transmitter by itself (CM108, ${hid})`
      }`,
      ...(captures ? { address: `sound://${id}` } : {}),
    })),
    ...sticks.map(({ serial: one, name }) => ({
      what: `receiver stick ${one}: ${name}`,
      address: `rtlsdr://${one}`,
    })),
    ...serial.map((path) => ({ what: `serial port ${path}` })),
  ];
}
