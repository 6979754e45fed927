/** A watch of gpsd: its reports, read one line at a time. */
import { isPlace, parseWithNan } from "../../base/mod.ts";
import type { ConnectionAddress } from "../config/address.ts";
import type { Io } from "../io.ts";
import { fixText, type GpsFix } from "../senses/senses.ts";
import { asNumber, asObject, asText, type Json } from "../json.ts";
import { type Heard, type Line, LineRefused } from "./driver.ts";
import { opened } from "./opened.ts";
import { TextLines } from "./text_lines.ts";

const PORT = 2947;
/** gpsd's own most is 10240 characters a report. */
const LINE = 10_240;
/** Lines that are no JSON before it is clear that no gpsd answers here. */
const MOST_STRANGE = 5;
const WATCH = '?WATCH={"enable":true,"json":true};\n';

/** The fix of a TPV report; undefined for one without. */
export function fixOf(report: Json): GpsFix | undefined {
  const lat = asNumber(report.lat, -90, 90), lon = asNumber(report.lon, -180, 180);
  const mode = report.mode === 3 ? 3 : report.mode === 2 ? 2 : undefined;
  if (mode === undefined || lat === undefined || lon === undefined || !isPlace(lat, lon)) return undefined;
  const timeMs = Date.parse(asText(report.time, 40) ?? "");
  // `alt` is what gpsd before 3.20 called it.
  const altitudeM = mode === 3 ? asNumber(report.altMSL ?? report.alt, -1000, 50_000) : undefined;
  const speedMs = asNumber(report.speed, 0, 1000), course = asNumber(report.track, 0, 360);
  const accuracyM = asNumber(report.eph ?? report.epx, 0, 100_000);
  return {
    lat,
    lon,
    mode,
    ...(Number.isFinite(timeMs) ? { timeMs } : {}),
    ...(altitudeM === undefined ? {} : { altitudeM }),
    ...(speedMs === undefined ? {} : { speedMs }),
    ...(course === undefined ? {} : { course }),
    ...(accuracyM === undefined ? {} : { accuracyM }),
  };
}

function reportOf(line: string): Json | undefined {
  try {
    return asObject(parseWithNan(line));
  } catch {
    return undefined;
  }
}

/** What one line says; `null` for what gpsd never writes. */
function read(line: string): Heard[] | null {
  const report = reportOf(line);
  switch (report?.class) {
    case "TPV": {
      const fix = fixOf(report);
      return fix
        ? [{ kind: "alive", word: "reading", detail: fixText(fix) }, { kind: "fix", fix }]
        : [{ kind: "alive", word: "connected", detail: "the GPS has no fix" }];
    }
    case "VERSION":
      return [{ kind: "alive", detail: `gpsd ${asText(report.release, 40) ?? ""}`.trim() }];
    case "DEVICES":
      return Array.isArray(report.devices) && report.devices.length === 0
        ? [{ kind: "alive", word: "connected", detail: "gpsd knows no GPS" }]
        : [{ kind: "alive" }];
    case "ERROR":
      return [{ kind: "alive", detail: `gpsd says: ${asText(report.message, 200) ?? "error"}` }];
    default:
      return typeof report?.class === "string" ? [{ kind: "alive" }] : null;
  }
}

/** Opens a watch of gpsd. */
export async function openGpsd({ host, port }: ConnectionAddress, io: Io, stop: AbortSignal): Promise<Line> {
  const { reader, writer, close, isClosed } = opened(await io.connect(host, port ?? PORT, stop));
  async function* heard(): AsyncGenerator<Heard> {
    const lines = new TextLines(LINE);
    let strange = 0;
    try {
      await writer.write(new TextEncoder().encode(WATCH));
      for (;;) {
        const { done, value } = await reader.read();
        if (done || isClosed()) return;
        for (const line of lines.push(value)) {
          if (line.trim() === "") continue;
          const said = read(line);
          if (said) {
            strange = 0;
            yield* said;
          } else if (++strange >= MOST_STRANGE) {
            throw new LineRefused("refused", "what answers there is no gpsd");
          }
        }
      }
    } finally {
      close();
    }
  }
  return { heard: heard(), close };
}
