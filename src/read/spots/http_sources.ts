/**
 * The four sources that answer over HTTP. Each reads what it knows of an answer and skips rows that do not fit; only
 * an answer without a list is an error, so that a source's small changes cost rows and not the whole source.
 */
import { boxOfLocator, joined, type World } from "../../base/mod.ts";
import { textOfBytes } from "../../foreign/mod.ts";
import type { RawSpot } from "./spot.ts";

/** No source's answer is this large; more is not read. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;
const ANSWER_TIMEOUT_MS = 15_000;

/** A source that answered with an error, too much, or something that is not a list. */
class SourceDown extends Error {}

async function get(world: World, url: string, agent: string): Promise<string> {
  const answer = await world.fetch(url, {
    headers: { "user-agent": agent, accept: "application/json, application/xml;q=0.9" },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw new SourceDown(`${new URL(url).host} answered ${answer.status}`);
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of answer.body) {
    size += piece.length;
    if (size > ANSWER_MAX_BYTES) {
      throw new SourceDown(`${new URL(url).host} answered more than ${ANSWER_MAX_BYTES} bytes`);
    }
    pieces.push(piece);
  }
  return textOfBytes(joined(pieces)).text;
}

type Row = Record<string, unknown>;
const text = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
const number = (value: unknown): number | undefined => {
  const read = typeof value === "number"
    ? value
    : typeof value === "string" && value.trim()
    ? Number(value)
    : NaN;
  return Number.isFinite(read) ? read : undefined;
};
/** A time without a zone is UTC: amateur radio has no other. */
const time = (value: unknown): number => {
  const written = text(value) ?? "";
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(written) ? written : `${written}Z`) / 1000;
};

/** The rows of a JSON answer that is a list, or holds one under `key`. */
function rows(json: string, key?: string): Row[] {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    throw new SourceDown("the answer is not JSON");
  }
  const list = key && read && typeof read === "object" && !Array.isArray(read) ? (read as Row)[key] : read;
  if (!Array.isArray(list)) throw new SourceDown("the answer is not a list");
  return list.filter((row): row is Row => typeof row === "object" && row !== null);
}

/** Parks on the Air: frequencies are kilohertz as text, times UTC without a zone. */
export async function fetchPota(world: World, agent: string): Promise<RawSpot[]> {
  return rows(await get(world, "https://api.pota.app/spot/activator", agent)).flatMap((row) => {
    const callsign = text(row.activator);
    if (!callsign || row.invalid === true) return [];
    const kilohertz = number(row.frequency);
    return [{
      callsign,
      ref: text(row.reference),
      name: text(row.name) ?? text(row.parkName),
      lat: number(row.latitude),
      lon: number(row.longitude),
      freqHz: kilohertz === undefined ? undefined : kilohertz * 1000,
      mode: text(row.mode),
      comment: text(row.comments),
      spottedAt: time(row.spotTime),
    }];
  });
}

/** Places of summits, since spots name only their codes. Kept as long as the process runs: summits stay. */
export class Summits {
  private readonly places = new Map<string, { lat: number; lon: number } | undefined>();

  /** The summit's place, asked for once; `undefined` when the source does not know it. */
  async place(world: World, agent: string, code: string): Promise<{ lat: number; lon: number } | undefined> {
    if (this.places.has(code)) return this.places.get(code);
    if (!/^[A-Z0-9]{1,4}\/[A-Z0-9]{2}-\d{3}$/.test(code)) return undefined;
    const summit = JSON.parse(
      await get(world, `https://api-db2.sota.org.uk/api/summits/${code}`, agent),
    ) as Row;
    const lat = number(summit?.latitude), lon = number(summit?.longitude);
    const place = lat === undefined || lon === undefined ? undefined : { lat, lon };
    this.places.set(code, place);
    return place;
  }
}

/** Summits asked for in one round: the source wants few calls. The rest come in later rounds. */
const SUMMITS_A_ROUND = 10;

