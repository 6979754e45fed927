/** Information fields that this gateway sends: messages, answers, beacons, third-party wrapping. */
import { encodeTnc2 } from "./tnc2.ts";
import type { Packet, Weather } from "./packet.ts";
import { MILE_M } from "./position.ts";

/** What a text may hold on the air: printable ASCII without the bar, tilde and brace (APRS101 chapter 14). */
export const messageText = (text: string): string =>
  text.replaceAll("ß", "ss").normalize("NFKD").replace(/[^\x20-\x7e]/g, "").replace(/[|~{]/g, "").trim();

/** `:ADDRESSEE:text{number`. */
export const messageInfo = (addressee: string, text: string, number?: string): string =>
  `:${addressee.padEnd(9)}:${text}${number ? `{${number}` : ""}`;

/** The answer to a message: the whole number as sent, reply-ack form included. */
export const ackInfo = (addressee: string, number: string, kind: "ack" | "rej" = "ack"): string =>
  messageInfo(addressee, `${kind}${number}`);

const pad = (value: number, width: number): string => String(value).padStart(width, "0");

/** Degrees as `ddmm.hh` or `dddmm.hh`, rounded once so that 59.999 minutes carry over. */
function degreesMinutes(degrees: number, width: 2 | 3): string {
  const hundredths = Math.round(Math.abs(degrees) * 6000);
  const minutes = hundredths % 6000;
  return pad((hundredths - minutes) / 6000, width) + pad(Math.floor(minutes / 100), 2) + "." +
    pad(minutes % 100, 2);
}

/** `=ddmm.hhN/dddmm.hhW>comment`: a position of one who takes messages. `symbol`: table and code. */
export function positionInfo(lat: number, lon: number, symbol = "/>", comment = ""): string {
  return "=" + degreesMinutes(lat, 2) + (lat < 0 ? "S" : "N") + symbol[0] + degreesMinutes(lon, 3) +
    (lon < 0 ? "W" : "E") + symbol[1] + comment;
}

/** A lettered field. What needs more digits than it has is left out like a value that is not there: cut, it would be another. */
const imperial = (value: number | undefined, letter: string, width: number, unknown = "."): string => {
  const whole = value === undefined ? undefined : Math.round(value);
  const text = whole === undefined ? undefined : whole < 0 ? `-${pad(-whole, width - 1)}` : pad(whole, width);
  return text?.length === width ? letter + text : unknown === "" ? "" : letter + unknown.repeat(width);
};

/** A weather report without a time: position and fields (APRS101 chapter 12). Takes metric values. */
export function weatherInfo(
  at: { lat: number; lon: number },
  weather: Omit<Weather, "luminosityWm2" | "snowMm">,
  comment = "",
): string {
  const mph = (ms?: number) => ms === undefined ? undefined : ms * 3600 / MILE_M;
  const inches = (mm?: number) => mm === undefined ? undefined : mm / 0.254;
  const { humidity, tempC } = weather;
  return "!" + positionInfo(at.lat, at.lon, "/_").slice(1) +
    imperial(weather.windDirection, "", 3) + imperial(mph(weather.windMs), "/", 3) +
    imperial(mph(weather.gustMs), "g", 3) +
    imperial(tempC === undefined ? undefined : tempC * 9 / 5 + 32, "t", 3) +
    imperial(inches(weather.rain1hMm), "r", 3, "") + imperial(inches(weather.rain24hMm), "p", 3, "") +
    imperial(inches(weather.rainTodayMm), "P", 3, "") +
    imperial(humidity === undefined ? undefined : Math.round(humidity) % 100, "h", 2, "") +
    imperial(weather.pressureHpa === undefined ? undefined : weather.pressureHpa * 10, "b", 5, "") + comment;
}

/** `}SRC>DST,TCPIP,GATE*:info`: how a packet from the Internet goes on the air (domain: IGate rules). */
export function thirdPartyInfo(inner: Pick<Packet, "source" | "destination" | "info">, gate: string): string {
  const path = [{ call: "TCPIP", used: false }, { call: gate, used: true }];
  const { source, destination, info } = inner;
  return "}" + encodeTnc2({ source, destination, info, path });
}

/** The 15-bit number that APRS-IS servers ask for. Anyone can compute it: it proves nothing about a person. */
export function aprsIsPasscode(call: string): number {
  const dash = call.indexOf("-");
  const base = (dash < 0 ? call : call.slice(0, dash)).toUpperCase();
  let hash = 0x73e2;
  for (let i = 0; i < base.length; i += 2) {
    hash ^= base.charCodeAt(i) << 8;
    if (i + 1 < base.length) hash ^= base.charCodeAt(i + 1);
  }
  return hash & 0x7fff;
}
