/** What is asked about a sound card or a stick before it is taken. */
import * as prompts from "@clack/prompts";
import { type HostDevices, readConnection } from "../../box/mod.ts";
import { answer } from "./wizard_answers.ts";

const OTHER = "other";

/** The frequencies of APRS where most people are. */
const FREQUENCIES = [
  { value: "144.8", label: "144.800 MHz: Europe, Africa" },
  { value: "144.39", label: "144.390 MHz: North America" },
  { value: "145.175", label: "145.175 MHz: Australia" },
  { value: OTHER, label: "another one" },
];

/** Completes the address of something plugged in: a stick has to know its frequency. */
export async function askDevice(address: string): Promise<string> {
  if (!address.startsWith("rtlsdr:")) return address;
  const chosen = await answer(
    prompts.select({ message: "On which frequency shall it listen?", options: FREQUENCIES }),
  );
  const mhz = chosen !== OTHER ? chosen : await answer(prompts.text({
    message: "The frequency in megahertz",
    placeholder: "144.8",
    validate: (text) => {
      const read = readConnection(`${address}?mhz=${text?.trim() ?? ""}`);
      return typeof read === "string" ? read : undefined;
    },
  }));
  return `${address}?mhz=${mhz.trim()}`;
}

/** Asks how the radio behind a card is keyed; the address without an answer where it only receives. */
export async function askKeying(address: string, { cards, serial }: HostDevices): Promise<string> {
  if (!address.startsWith("sound:")) return address;
  const card = cards.find(({ id }) => address === `sound://${id}`);
  const keyed = await answer(prompts.select({
    message: "What is connected to it?",
    options: [
      { value: "", label: "a receiver, or a radio that shall only receive" },
      ...(card?.hid === undefined
        ? []
        : [{ value: "cm108", label: "a radio that the adapter itself keys (CM108)" }]),
      ...serial.flatMap((path) => [
        { value: `rts:${path}`, label: "a radio keyed by the RTS line of", hint: path },
        { value: `dtr:${path}`, label: "a radio keyed by the DTR line of", hint: path },
      ]),
      { value: "rig:localhost:4532", label: "a radio keyed through Hamlib's rigctld on this host" },
      { value: "gpio", label: "a radio keyed by a pin of this computer (GPIO)" },
      { value: "vox", label: "a radio that keys itself by the sound" },
    ],
  }));
  if (keyed === "") return address;
  const ptt = keyed !== "gpio" ? keyed : `gpio:${await answer(prompts.text({
    message: "The number of the pin",
    placeholder: "25",
    validate: (text) => /^\d{1,3}$/.test(text?.trim() ?? "") ? undefined : "This takes a number",
  }))}`;
  const open = await answer(prompts.confirm({
    message:
      "Open this radio's own transmit lock? The box's switch, the gateway's leave and silence still count",
    initialValue: false,
  }));
  return `${address}?ptt=${ptt.trim()}${open ? "&tx=on" : ""}`;
}
