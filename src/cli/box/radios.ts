/** The wizard's radios: what was found here and on the network, a MeshCom node, an internet feed, or none yet. */
import * as prompts from "@clack/prompts";
import {
  countedText,
  GOOD_FROM,
  GOOD_TO,
  type Io,
  isCircle,
  levelBar,
  listenTo,
  lookRound,
  nodeNearby,
  radioHere,
  readConnection,
  realIo,
  SILENCE,
} from "../../box/mod.ts";
import { isCall, isPublicAddress, normalCall, type World } from "../../base/mod.ts";
import { answer } from "./wizard_answers.ts";
import { askDevice } from "./device.ts";
import { tncsNearby } from "./nearby.ts";

const OTHER = "other", NODE = "node", FEED = "feed";
/** How long it waits for a datagram of a MeshCom node. */
const NODE_MS = 30_000;

interface RadioOptions {
  world: World;
  call: string;
  /** How long each radio is listened to. */
  seconds: number;
  /** Is told what was heard of the radio that is listened to. */
  heard?: (counted: { frames: number; direct: number }) => void;
}

/** Lets choose what is to be listened to; each is tried for a while. None is an answer too. */
export async function chooseRadios({ world, call, seconds, heard }: RadioOptions): Promise<string[]> {
  const io = realIo();
  const { deviceLines, hostDevices } = await radioHere();
  const [here, nearby, devices] = await Promise.all([
    lookRound(io),
    tncsNearby(world),
    hostDevices(io.files),
  ]);
  const plugged = deviceLines(devices).flatMap(({ what, address }) =>
    address === undefined ? [] : [{ what, address }]
  );
  const found = [...here, ...plugged, ...nearby];
  const chosen = await answer(prompts.multiselect({
    message: "What shall it listen to? Space marks; Enter goes on, also with nothing yet",
    required: false,
    options: [
      ...found.map(({ address, what }) => ({ value: address, label: what, hint: address })),
      { value: OTHER, label: "something else, by its address" },
      { value: NODE, label: "a MeshCom node on this network" },
      { value: FEED, label: "an internet feed (APRS-IS): others heard it, so it proves no find" },
    ],
  }));
  const asked: Record<string, () => Promise<string | undefined>> = {
    [OTHER]: askAddress,
    [NODE]: () => askNode(io),
    [FEED]: askCircle,
  };
  const kept: string[] = [];
  for (const one of chosen) {
    const isPlugged = plugged.some(({ address }) => address === one);
    const radio = asked[one] ? await asked[one]() : isPlugged ? await askDevice(one) : one;
    if (radio !== undefined) kept.push(...await tried(radio, { io, call, seconds, heard }));
  }
  warnOfTwice(kept);
  return kept;
}

const askAddress = async (): Promise<string> =>
  (await answer(prompts.text({
    message: "Its address (main.ts box setups shows some)",
    placeholder: "kiss://192.168.1.20:8001, aprsis://…, meshtastic:/dev/serial/by-id/…, gpsd://…",
    validate: (text) => {
      const read = text?.trim() ? readConnection(text) : "This is needed";
      return typeof read === "string" ? read : undefined;
    },
  }))).trim();

/** This host's addresses on the local network: a node is told one of them. */
const ownAddresses = (): string[] =>
  Deno.networkInterfaces().flatMap(({ family, address }) =>
    family === "IPv4" && !address.startsWith("127.") && !isPublicAddress(address) ? [address] : []
  );

async function askNode(io: Io): Promise<string | undefined> {
  const call = normalCall(
    await answer(prompts.text({
      message: "The node's call, with its SSID",
      placeholder: "OE1XYZ-12",
      validate: (text) => isCall(normalCall(text ?? "")) ? undefined : "This takes a callsign",
    })),
  );
  const own = ownAddresses();
  prompts.note(
    `--extudpip ${own[0] ?? "<the address of this box>"}\n--extudp on`,
    `Type this at the node's console${
      own.length > 1 ? ` (other addresses of this box: ${own.slice(1).join(", ")})` : ""
    }`,
  );
  const spinner = prompts.spinner();
  spinner.start(`Waiting ${NODE_MS / 1000} s for a node`);
  const from = await nodeNearby(io, NODE_MS);
  spinner.stop(from === undefined ? "No node was heard" : `A node at ${from}`);
  const address = from ?? (await answer(prompts.text({
    message: "The node's address; nothing leaves it out",
    placeholder: "192.168.1.50",
  })) ?? "").trim();
  return address === "" ? undefined : `meshcom://${address}?call=${call}`;
}

