/**
 * Connected mode of a box: it calls out, lets callers in, and keeps both under the locks. A registered call is
 * answered by the TNC itself, so a closed lock ends the line to the TNC, and with it everything that the TNC would
 * still send.
 */
import { normalCall } from "../../../base/mod.ts";
import type { Connection } from "../../connections/supervise.ts";
import type { Line } from "../../drivers/driver.ts";
import type { OnAir, OnHost } from "../../parts.ts";
import { radios } from "../ports.ts";
import { AirLine } from "./air_line.ts";

/** Identification while connected mode runs (ITU Radio Regulations 25.9: a station says its call at short intervals). */
const ID_S = 600;
const DIAL_MS = 30_000;

/** Serves somebody who calls. */
type Answering = (line: AirLine) => Promise<void>;

export class Sessions {
  readonly #open = new Set<AirLine>();
  /** Calls that are answered, by whom. */
  readonly #answering = new Map<string, Answering>();
  /** Which calls each line's TNC answers. */
  readonly #registered = new WeakMap<Line, Set<string>>();
  readonly #identified = new Map<Connection, number>();

  constructor(readonly parts: OnAir & OnHost, readonly stop: AbortSignal) {}

  get open(): ReadonlySet<AirLine> {
    return this.#open;
  }

  /** Answers whoever calls `call` from now on. */
  answer(call: string, answering: Answering): void {
    this.#answering.set(normalCall(call), answering);
  }

  /** Radios that can do connected mode. */
  #ports = (): Connection[] => radios(this.parts).filter(({ line }) => line?.circuits !== undefined);

  /** Calls a station. Throws an error that says why it cannot. */
  async dial(own: string, to: string, via: readonly string[] = []): Promise<AirLine> {
    const { transmitter } = this.parts;
    const [connection] = this.#ports();
    if (!connection) throw new Error("no radio of this box can do connected mode");
    const frame = { source: own, destination: to, path: via, info: "" };
    const leave = await transmitter.open(connection, { purpose: "session", frame });
    if ("outcome" in leave) throw new Error(leave.why || leave.outcome);
    const stop = AbortSignal.any([this.stop, AbortSignal.timeout(DIAL_MS)]);
    try {
      const circuit = await connection.line!.circuits!.dial(leave.permit, stop);
      transmitter.settle(leave.id, "handed_over", "");
      return this.#opened(connection, circuit, own);
    } catch (error) {
      transmitter.settle(leave.id, "unknown", (error as Error).message.slice(0, 200));
      throw error;
    }
  }

  #opened(connection: Connection, circuit: ConstructorParameters<typeof AirLine>[2], own: string): AirLine {
    const line = new AirLine(this.parts, connection, circuit, own, this.stop);
    this.#open.add(line);
    return line;
  }

  /** Ends a session once its last words are said. */
  async done(line: AirLine): Promise<void> {
    await line.linger();
    line.close();
    this.#open.delete(line);
  }

  /** Does what is due: cuts where a lock has closed, registers where locks are open, identifies sessions. */
  async turn(): Promise<void> {
    for (const connection of this.#ports()) {
      if (this.cutWhereClosed(connection)) continue;
      await this.#register(connection);
      await this.#identify(connection);
    }
  }

  /** Whether a closed lock stands against this port; everything on it is then cut. */
  cutWhereClosed(connection: Connection): boolean {
    const { line } = connection;
    const isUsed = line !== undefined &&
      (this.#registered.has(line) || [...this.#open].some((one) => one.connection === connection));
    const closed = this.parts.transmitter.locks(connection);
    if (closed.length === 0) return false;
    // A gate that was never asked counts as not closed yet.
    if (!isUsed) return closed.some((lock) => lock !== "gate");
    for (const open of this.#open) if (open.connection === connection) this.#open.delete(open);
    line.close();
    return true;
  }

  async #register(connection: Connection): Promise<void> {
    const line = connection.line!;
    const known = this.#registered.get(line) ?? new Set();
    for (const [call, answering] of this.#answering) {
      if (known.has(call)) continue;
      const frame = { source: call, destination: "CQ", path: [], info: "" };
      const leave = await this.parts.transmitter.open(connection, { purpose: "listen", frame });
      if ("outcome" in leave) continue;
      this.#registered.set(line, known.add(call));
      await line.circuits!.register(leave.permit, (circuit) => {
        const open = this.#opened(connection, circuit, call);
        answering(open).catch((error) =>
          this.parts.world.log.info("the session with {peer} ended: {error}", {
            peer: open.peer,
            error: String(error),
          })
        ).finally(() => this.done(open));
      }).catch((error) => {
        this.parts.world.log.warn("{call} is not answered: {error}", { call, error: String(error) });
      });
    }
  }

  /** A plain beacon each ten minutes while somebody is connected. */
  async #identify(connection: Connection): Promise<void> {
    const { transmitter, switches } = this.parts;
    const now = transmitter.now();
    const since = this.#identified.get(connection) ?? -Infinity;
    const runs = [...this.#open].some((open) => open.connection === connection);
    if (!runs || now - since < ID_S) return;
    this.#identified.set(connection, now);
    const { call } = switches.file;
    const frame = { source: call, destination: "ID", path: [], info: `>${call} connected mode` };
    await transmitter.send(connection, { purpose: "id", frame });
  }
}
