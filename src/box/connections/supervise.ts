/**
 * One supervisor for every connection: it dials, reads, waits, and dials again. Never two dials at once. The wait
 * doubles, with jitter, and is short again only after a minute of life or, of a radio, a frame, so that a peer which accepts
 * and hangs up is not dialled each second. The state is one word, and why.
 */
import type { World } from "../../base/mod.ts";
import { type ConnectionAddress, shownAddress } from "../config/address.ts";
import {
  type Caught,
  type Driver,
  type Here,
  isSensed,
  type Line,
  LineRefused,
  type Sensed,
} from "../drivers/driver.ts";
import type { ConnectionWord } from "../words.ts";

const FIRST_WAIT_MS = 1000, LONGEST_WAIT_MS = 60_000, LIFE_MS = 60_000, DIAL_MS = 20_000;
/** Kinds of connection that lead to a server in the internet. */
const BY_SERVER: ReadonlySet<string> = new Set(["aprsis", "mqtt", "mqtts"]);
/** A line on which nothing was heard for so long is quiet. */
export const QUIET_MS = 10 * 60_000;

interface ConnectionState {
  word: ConnectionWord;
  /** What the line said of itself, or why it is down. */
  detail?: string;
  /** By the monotonic clock, milliseconds. */
  lastHeardMs?: number;
}

/** One connection of the file: opened, listened to, and opened again when it ends. */
export class Connection {
  #word: ConnectionWord = "dialling";
  #detail: string | undefined;
  #lastHeard: number | undefined;
  #line: Line | undefined;
  /** Whether the next frame changes the word to `hearing`. */
  #settles = false;

  constructor(
    readonly index: number,
    readonly address: ConnectionAddress,
    readonly driver: Driver,
    readonly here: Here,
    readonly world: Pick<World, "elapsedMs" | "random" | "log">,
    /** Takes what was heard; gives `false` for what nothing can be made of. */
    readonly heard: (connection: Connection, heard: Caught) => boolean,
    /** Takes what a line says of the box itself. */
    readonly sensed: (connection: Connection, sensed: Sensed) => void = () => {},
    readonly times = { first: FIRST_WAIT_MS, longest: LONGEST_WAIT_MS },
  ) {}

  /** The open line; undefined while there is none. */
  get line(): Line | undefined {
    return this.#line;
  }

  /** How the connection does now. `connected` becomes `hearing` or `quiet` by when it heard something last. */
  state(): ConnectionState {
    const now = this.world.elapsedMs();
    const heard = this.#lastHeard;
    let word = this.#word;
    if (word === "connected" && heard !== undefined) word = now - heard > QUIET_MS ? "quiet" : "hearing";
    return {
      word,
      ...(this.#detail === undefined ? {} : { detail: this.#detail }),
      ...(heard === undefined ? {} : { lastHeardMs: heard }),
    };
  }

  /** Runs until `stop`. Never throws. */
  async run(stop: AbortSignal): Promise<void> {
    let waitMs = this.times.first;
    while (!stop.aborted) {
      const started = this.world.elapsedMs();
      const lasted = await this.#once(stop);
      if (stop.aborted) break;
      // What a server sends at once proves no life: of two logins of one call each throws the other out.
      const isProof = lasted === "heard" && !BY_SERVER.has(this.driver.scheme);
      if (isProof || this.world.elapsedMs() - started > LIFE_MS) waitMs = this.times.first;
      await this.here.io.wait(waitMs * (0.75 + this.world.random(1)[0]! / 512), stop);
      waitMs = Math.min(this.times.longest, waitMs * 2);
    }
    this.#say("stopped");
  }

  async #once(stop: AbortSignal): Promise<"heard" | "nothing"> {
    let outcome: "heard" | "nothing" = "nothing";
    const cut = new AbortController();
    const end = () => cut.abort();
    stop.addEventListener("abort", end);
    let line: Line | undefined;
    let idle: ReturnType<typeof setTimeout> | undefined;
    let silent = false;
    const close = () => line?.close();
    cut.signal.addEventListener("abort", close);
    const { idleMs } = this.driver;
    const awake = () => {
      clearTimeout(idle);
      if (idleMs === undefined) return;
      idle = setTimeout(() => {
        silent = true;
        line?.close();
      }, idleMs);
    };
    const late = setTimeout(end, DIAL_MS);
    try {
      line = await this.driver.open(this.address, this.here, cut.signal);
      clearTimeout(late);
      if (stop.aborted) return outcome;
      this.#line = line;
      this.#settles = false;
      this.#say("connected");
      awake();
      for await (const heard of line.heard) {
        awake();
        if (heard.kind === "alive") {
          this.#settles = heard.settles ?? this.#settles;
          if (heard.word !== undefined || heard.detail !== undefined) {
            this.#say(heard.word ?? this.#word, heard.detail);
          }
          continue;
        }
        if (heard.kind === "said") {
          this.world.log.info("{address}: {text}", {
            address: shownAddress(this.address.text),
            text: heard.text,
          });
          continue;
        }
        if (isSensed(heard)) {
          outcome = "heard";
          this.sensed(this, heard);
          continue;
        }
        if (!this.heard(this, heard)) continue;
        outcome = "heard";
        this.#lastHeard = this.world.elapsedMs();
        if (this.#word === "not_kiss" || this.#settles) this.#say("connected", this.#detail);
        this.#settles = false;
      }
      if (!stop.aborted) this.#say("dialling", silent ? "silent for too long" : "the other side hung up");
    } catch (error) {
      if (!stop.aborted) this.#failed(error);
    } finally {
      clearTimeout(late);
      clearTimeout(idle);
      this.#line = undefined;
      stop.removeEventListener("abort", end);
      cut.abort();
      line?.close();
    }
    return outcome;
  }

  #failed(error: unknown): void {
    if (error instanceof LineRefused) return this.#say(error.word, error.message);
    const why = error instanceof Error ? error.message : String(error);
    const missing = error instanceof Deno.errors.NotFound;
    const refused = error instanceof Deno.errors.ConnectionRefused;
    this.#say(missing ? "waiting_for_device" : refused ? "refused" : "dialling", plain(why));
  }

  /** One log line for each change of state, none for routine. */
  #say(word: ConnectionWord, detail?: string): void {
    const news = word !== this.#word;
    this.#word = word;
    this.#detail = detail;
    if (news) {
      this.world.log.info("{address}: {state}", {
        address: shownAddress(this.address.text),
        state: detail === undefined ? word : `${word} (${detail})`,
      });
    }
  }
}

/** The system's message without its error number. */
const plain = (why: string): string => why.split(" (os error ", 1)[0]!.slice(0, 200);

/** Whether a box plays a recording. */
export const isSimulated = ({ connections }: { connections: readonly Connection[] }): boolean =>
  connections.some(({ driver }) => driver.via === "simulated");
