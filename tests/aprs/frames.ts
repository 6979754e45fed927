/** Frames of every kind for tests: typical ones written out, and random good ones from a seed. Calls are invented. */
import { positionInfo } from "../../src/aprs/mod.ts";
import { seeded } from "../wire/test_data.ts";

export const TYPICAL = [
  "N0CALL-9>APRS,WIDE1-1:!4903.50N/07201.75W-Test",
  "N0CALL-9>APRS,WIDE1-1:=4903.50N/07201.75W#PHG5132 hello",
  "N0CALL-9>APRS,WIDE1-1:!4903.50N/07201.75W#RNG0050",
  "N0CALL-9>APRS,WIDE1-1:!4903.50N/07201.75W\\088/036/270/729",
  "N0CALL-9>APRS,WIDE1-1:!4903.50N/07201.75W>088/036!W52!",
  "N0CALL-9>APRS,WIDE1-1:!4903.50N/07201.75W>088/036!wb&!",
  "N0CALL-9>APRS,WIDE1-1:!4903.50N/07201.75W>.../...",
  "N0CALL-9>APRS,WIDE1-1:!4903.50N/07201.75W>360/036/A=001234",
  "N0CALL-9>APRS,WIDE1-1:!4903.50N/07201.75W>146.520MHz T088 +060 hi",
  "N0CALL-9>APRS,WIDE1-1:!/5L!!<*e7>{?!",
  "N0CALL-9>APRS,WIDE1-1:!/5L!!<*e7> sTtext",
  "N0CALL-9>APRS,WIDE1-1:!/5L!!<*e7>7P[",
  "N0CALL-9>APRS,WIDE1-1:!/5L!!<*e7OS]S",
  "N0CALL-9>APRS,WIDE1-1:!/5L!!<*e7_7P[g005t077",
  "N0CALL-13>APRS:@092345z4903.50N/07201.75W_220/004g005t-07r000p000P000h00b09900wRSW",
  "N0CALL-13>APRS:_10090556c220s004g005t077r000p000P000h50b09900wRSW",
  "N0CALL>APRS:T#005,199,000,255,073,123,01101001",
  "N0CALL>APRS::N0CALL-1 :ack12",
  "N0CALL>APRS::N0CALL-1 :rej12",
  "N0CALL>APRS::N0CALL-1 :hello there{12",
  "N0CALL>APRS::N0CALL-1 :no number",
  "N0CALL>APRS::N0CALL   :PARM.Volts,Amps,Temp",
  "N0CALL>APRS:>121212zNet control",
  "N0CALL>APRS:>IO91SX/- My house",
  "N0CALL>APRS:$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47",
  "OH2ASD>GPSMV:$GPRMC,184649,A,3832.7107,S,05844.1957,W,0.000,0.0,130909,4.5,W*62",
  "N0CALL>APRS:;LEADER   _092345z4903.50N/07201.75W>killed",
  "N0CALL>APRS:;LEADER   *092345z/5L!!<*e7>7P[",
  "N0CALL>APRS:)AID #2!4903.50N/07201.75WA",
  'N0CALL-7>S32U6T:`(_f"Oj>/]"4T}comment=',
  'N0CALL-7>S32U6T:`(_f"Oj>/`"4T}comment_%',
  'N0CALL-7>T7SYWX:`(_f"Oj>/',
  "N0CALL-7>S32UVT:'(_f\"Oj>/",
  "N0CALL-7>PPPUVT:'(_f\"Oj>/all bits clear?",
] as const;

const pad = (n: number, width: number): string => String(n).padStart(width, "0");

