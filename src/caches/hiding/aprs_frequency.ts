/**
 * On which frequency APRS is usually sent on 2 m in a country. In the table stands only what at least two of these say,
 * and none of a country that they disagree about without a majority:
 * - the list at https://en.wikipedia.org/wiki/Automatic_Packet_Reporting_System ("Technical information"),
 * - the tables of trackers that fly over borders: https://github.com/DL7AD/pecanpico10 (`APRS_FREQ_…`) and
 *   https://tt7hab.blogspot.com/2017/02/aprs-automatic-packet-reporting-system.html,
 * - the band plan of IARU Region 1, e.g. https://www.uba.be/fr/organisaties/iaru/iaru-bandplan: "144.800 APRS".
 */
import { APRS_FREQUENCY, serviceCall, type Settings } from "../../settings/mod.ts";
import { entityOfCall } from "../rules/country.ts";

/** Frequencies in MHz and the main DXCC prefixes of where they are usual. All of Europe has `EUROPE`. */
const USUAL: Record<string, string> = {
  "144.390": "K KL VE XE CE HK YB 9M2 9M6",
  "144.575": "ZL",
  "144.620": "HL",
  "144.640": "BY",
  "144.660": "JA",
  "144.800": "UA9 ZS",
  "144.930": "LU CX",
  "145.175": "VK",
  "145.570": "PY",
};
const EUROPE = "144.800";
const BY_PREFIX = new Map(
  Object.entries(USUAL).flatMap(([mhz, prefixes]) => prefixes.split(" ").map((prefix) => [prefix, mhz])),
);

/** The usual frequency in a call's country, in MHz with three decimals; `undefined` where the sources do not agree. */
export function usualFrequency(call: string): string | undefined {
  const entity = entityOfCall(call);
  return entity && (BY_PREFIX.get(entity.main) ?? (entity.continent === "EU" ? EUROPE : undefined));
}

/** A frequency in MHz, and whether it is only what is usual in the country. */
interface AprsFrequency {
  mhz: string;
  usual: boolean;
}

/** What the operator has set; else what is usual in the country of the service call; `null` where nobody knows. */
export function aprsFrequency(settings: Settings): AprsFrequency | null {
  const set = settings.get(APRS_FREQUENCY);
  if (set !== undefined) return { mhz: set, usual: false };
  const mhz = usualFrequency(serviceCall(settings));
  return mhz === undefined ? null : { mhz, usual: true };
}
