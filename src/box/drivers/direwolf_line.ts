/**
 * A line over a Direwolf of one's own: started as a child with a configuration made for it, ended with the line. Its frames
 * come over its pseudo-terminal; what it prints is read for how loud things are, and the rest goes to the log.
 */
import { join } from "node:path";
import { writePrivate } from "../config/box_file.ts";
import { soundCards } from "../radio/devices.ts";
import { missingText, programPath, type RadioProgram } from "../radio/programs.ts";
import { readSaid } from "../radio/direwolf_lines.ts";
import type { Child, Io } from "../io.ts";
import { type Heard, type Here, type Line, LineRefused } from "./driver.ts";
import { kissLine } from "./kiss_stream.ts";
import { TextLines } from "./text_lines.ts";

interface Plan {
  /** For the name of the file. */
  name: string;
  conf: string;
  /** Further words for Direwolf. */
  args?: readonly string[];
  /** The sound card that has to be there. */
  card?: string;
  /** Whose output is what Direwolf hears. */
  source?: {
    program: RadioProgram;
    args: readonly string[];
    /** What it prints where its device is not plugged in, and what is said then. */
    missing: { says: RegExp; sentence: string };
  };
  sends: boolean;
}

/** Loudness of whatever comes in is told each so many seconds. */
const STATISTICS_S = "5";
/** What a program says in a minute goes to the log up to so many lines. */
const MOST_A_MINUTE = 20, MOST_LINE = 2000;
/** So long the last words of a program that has ended are waited for. */
const LAST_WORDS_MS = 500;
/** The speed of a pseudo-terminal means nothing; `stty` wants one. */
const ANY_BAUD = 9600;

/** Starts a program by its whole name; one that is not installed is named with what installs it. */
function start(io: Io, program: RadioProgram, args: readonly string[]): Child {
  try {
    return io.spawn(programPath(program) ?? program, args);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new LineRefused("refused", missingText(program));
    throw error;
  }
}

/** Things of several sources in the order in which they come; one reader. */
class Inbox<T> {
  readonly #waiting: T[] = [];
  #wake: (() => void) | undefined;
  #ended: { why?: Error } | undefined;

  put(one: T): void {
    if (this.#ended) return;
    this.#waiting.push(one);
    this.#wake?.();
  }

  /** Ends the reading once what waits is read; with a reason it throws that. The first end counts. */
  end(why?: Error): void {
    this.#ended ??= why ? { why } : {};
    this.#wake?.();
  }

  async *read(): AsyncGenerator<T> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        yield next;
        continue;
      }
      if (this.#ended?.why) throw this.#ended.why;
      if (this.#ended) return;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}

/** Starts it and waits until it gives frames. Throws `LineRefused` with its own last words where it ends before. */
export async function openDirewolf(plan: Plan, { io, dir }: Here, stop: AbortSignal): Promise<Line> {
  if (plan.card !== undefined) {
    const cards = await soundCards(io.files);
    if (!cards.some(({ id }) => id === plan.card)) {
      throw new LineRefused("waiting_for_device", `there is no sound card ${plan.card}`);
    }
  }
  const folder = dir ?? Deno.makeTempDirSync({ prefix: "box-radio-" });
  const conf = join(folder, `direwolf-${plan.name}.conf`);
  writePrivate(conf, plan.conf);
  const inbox = new Inbox<Heard>();
  const children: Child[] = [];
  const ready = Promise.withResolvers<string>();
  ready.promise.catch(() => {});
  let last = "", minute = 0, lines = 0, isMissing = false;
  let ending: Promise<void> | undefined;
  let closeKiss = () => {};
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
  const piping = new AbortController();
  const endAll = async () => {
    stop.removeEventListener("abort", close);
    closeKiss();
    inbox.end();
    await Promise.allSettled(children.map((child) => child.end()));
    piping.abort();
    await Promise.allSettled([
      ...readers.map((reader) => reader.cancel()),
      ...children.map(({ input, output }) => Promise.all([input.abort(), output.cancel()])),
    ]);
    if (dir === undefined) Deno.removeSync(folder, { recursive: true });
  };
  const close = () => void (ending ??= endAll());

  const note = (text: string) => {
    last = text;
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, lines] = [now, 0];
    if (++lines <= MOST_A_MINUTE) inbox.put({ kind: "said", text });
  };
  const listen = async (stream: ReadableStream<Uint8Array>, who: string) => {
    const text = new TextLines(MOST_LINE), reader = stream.getReader();
    readers.push(reader);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const line of text.push(value)) {
        const said = readSaid(line);
        if (said?.kind === "ready") ready.resolve(said.device);
        else if (said?.kind === "loudness") inbox.put({ kind: "loudness", loudness: said.loudness });
        else if (said?.kind === "notice") {
          isMissing ||= plan.source?.missing.says.test(said.text) === true;
          note(`${who}: ${said.text}`);
        }
      }
    }
  };
  /** Its last words are in the pipe when it has ended; a pipe that somebody else holds open is not waited for. */
  const watch = (child: Child, who: string, streams: Promise<unknown>[]) =>
    child.ended.then(() => Promise.race([Promise.allSettled(streams), io.wait(LAST_WORDS_MS, piping.signal)]))
      .then(() => {
        const why = plan.source && isMissing
          ? new LineRefused("waiting_for_device", plan.source.missing.sentence)
          : new LineRefused("refused", last === "" ? `${who} has ended` : last);
        ready.reject(why);
        inbox.end(why);
        close();
      });

  try {
    const wolf = start(io, "direwolf", [
      ...["-c", conf, "-t", "0", "-q", "d", "-p", "-a", STATISTICS_S],
      ...plan.args ?? [],
      ...(plan.source ? ["-"] : []),
    ]);
    children.push(wolf);
    watch(wolf, "Direwolf", [listen(wolf.output, "Direwolf"), listen(wolf.complaints, "Direwolf")]);
    if (plan.source) {
      const { program, args } = plan.source;
      const source = start(io, program, args);
      children.push(source);
      // Whichever ends first takes the other one with it.
      source.output.pipeTo(wolf.input, { signal: piping.signal }).catch(() => {});
      await source.input.close().catch(() => {});
      watch(source, program, [listen(source.complaints, program)]);
    }
    stop.addEventListener("abort", close);
    if (stop.aborted) close();
    const gone = new Promise<never>((_, reject) =>
      stop.addEventListener("abort", () => reject(new Error("Direwolf was not ready in time")))
    );
    gone.catch(() => {});
    const device = await Promise.race([ready.promise, gone]);
    const kiss = kissLine(await io.serial(device, ANY_BAUD), undefined);
    closeKiss = kiss.close;
    if (stop.aborted) kiss.close();
    const reading = async () => {
      for await (const heard of kiss.heard) inbox.put(heard);
      inbox.end();
    };
    reading().catch((error) => inbox.end(error));
    const heard = async function* () {
      try {
        yield* inbox.read();
      } finally {
        close();
        await ending;
      }
    };
    return { heard: heard(), ...(plan.sends && kiss.send ? { send: kiss.send } : {}), close };
  } catch (error) {
    close();
    await ending;
    throw error;
  }
}