/** Good frames of the kinds that carry numbers: plain, compressed, Mic-E, weather, messages, telemetry. */
export function* randomFrames(count: number, seed = 1): Generator<string> {
  const random = seeded(seed);
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const pick = <T>(from: readonly T[]): T => from[whole(0, from.length - 1)]!;
  const text91 = (value: number, digits: number): string => {
    let out = "";
    for (; digits > 0; digits--) {
      out = String.fromCharCode(33 + value % 91) + out;
      value = Math.floor(value / 91);
    }
    return out;
  };
  const makers: (() => string)[] = [
    () => {
      const spot = positionInfo(
        random() * 178 - 89,
        random() * 358 - 179,
        pick(["/>", "/-", "\\n", "/k", "/["]),
      ).slice(1);
      const motion = `${pad(whole(1, 360), 3)}/${pad(whole(0, 199), 3)}`;
      const extra = pick(["", `/A=${pad(whole(0, 40000), 6)}`, `!W${whole(0, 9)}${whole(0, 9)}!`]);
      return `${pick(["!", "="])}${spot}${motion}${extra}`;
    },
    () => {
      const place = text91(whole(0, 91 ** 4 - 1), 4) + text91(whole(0, 91 ** 4 - 1), 4);
      // T: GGA with altitude, or RMC with course and speed; up to 0x3f values.
      const gga = random() < 0.5;
      const cs = gga ? text91(whole(0, 5000), 2) : text91(whole(0, 89), 1) + text91(whole(0, 70), 1);
      return `!/${place}>${cs}${String.fromCharCode(33 + (gga ? 0x30 : 0x38))}`;
    },
    () =>
      `!${positionInfo(random() * 178 - 89, random() * 358 - 179, "/_").slice(1)}${pad(whole(1, 360), 3)}/${
        pad(whole(0, 120), 3)
      }g${pad(whole(0, 150), 3)}t${pad(whole(0, 120), 3)}r${pad(whole(0, 200), 3)}p${pad(whole(0, 200), 3)}P${
        pad(whole(0, 200), 3)
      }h${pad(whole(0, 99), 2)}b${pad(whole(9300, 10700), 5)}`,
    () =>
      `:${pick(["N0CALL-1", "OE9XYZ", "DB0ABC-12"]).padEnd(9)}:${pick(["hello", "73 de me", "qsl?"])}{${
        whole(1, 99999)
      }`,
    () =>
      `T#${pad(whole(0, 999), 3)},${Array.from({ length: 5 }, () => pad(whole(0, 255), 3)).join(",")},${
        pad(Number(whole(0, 255).toString(2)), 8)
      }`,
  ];
  for (let i = 0; i < count; i++) {
    const kind = whole(0, makers.length);
    const source = `N${whole(0, 9)}CALL-${whole(1, 15)}`;
    if (kind < makers.length) yield `${source}>APZ001,WIDE1-1:${makers[kind]!()}`;
    else yield `${source}>${micE(whole, pick)}`;
  }
}

/** Destination and information field of a Mic-E report, kept to bytes that print, so that tools read it as a line. */
function micE(whole: (least: number, most: number) => number, pick: <T>(from: readonly T[]) => T): string {
  const digits = [whole(0, 8), whole(0, 9), whole(0, 5), whole(0, 9), whole(0, 9), whole(0, 9)];
  const destination = digits.map((digit) => String.fromCharCode((whole(0, 1) ? 80 : 48) + digit)).join("");
  const byte = (least: number, most: number) => String.fromCharCode(whole(least, most) + 28);
  // 28 + 10 to 97: printing characters, and degrees without the ones that fold back.
  const place = byte(10, 97) + byte(10, 59) + byte(10, 97);
  // Hundreds of degrees sit in the units of the second byte: 0, 1, 2 and the same plus 400.
  const motion = byte(10, 40) + String.fromCharCode(whole(1, 8) * 10 + pick([0, 1, 2, 4, 5, 6]) + 28) +
    byte(10, 97);
  const altitude = pick(["", '"4T}', '"7z}', '`"5L}', ']"3r}']);
  return `${destination}:\`${place}${motion}${pick([">", "k", "[", "v"])}/${altitude}`;
}
