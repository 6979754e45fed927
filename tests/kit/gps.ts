/** A real gpsd whose receiver is gpsfake, which plays NMEA sentences to it. */
import { freePort } from "./free_port.ts";

export const GPSD = ["/usr/sbin/gpsd", "gpsfake"];

/** A sentence with its checksum. */
function sentence(body: string): string {
  let sum = 0;
  for (const sign of body) sum ^= sign.charCodeAt(0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, "0")}\r\n`;
}

const two = (value: number) => String(value).padStart(2, "0");

/** A walk northwards from 48.2 N 16.36667 E, a point a second, at 30 knots. `fix` false: no satellites are seen. */
export function walk(from: Date, seconds: number, fix = true): string {
  let text = "";
  for (let n = 0; n < seconds; n++) {
    const at = new Date(from.getTime() + n * 1000);
    const time = `${two(at.getUTCHours())}${two(at.getUTCMinutes())}${two(at.getUTCSeconds())}.00`;
    const day = `${two(at.getUTCDate())}${two(at.getUTCMonth() + 1)}${two(at.getUTCFullYear() % 100)}`;
    const lat = `${(4812 + n * 0.03).toFixed(3)},N`, lon = "01622.000,E";
    text += fix
      ? sentence(`GPRMC,${time},A,${lat},${lon},030.0,045.0,${day},,,A`) +
        sentence(`GPGGA,${time},${lat},${lon},1,08,0.9,171.0,M,43.0,M,,`) +
        sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.5,0.9,1.2")
      : sentence(`GPRMC,${time},V,,,,,,,${day},,,N`) + sentence(`GPGGA,${time},,,,,0,00,,,,,,,`);
  }
  return text;
}

/** Starts gpsfake, which starts gpsd on a port of its own and plays the sentences again and again. */
export async function startGpsd(
  folder: string,
  nmea: string,
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = freePort(), log = `${folder}/${port}.nmea`;
  await Deno.writeTextFile(log, nmea);
  const child = new Deno.Command("gpsfake", {
    args: ["-P", String(port), "-c", "0.1", log],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  return {
    port,
    async stop() {
      try {
        // gpsfake ends its gpsd when it is told to end itself.
        child.kill("SIGTERM");
      } catch {
        // It has ended by itself.
      }
      await child.status;
    },
  };
}
