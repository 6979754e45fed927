/**
 * Commands over the air. API "Events": what a trusted site heard, or the sender's device signed, stands at once; the same
 * seen only over the internet waits for confirm or discard, and a later attested copy confirms it.
 */
import { baseCall, Failure } from "../base/mod.ts";
import type { Tx } from "../db/mod.ts";
import { RADIO_REPLIES } from "../settings/mod.ts";
import { gameFailure } from "./failures.ts";
import type { Game } from "./game.ts";
import type { Person } from "./ports.ts";
import { type RadioCommand, readCommand, replyTo } from "./radio_command.ts";
import type { CommandRow, CommandStatus } from "./radio_store.ts";
import { type Logged, writeLog } from "./write_log.ts";

/** The same message within this is a repetition or another copy, seconds. */
const REPEAT_S = 30 * 60;
/** Digipeaters and APRS-IS suppress equal packets for about this long: an equal ack sooner would be lost. */
const ACK_SPACING_S = 30;
const COMMANDS_AN_HOUR = 10;
const ANSWERS_AN_HOUR = 200;
const REPLY_SPACING_S = 10 * 60;

/** A message to the service call. */
export interface HeardMessage {
  from: string;
  /** Without its number. */
  text: string;
  /** The number that asks for an ack; of a reply-ack (`MM}AA`) only `MM` counts. */
  number?: string;
  at: number;
  /** Heard on radio by a trusted site, or in a batch signed by the sender's device. */
  attested: boolean;
  /** Box that can answer the sender by radio. */
  box?: string;
}

/** What became of it. `verify` is not the game's: it belongs to accounts. */
export type Obeyed = CommandStatus | "verify" | "ignored" | "dropped" | "repeated";

export class RadioCommands {
  /** One command of a base call at a time: its copies come by several ways at once. */
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #acked = new Map<string, number>();

  constructor(readonly game: Game) {}

  /** Carries out a message, once however often it comes. */
  obey(message: HeardMessage): Promise<Obeyed> {
    const base = baseCall(message.from);
    const turn = (this.#queues.get(base) ?? Promise.resolve()).then(() => this.#obey(message));
    const settled = turn.catch(() => {});
    this.#queues.set(base, settled);
    settled.then(() => {
      if (this.#queues.get(base) === settled) this.#queues.delete(base);
    });
    return turn;
  }

  async #obey(message: HeardMessage): Promise<Obeyed> {
    const { game } = this;
    const { from, text, at } = message;
    const command = readCommand(text);
    if (!command) return "ignored";
    if (command.kind === "verify") return "verify";
    const number = message.number?.split("}")[0] || null;
    const body = text.trim();
    const now = game.world.now();
    const known = game.commands.equalSince({ from, body, number, since: now - REPEAT_S });
    if (known) {
      if (known.status === "pending" && message.attested) await this.#run(known, command, true, message.box);
      await game.db.write((tx) => this.#ack(tx, from, number, message.box));
      return known.status === "pending" && message.attested
        ? game.commands.byId(known.id)!.status
        : "repeated";
    }
    if (game.commands.countFrom(baseCall(from), now - 3600) >= COMMANDS_AN_HOUR) return "dropped";
    const person = game.accounts.holder(from);
    const allowed = person && game.accounts.isVerified(from);
    const at_ = Math.min(at, now);
    const id = await game.db.write((tx) => {
      this.#ack(tx, from, number, message.box);
      return game.commands.insert(tx, {
        accountId: person?.accountId ?? null,
        fromCall: from,
        command: command.kind,
        cacheCode: "code" in command ? command.code : null,
        body,
        number,
        trusted: message.attested ? 1 : 0,
        status: allowed ? "pending" : "rejected",
        reason: allowed ? null : "the callsign is not verified here",
        logId: null,
        sentAt: at_,
        decidedAt: allowed ? null : now,
      });
    });
    const row = game.commands.byId(id)!;
    if (!allowed) {
      await this.#reply(row, replyTo({ status: "rejected", reason: row.reason! }), message.box);
      return "rejected";
    }
    // Switching messages off, and asking for help, needs no proof of who asks.
    const harmless = command.kind === "help" || command.kind === "invalid" ||
      (command.kind === "near" && !command.on);
    if (!message.attested && !harmless) {
      await this.#reply(row, replyTo({ status: "pending" }), message.box);
      return "pending";
    }
    return await this.#run(row, command, message.attested, message.box);
  }

  /** Carries the command out and settles its row. */
  async #run(
    row: CommandRow,
    command: RadioCommand,
    attested: boolean,
    box?: string,
  ): Promise<CommandStatus> {
    const { game } = this;
    let status: CommandStatus, reason: string | null = null, logId: number | null = null, reply: string;
    try {
      const done = await this.#carryOut(row, command);
      ({ status, reply } = done);
      logId = done.logId ?? null;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      status = "rejected";
      reason = error.message;
      reply = replyTo({ status: "rejected", reason: error.message });
    }
    await game.db.write((tx) =>
      game.commands.settle(tx, row.id, {
        status,
        reason,
        logId,
        trusted: attested ? 1 : row.trusted,
        at: game.world.now(),
      })
    );
    await this.#reply(row, reply, box, command.kind === "help");
    return status;
  }

  async #carryOut(
    row: CommandRow,
    command: RadioCommand,
  ): Promise<{ status: CommandStatus; reply: string; logId?: number }> {
    const { game } = this;
    const person = row.accountId === null ? undefined : game.accounts.person(row.accountId);
    if (!person) throw gameFailure.unknown_call({ callsign: row.fromCall });
    if (person.suspended) throw gameFailure.suspended();
    switch (command.kind) {
      case "found":
      case "dnf":
      case "note": {
        const { log, cache } = await this.#log(person, row, command);
        const { code } = cache;
        const reply = command.kind === "found"
          ? replyTo({ status: "found", code, tier: log.tier })
          : replyTo({ status: "logged", code });
        return { status: "logged", reply, logId: log.id };
      }
      case "mail": {
        const { mail } = game;
        if (!mail) throw gameFailure.command_not_found({}, "This instance holds no mail for stations");
        await game.db.write((tx) =>
          mail.hold(tx, {
            accountId: person.accountId,
            from: row.fromCall,
            to: command.to,
            text: command.text,
            via: "radio",
          })
        );
        return { status: "done", reply: replyTo({ status: "held", to: command.to }) };
      }
      case "near":
        await game.db.write((tx) => game.social.setSwitch(tx, person.accountId, "nearRadio", command.on));
        return { status: "done", reply: replyTo({ status: "near", on: command.on }) };
      case "help":
        return { status: "help", reply: replyTo({ status: "help" }) };
      case "invalid":
        throw gameFailure.command_not_found({}, `send ${command.usage}`);
      case "verify":
        throw new TypeError("VERIFY belongs to accounts");
    }
  }

