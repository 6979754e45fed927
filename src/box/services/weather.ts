/**
 * The weather at the box, as a weather program on the same host leaves it: `wxnow.txt`, two lines of which the second is
 * the report as it goes on the air (`services.beacon.weather`: the file's path).
 */
import { decodeTnc2, isUnreadable, positionInfo } from "../../aprs/mod.ts";
import type { OnAir, OnHost } from "../parts.ts";
import { asObject, asText } from "../json.ts";

/** Seconds after which a report is too old, most bytes of the file, most characters of the report. */
const FRESH_S = 900, MOST_BYTES = 1000, MOST_REPORT = 100;

/** The report that follows the box's place in a beacon. Throws an error that says why there is none. */
export function weatherInfo(
  parts: Pick<OnAir, "switches"> & Pick<OnHost, "world">,
  { lat, lon }: { lat: number; lon: number },
): { info: string } | { why: string } {
  const path = asText(asObject(parts.switches.file.services.beacon).weather, 4096);
  if (path === undefined) return { why: "this box has no weather: services.beacon.weather in box.json" };
  let text: string, age: number;
  try {
    const { size, mtime } = Deno.statSync(path);
    if (size > MOST_BYTES) return { why: `${path} is not in the form of a wxnow.txt` };
    // By the host's own clock, right or wrong: the program that writes the file has no other.
    age = (parts.world.nowMs() - (mtime?.getTime() ?? 0)) / 1000;
    text = Deno.readTextFileSync(path);
  } catch (error) {
    return { why: `${path} cannot be read: ${(error as Error).message.split(" (os", 1)[0]}` };
  }
  if (Math.abs(age) > FRESH_S) {
    return { why: `the weather in ${path} is ${Math.round(age / 60)} minutes old` };
  }
  const report = (text.split(/\r?\n/)[1] ?? "").trim();
  const info = positionInfo(lat, lon, "/_", report);
  const packet = decodeTnc2(new TextEncoder().encode(`N0CALL>APRS:${info}`), parts.world.now());
  const isWeather = !isUnreadable(packet) && packet.content.kind === "position" &&
    packet.content.weather !== undefined;
  if (report.length > MOST_REPORT || !/^[ -~]*$/.test(report) || !isWeather) {
    return { why: `${path} is not in the form of a wxnow.txt` };
  }
  return { info };
}
