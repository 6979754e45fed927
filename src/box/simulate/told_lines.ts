/**
 * What is connected beside the radio, as recordings hold it: a Meshtastic device's stream (as it comes, or a message a line in
 * hexadecimal), gpsd's reports (`gpspipe -w`), and rigctld's answers in one line each (`;f`, `;m`, `;l STRENGTH`). Read by the
 * same rules as the devices themselves. Pure.
 */
import { fixOf } from "../drivers/gpsd_line.ts";
import { tunedOf } from "../drivers/rigctl_line.ts";
import type { Caught, Sensed } from "../drivers/driver.ts";
import { objectOf } from "../json.ts";
import { readFromRadio, StreamFrames } from "../../meshtastic/mod.ts";

type Told = Extract<Caught | Sensed, { kind: "meshtastic" | "fix" | "tuned" }>;

/** The first two bytes of each message of a device, as they are and as a line begins. */
export const isDeviceStream = (bytes: Uint8Array): boolean => bytes[0] === 0x94 && bytes[1] === 0xc3;
const DEVICE_LINE = /^94c3(?:[0-9a-f]{2}){2,514}$/i;
const RIG_LINE = /^get_(freq|mode|level): ?(?:STRENGTH)?;(.{0,200})$/;
const REPORT = /^RPRT (-?\d{1,4})$/;
const ASKED = { freq: "hz", mode: "mode", level: "strengthDb" } as const;

type Answers = Parameters<typeof tunedOf>[0];
const NOTHING = { lines: [], report: -11 };

/** Reads one recording; keeps what one line says for the next. */
export class ToldLines {
  readonly #frames = new StreamFrames();
  #own: number | undefined;
  #rig: Partial<Answers> = {};

  /** What a line says: nothing to be played for one that is understood all the same; undefined for one of something else. */
  read(line: string): Told[] | undefined {
    if (DEVICE_LINE.test(line)) return this.device(Uint8Array.from(Buffer.from(line, "hex")));
    if (line.startsWith("{")) return ofGps(line);
    const [, asked, rest] = RIG_LINE.exec(line) ?? [];
    return asked === undefined
      ? undefined
      : this.#ofRig(ASKED[asked as keyof typeof ASKED], rest!.split(";"));
  }

  /** What these bytes of a device's stream say. */
  device(bytes: Uint8Array): Told[] {
    return this.#frames.push(bytes).flatMap((message): Told[] => {
      const said = readFromRadio(message);
      if (said?.kind === "my_info") this.#own = said.node;
      const receiver = this.#own === undefined ? {} : { receiver: this.#own };
      if (said?.kind === "packet") return [{ kind: "meshtastic", packet: { ...said.packet, ...receiver } }];
      return said?.kind === "node" ? said.packets.map((packet) => ({ kind: "meshtastic", packet })) : [];
    });
  }

  /** The signal is what is asked last: with it what the rig listens to is whole. */
  #ofRig(asked: keyof Answers, parts: string[]): Told[] | undefined {
    const report = REPORT.exec(parts.at(-1)!)?.[1];
    if (report === undefined) return undefined;
    this.#rig[asked] = { lines: parts.slice(0, -1), report: Number(report) };
    if (asked !== "strengthDb") return [];
    const tuned = tunedOf({ hz: NOTHING, mode: NOTHING, strengthDb: NOTHING, ...this.#rig });
    this.#rig = {};
    return tuned ? [{ kind: "tuned", tuned }] : [];
  }
}

/** A report of gpsd. Its time is over: a clock that took it would be wrong. */
function ofGps(line: string): Told[] | undefined {
  const report = objectOf(line);
  if (typeof report?.class !== "string") return undefined;
  const fix = report.class === "TPV" ? fixOf({ ...report, time: undefined }) : undefined;
  return fix ? [{ kind: "fix", fix }] : [];
}