  #log(
    person: Person,
    row: CommandRow,
    command: { kind: "found" | "dnf" | "note"; code: string; text: string },
  ): Promise<Logged> {
    return writeLog(this.game, {
      cache: command.code,
      person,
      call: row.fromCall,
      kind: command.kind === "dnf" ? "DNF" : command.kind,
      text: command.text,
      via: "radio",
      heardAt: row.sentAt,
    });
  }

  /** Logs a command that waited. */
  async confirm(account: number, id: number): Promise<CommandStatus> {
    const row = this.#waiting(account, id);
    const command = readCommand(row.body)!;
    await this.#inTurn(row, () => this.#run(row, command, false));
    const now = this.game.commands.byId(id)!;
    if (now.status === "rejected") {
      throw gameFailure.command_settled({ status: "rejected" }, now.reason ?? undefined);
    }
    return now.status;
  }

  /** Drops a command that waited. */
  discard(account: number, id: number): Promise<CommandStatus> {
    const { game } = this;
    return game.db.write((tx) => {
      const row = this.#waiting(account, id);
      const at = game.world.now();
      game.commands.settle(tx, id, {
        status: "discarded",
        reason: null,
        logId: null,
        trusted: row.trusted,
        at,
      });
      return "discarded" as const;
    });
  }

  #waiting(account: number, id: number): CommandRow {
    const row = this.game.commands.byId(id);
    if (!row || row.accountId !== account) throw gameFailure.command_not_found();
    if (row.status !== "pending") throw gameFailure.command_settled({ status: row.status });
    return row;
  }

  /** After whatever the same station's radio is doing just now; a command that was settled by then stays so. */
  async #inTurn(row: CommandRow, run: () => Promise<unknown>): Promise<void> {
    const base = baseCall(row.fromCall);
    const turn = (this.#queues.get(base) ?? Promise.resolve()).then(async () => {
      const status = this.game.commands.byId(row.id)?.status;
      if (status !== "pending") throw gameFailure.command_settled({ status });
      await run();
    });
    this.#queues.set(base, turn.catch(() => {}));
    await turn;
  }

  /** Acknowledges a numbered message, each copy, but never two equal acks within 30 s. */
  #ack(tx: Tx, to: string, number: string | null, via?: string): void {
    const { game } = this;
    if (number === null || !game.radio) return;
    const now = game.world.now();
    const key = `${to} ${number}`;
    if (now - (this.#acked.get(key) ?? -Infinity) < ACK_SPACING_S) return;
    if (game.commands.countSent(["ack", "reply"], now - 3600) >= ANSWERS_AN_HOUR) return;
    if (this.#acked.size > 1000) this.#acked.clear();
    this.#acked.set(key, now);
    game.radio.send(tx, { to, text: `ack${number}`, ...(via && { via }) });
    game.commands.noteSent(tx, { at: now, kind: "ack", account: null, to, cache: null });
  }

  /** Answers, where the instance answers at all; HELP always is. One reply a sender in ten minutes. */
  async #reply(row: CommandRow, text: string, via?: string, always = false): Promise<void> {
    const { game } = this;
    const { radio } = game;
    if (!radio || (!always && !game.settings.get(RADIO_REPLIES))) return;
    await game.db.write((tx) => {
      const now = game.world.now();
      if (game.commands.countSent(["ack", "reply"], now - 3600) >= ANSWERS_AN_HOUR) return;
      if (game.commands.countSentTo(row.fromCall, "reply", now - REPLY_SPACING_S + 1) > 0) return;
      radio.send(tx, { to: row.fromCall, text, ...(via && { via }) });
      game.commands.noteSent(tx, {
        at: now,
        kind: "reply",
        account: row.accountId,
        to: row.fromCall,
        cache: null,
      });
    });
  }
}

/** A command as its sender sees it. */
export function commandView(game: Game, row: CommandRow) {
  const log = row.logId === null ? undefined : game.logs.byId(row.logId);
  const cache = log && game.caches.byId(log.cacheId);
  return {
    id: row.id,
    fromCall: row.fromCall,
    command: row.command,
    cacheCode: row.cacheCode,
    body: row.body,
    trusted: row.trusted === 1,
    status: row.status,
    reason: row.reason,
    sentAt: row.sentAt,
    decidedAt: row.decidedAt,
    ...(log?.kind === "found" && { tier: log.tier, verified: game.isVerifiedFind(log, cache!) }),
  };
}