/** A circle round the box: the server sends what is heard of within 100 km. */
async function askCircle(): Promise<string | undefined> {
  const place = (await answer(prompts.text({
    message: "Where the box stands, as latitude and longitude; nothing leaves it out",
    placeholder: "48.2 16.4",
    validate: (text) =>
      !text?.trim() || isCircle(text) ? undefined : "This takes two numbers, such as 48.2 16.4",
  })) ?? "").trim();
  const [lat, lon] = place.split(/[ ,]+/);
  return place === "" ? undefined : `aprsis://rotate.aprs2.net:14580?filter=r/${lat}/${lon}/100`;
}

/** Listens to a radio for a while; gives it as it is to be kept, or nothing. Where nothing is heard nothing is waited for. */
export async function tried(
  radio: string,
  { io, call, seconds, heard: hear }: { io: Io } & Pick<RadioOptions, "call" | "seconds" | "heard">,
) {
  const read = readConnection(radio);
  if (typeof read !== "string" && read.driver.via === "none") return [radio];
  const spinner = prompts.spinner();
  spinner.start(`Listening to ${radio} for ${seconds} s`);
  // A level comes with each frame: neither may take the place of the other.
  let frames = "", loud = "";
  const tell = () => spinner.message([frames, loud].filter(Boolean).join("; "));
  const heard = await listenTo(radio, {
    io,
    call,
    ms: seconds * 1000,
    tell: (counted) => {
      frames = countedText(counted);
      hear?.(counted);
      tell();
    },
    tellLoudness: ({ level = null, any = level }) => {
      if (any === null) return;
      loud = `level ${levelBar(any)}, good between ${GOOD_FROM} and ${GOOD_TO}`;
      tell();
    },
  });
  const silent = typeof heard === "string" || heard.frames === 0;
  const came = typeof heard === "string" ? heard : [countedText(heard), loud].filter(Boolean).join("; ");
  spinner.stop(`${radio}: ${came}`);
  if (silent) prompts.note(SILENCE.map((why, i) => `${i + 1}. ${why}`).join("\n"), "Nothing heard? Mostly:");
  if (silent && !await answer(prompts.confirm({ message: "Take it all the same?" }))) return [];
  const site = siteOf(radio, call);
  const own = site !== undefined && await answer(prompts.confirm({ message: OWN }));
  return [own ? withSite(radio, site) : radio];
}

/** The station whose receiver a connection may be: the box's own, or a MeshCom node's; undefined for a feed. */
function siteOf(radio: string, call: string): string | undefined {
  if (radio.startsWith("aprsis:")) return undefined;
  return /^(kiss|agwpe|sound|rtlsdr):/.test(radio) ? call : /[?&]call=([^&]+)/.exec(radio)?.[1];
}

const OWN = "Is this your own receiver, at this place?";

/** Connections as they were given; at a terminal it is asked of each whether it is this box's own receiver. */
export async function withSites(radios: readonly string[], call: string, asks: boolean): Promise<string[]> {
  const kept: string[] = [];
  for (const one of radios) {
    const site = siteOf(one, normalCall(call));
    const isOpen = asks && site !== undefined && !/[?&]site=/.test(one);
    const own = isOpen && await answer(prompts.confirm({ message: `${one}: ${OWN.toLowerCase()}` }));
    kept.push(own ? withSite(one, site) : one);
  }
  return kept;
}

/** What is said of connections that name no station of their own: what they hear counts for nothing. */
export const siteless = (radios: readonly string[], call: string): string[] =>
  radios.flatMap((one) => {
    const site = siteOf(one, call);
    if (site === undefined || /[?&]site=/.test(one)) return [];
    return [
      `${one} names no station of its own: what it hears counts for nothing. Is it your own receiver? Then it is ` +
      `${withSite(one, site)} in connections of box.json.`,
    ];
  });

/** Marks a radio as this box's own receiver, unless it is marked already. */
export const withSite = (address: string, site: string): string =>
  /[?&]site=/.test(address) ? address : `${address}${address.includes("?") ? "&" : "?"}site=${site}`;

/** The same TNC twice gives each frame twice: harmless, but no second receiver. */
function warnOfTwice(radios: readonly string[]): void {
  const hosts = radios.flatMap((one) => /^(?:kiss|agwpe):\/\/([^:/?]+)/.exec(one)?.[1] ?? []);
  if (new Set(hosts).size < hosts.length) {
    prompts.log.warn(
      "Two of these lead to one host: a TNC on KISS and AGWPE gives each frame twice. One is enough.",
    );
  }
}