/** Summits on the Air: frequencies are megahertz, as number or text. */
export async function fetchSota(world: World, agent: string, summits: Summits): Promise<RawSpot[]> {
  const ended = new Set<string>();
  const spots = rows(await get(world, "https://api-db2.sota.org.uk/api/spots/50/all/all", agent)).flatMap(
    (row) => {
      const callsign = text(row.activatorCallsign);
      if (!callsign) return [];
      const code = text(row.summitCode) ?? "";
      const association = text(row.associationCode);
      const megahertz = number(row.frequency);
      const ref = (code.includes("/") || !association ? code : `${association}/${code}`).toUpperCase();
      // Newest first: one that says QRT ends what stood before it.
      const who = `${callsign} ${ref}`;
      if (text(row.type)?.toUpperCase() === "QRT") ended.add(who);
      if (ended.has(who)) return [];
      return [{
        callsign,
        ref: ref || undefined,
        name: text(row.summitName) ?? text(row.summitDetails),
        freqHz: megahertz === undefined ? undefined : megahertz * 1e6,
        mode: text(row.mode),
        comment: text(row.comments),
        spottedAt: time(row.timeStamp),
      } as RawSpot];
    },
  );
  let asked = 0;
  for (const spot of spots) {
    if (!spot.ref || asked >= SUMMITS_A_ROUND) continue;
    asked++;
    // A summit that cannot be had leaves its spot without a place.
    const place = await summits.place(world, agent, spot.ref).catch(() => undefined);
    if (place) Object.assign(spot, place);
  }
  return spots;
}

/** Global Mountain Activity: kilohertz, DATE `yyyymmdd` and TIME `hhmm` UTC, as text or number. */
export async function fetchGma(world: World, agent: string): Promise<RawSpot[]> {
  return rows(await get(world, "https://www.cqgma.org/api/spots/25/", agent), "RCD").flatMap((row) => {
    const callsign = text(row.ACTIVATOR);
    const date = /^(\d{4})(\d\d)(\d\d)$/.exec(text(row.DATE) ?? "");
    const clock = /^(\d\d):?(\d\d)/.exec((text(row.TIME) ?? "").padStart(4, "0"));
    if (!callsign || !date || !clock) return [];
    const kilohertz = number(row.QRG);
    return [{
      callsign,
      ref: text(row.REF),
      name: text(row.NAME),
      lat: number(row.LAT),
      lon: number(row.LON),
      freqHz: kilohertz === undefined ? undefined : kilohertz * 1000,
      mode: text(row.MODE),
      comment: text(row.TEXT),
      spottedAt: Date.UTC(+date[1]!, +date[2]! - 1, +date[3]!, +clock[1]!, +clock[2]!) / 1000,
    }];
  });
}

/** Reads an answer in XML. The library is loaded by the first one. */
async function readXml(text: string): Promise<unknown> {
  const { XMLParser } = await import("fast-xml-parser");
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseAttributeValue: false,
    isArray: (name) => name === "receptionReport",
  }).parse(text);
}

/** The end of a contact by FT8: it looks like a locator in the Arctic Ocean, and some programs report it as one. */
const SIGN_OFF = "RR73";

/** PSK Reporter: who was heard, placed by the centre of the locator that was sent. */
export async function fetchPskReporter(world: World, agent: string): Promise<RawSpot[]> {
  const url =
    "https://retrieve.pskreporter.info/query?rronly=1&noactive=1&flowStartSeconds=-900&rptlimit=500";
  const read = (await readXml(await get(world, url, agent))) as {
    receptionReports?: { receptionReport?: Row[] } | "";
  };
  if (read.receptionReports === undefined) throw new SourceDown("the answer holds no receptionReports");
  return ((read.receptionReports || {}).receptionReport ?? []).flatMap((row) => {
    const callsign = text(row.senderCallsign);
    if (!callsign) return [];
    const locator = (text(row.senderLocator) ?? "").slice(0, 6);
    const box = locator.toUpperCase() === SIGN_OFF ? undefined : boxOfLocator(locator);
    const heardBy = text(row.receiverCallsign);
    return [{
      callsign,
      ...(box ? { lat: (box.minLat + box.maxLat) / 2, lon: (box.minLon + box.maxLon) / 2 } : {}),
      freqHz: number(row.frequency),
      mode: text(row.mode),
      comment: heardBy
        ? `heard by ${heardBy}${row.sNR === undefined ? "" : `, ${text(row.sNR)} dB`}`
        : undefined,
      spottedAt: number(row.flowStartSeconds) ?? NaN,
    }];
  });
}
