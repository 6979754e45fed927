/**
 * ACMA's register of radiocommunications licences (`spectra_rrl.zip`): `device_details.csv` has the call signs, `licence.csv` beside
 * it the state and the end of each licence. Of both the amateur service alone is read: repeaters and beacons, since operators have a
 * class licence that stands in no register.
 */
import { recordsOf } from "../csv_records.ts";
import { BrokenRegister } from "../broken_register.ts";

/** The amateur service (SV_ID of `licence.csv`). */
const AMATEUR = "6";
/** Licences of that service; there are a few thousand. */
const MOST_LICENCES = 200_000;

type OnSkip = (line: number, why: string) => void;

/** Where columns are, by a heading; throws where one is missing. */
function columnsOf<Name extends string>(heading: readonly string[], names: readonly Name[], file: string) {
  const upper = heading.map((name) => name.trim().toUpperCase());
  const missing = names.filter((name) => !upper.includes(name));
  if (missing.length > 0) throw new BrokenRegister(`${file} has no column ${missing.join(", ")}`);
  return Object.fromEntries(names.map((name) => [name, upper.indexOf(name)])) as Record<Name, number>;
}

/** State and end of each amateur licence, by its number. */
async function licencesOf(bytes: AsyncIterable<Uint8Array>): Promise<Map<string, [string, string]>> {
  const licences = new Map<string, [string, string]>();
  let at: Record<"LICENCE_NO" | "SV_ID" | "STATUS_TEXT" | "DATE_OF_EXPIRY", number> | undefined;
  for await (const { record } of recordsOf(bytes, () => {})) {
    if (!at) {
      at = columnsOf(record, ["LICENCE_NO", "SV_ID", "STATUS_TEXT", "DATE_OF_EXPIRY"], "licence.csv");
    } else if (record[at.SV_ID] === AMATEUR) {
      if (licences.size >= MOST_LICENCES) {
        throw new BrokenRegister("licence.csv has more licences than there are");
      }
      licences.set(record[at.LICENCE_NO] ?? "", [
        record[at.STATUS_TEXT] ?? "",
        record[at.DATE_OF_EXPIRY] ?? "",
      ]);
    }
  }
  return licences;
}

/** Rows of amateur call signs. Devices of other services are none, and no refusals. */
export async function* devicesOf(
  devices: AsyncIterable<Uint8Array>,
  licences: AsyncIterable<Uint8Array>,
  skipped: OnSkip,
): AsyncGenerator<{ line: number; fields: unknown[] }> {
  const amateurs = await licencesOf(licences);
  let at: Record<"LICENCE_NO" | "CALL_SIGN", number> | undefined;
  for await (const { line, record } of recordsOf(devices, skipped)) {
    if (!at) {
      at = columnsOf(record, ["LICENCE_NO", "CALL_SIGN"], "device_details.csv");
      continue;
    }
    const licence = amateurs.get(record[at.LICENCE_NO] ?? ""), call = record[at.CALL_SIGN] ?? "";
    if (licence && call !== "") yield { line, fields: [call, ...licence] };
  }
}
