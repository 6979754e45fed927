/** A conversation with rigctld: one question, its answer, the next. */
import type { ConnectionAddress } from "../config/address.ts";
import type { Io } from "../io.ts";
import { type Tuned, tunedText } from "../senses/senses.ts";
import { type Heard, type Line, LineRefused } from "./driver.ts";
import { opened } from "./opened.ts";
import { TextLines } from "./text_lines.ts";

const PORT = 4532;
const LINE = 200;
/** A rig that does not answer within this is away. */
const ANSWER_MS = 5000;

/**
 * Questions in Hamlib's extended form, whose answers end with `RPRT n` whatever they hold. A rigctld that was started with
 * --vfo wants to hear of which VFO, and waits for that; one without would take it for the next command.
 */
const questions = (vfo: boolean) => {
  const current = vfo ? " currVFO" : "";
  return { hz: `+f${current}`, mode: `+m${current}`, strengthDb: `+l${current} STRENGTH` } as const;
};
/** Which of both it is; older versions name the question in their answer. */
const WHICH = "\\chk_vfo", IS_VFO = /^(?:CHKVFO )?1$/i, WHICH_MS = 1500;
const HERTZ = /^Frequency: (\d{1,12})(?:\.\d{1,9})?$/, MODE = /^Mode: ([A-Za-z0-9-]{1,16})$/;
const REPORT = /^RPRT (-?\d{1,4})$/, NUMBER = /^-?\d{1,4}(?:\.\d{1,9})?$/;

/** Lines of an answer up to its report; the report is 0 where the rig did it. */
interface RigAnswer {
  lines: string[];
  report: number;
}

/** What the rig listens to, of the three answers; undefined where it does not say a frequency and a mode. */
export function tunedOf(
  { hz, mode, strengthDb }: Record<keyof ReturnType<typeof questions>, RigAnswer>,
): Tuned | undefined {
  const first = (answer: RigAnswer, form: RegExp) =>
    answer.report === 0
      ? answer.lines.map((line) => form.exec(line)).find((found) => found !== null)
      : undefined;
  const frequency = Number(first(hz, HERTZ)?.[1]), name = first(mode, MODE)?.[1];
  if (!(frequency > 0) || name === undefined) return undefined;
  const level = first(strengthDb, NUMBER)?.[0];
  const strength = level === undefined ? undefined : Number(level);
  const isLevel = strength !== undefined && strength >= -120 && strength <= 120;
  return { hz: frequency, mode: name, ...(isLevel ? { strengthDb: strength } : {}) };
}

/** Opens a conversation with rigctld, which is asked each `everyMs` milliseconds. */
export async function openRig(
  { host, port }: ConnectionAddress,
  everyMs: number,
  io: Io,
  stop: AbortSignal,
): Promise<Line> {
  const { reader, writer, close, isClosed } = opened(await io.connect(host, port ?? PORT, stop));
  const lines = new TextLines(LINE), waiting: string[] = [];
  let reading: ReturnType<typeof reader.read> | undefined;
  /** What comes next; a read that nobody waited for to its end is gone on with. */
  const next = () => reading ??= reader.read().finally(() => reading = undefined);
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    close();
  };

  /** Whether it was started with --vfo; not, where what answers does not know the question and says nothing. */
  async function isVfo(): Promise<boolean | undefined> {
    await writer.write(new TextEncoder().encode(`${WHICH}\n`));
    const silence = new AbortController();
    const silent = io.wait(WHICH_MS, silence.signal).then(() => "silent" as const);
    try {
      for (;;) {
        const first = waiting.shift();
        if (first !== undefined) return IS_VFO.test(first);
        const read = await Promise.race([next(), silent]);
        if (read === "silent") return false;
        if (read.done || isClosed()) return undefined;
        waiting.push(...lines.push(read.value));
      }
    } finally {
      silence.abort();
    }
  }

  /** The answer to a question, with its report. */
  async function ask(question: string): Promise<RigAnswer | undefined> {
    await writer.write(new TextEncoder().encode(`${question}\n`));
    let late = false;
    const timer = setTimeout(() => [late] = [true, close()], ANSWER_MS);
    try {
      const answer: string[] = [];
      for (;;) {
        for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
          const report = REPORT.exec(line);
          if (report) return { lines: answer, report: Number(report[1]) };
          answer.push(line);
          // The longest of the three has five lines.
          if (answer.length > 20) throw new LineRefused("refused", "what answers there is no rigctld");
        }
        const { done, value } = await next();
        if (late) throw new LineRefused("refused", "what listens there does not answer as rigctld does");
        if (done || isClosed()) return undefined;
        waiting.push(...lines.push(value));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async function* heard(): AsyncGenerator<Heard> {
    try {
      const vfo = await isVfo();
      if (vfo === undefined) return;
      const of = questions(vfo);
      while (!ended.signal.aborted) {
        const hz = await ask(of.hz);
        // A rig that does not say its frequency says nothing else.
        const mode = hz?.report === 0 ? await ask(of.mode) : hz;
        const strengthDb = mode?.report === 0 ? await ask(of.strengthDb) : mode;
        if (!hz || !mode || !strengthDb) return;
        const tuned = tunedOf({ hz, mode, strengthDb });
        if (tuned) yield { kind: "tuned", tuned };
        yield tuned
          ? { kind: "alive", word: "reading", detail: tunedText(tuned) }
          : { kind: "alive", word: "connected", detail: `the rig does not answer (RPRT ${hz.report})` };
        await io.wait(everyMs, ended.signal);
      }
    } finally {
      end();
    }
  }
  return { heard: heard(), close: end };
}
