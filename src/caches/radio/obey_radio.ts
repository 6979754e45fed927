/**
 * Commands over the air. API "Events": a command that a trusted site heard, or the sender's device signed, is carried
 * out at once. One that was seen only over the internet waits for confirm or discard, and a later attested copy
 * confirms it. Acks, repeats and limits are the business of the stations area, which hears the messages.
 */
import { Failure } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import type { CommandOutcome, HeardCommand, Person, RadioWord } from "../ports.ts";
import { type RadioCommand, readCommand, replyTo } from "./radio_command.ts";
import { type CommandRow, commandRows, type CommandStatus } from "../tables/radio_store.ts";
import { logNow } from "../finds/write_log.ts";
import { socialRows } from "../tables/social_store.ts";
import { interestOf } from "../tables/interest.ts";

type Done = { status: CommandStatus; reply: string; logId?: number };

/** The words that the game obeys, as the stations area registers them. */
export function radioWords(game: Game): Record<string, RadioWord> {
  // Open to anybody, so that a refusal is recorded for the members who look for it.
  const word = (help: string): RadioWord => ({
    open: true,
    help,
    handle: (tx, heard) => obey(game, tx, heard),
  });
  return {
    FOUND: word("FOUND code"),
    DNF: word("DNF code"),
    NOTE: word("NOTE code text"),
    MAIL: word("MAIL call text"),
    NEAR: word("NEAR ON/OFF"),
  };
}

/** Carries a command out, keeps it until its sender confirms it, or refuses it; the result is recorded. */
function obey(game: Game, tx: Tx, heard: HeardCommand): CommandOutcome {
  const body = `${heard.word} ${heard.text}`.trim();
  const command = readCommand(body);
  if (!command || command.kind === "verify") return { status: "ignored" };
  const known = commandRows(game).byMessage({ message: heard.id });
  if (known && (known.status !== "pending" || !heard.attested)) return { status: outcomeOf(known.status) };
  const person = game.accounts.holder(heard.from);
  const row = known ?? record(game, tx, heard, command, body, person);
  if (!person || !game.accounts.isVerified(heard.from)) {
    return settle(game, tx, row, {
      status: "rejected",
      reason: "the callsign is not verified here",
      trusted: heard.attested,
    });
  }
  // Two things need no proof of who asks: switching messages off, and the answer that says what a command lacks.
  const harmless = command.kind === "invalid" || command.kind === "help" ||
    (command.kind === "near" && !command.on);
  if (!heard.attested && !harmless) return { status: "pending", reply: replyTo({ status: "pending" }) };
  return run(game, tx, row, command, heard.attested);
}

const outcomeOf = (status: CommandStatus): CommandOutcome["status"] =>
  status === "pending" || status === "rejected" || status === "help" ? status : "logged";

function record(
  game: Game,
  tx: Tx,
  heard: HeardCommand,
  command: RadioCommand,
  body: string,
  person: Person | undefined,
): CommandRow {
  const id = commandRows(game).insert(tx, {
    messageId: heard.id,
    accountId: person?.accountId ?? null,
    fromCall: heard.from,
    command: command.kind,
    cacheCode: "code" in command ? command.code : null,
    body,
    trusted: heard.attested ? 1 : 0,
    status: "pending",
    reason: null,
    logId: null,
    sentAt: Math.min(heard.at, game.world.now()),
    decidedAt: null,
    via: heard.via ?? null,
    heardBy: heard.heardBy ?? null,
  }).id;
  return commandRows(game).byId({ id })!;
}

function settle(
  game: Game,
  tx: Tx,
  row: CommandRow,
  to: { status: CommandStatus; reason?: string; logId?: number; trusted: boolean; reply?: string },
): CommandOutcome {
  commandRows(game).settle(tx, {
    id: row.id,
    status: to.status,
    reason: to.reason ?? null,
    logId: to.logId ?? null,
    trusted: to.trusted || row.trusted === 1,
    at: game.world.now(),
  });
  const reply = to.reply ?? replyTo({ status: "rejected", reason: to.reason ?? "" });
  return { status: outcomeOf(to.status), reply };
}

/** Carries the command out and settles its row; a refusal of the game is an answer, not a failure. */
function run(game: Game, tx: Tx, row: CommandRow, command: RadioCommand, trusted: boolean): CommandOutcome {
  try {
    return settle(game, tx, row, { ...carryOut(game, tx, row, command), trusted });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return settle(game, tx, row, { status: "rejected", reason: error.message, trusted });
  }
}

function carryOut(game: Game, tx: Tx, row: CommandRow, command: RadioCommand): Done {
  const person = row.accountId === null ? undefined : game.accounts.person(row.accountId);
  if (!person) throw gameFailure.unknown_call({ callsign: row.fromCall });
  if (person.suspended) throw gameFailure.suspended();
  switch (command.kind) {
    case "found":
    case "dnf":
    case "note": {
      const { log, cache } = logNow(game, tx, {
        cache: command.code,
        person,
        call: row.fromCall,
        kind: command.kind === "dnf" ? "DNF" : command.kind,
        text: command.text,
        via: "radio",
        heardAt: row.sentAt,
      });
      const reply = command.kind === "found"
        ? replyTo({ status: "found", code: cache.code, tier: log.tier })
        : replyTo({ status: "logged", code: cache.code });
      return { status: "logged", reply, logId: log.id };
    }
    case "mail": {
      if (!game.mail) throw gameFailure.no_station_mail();
      const { accountId } = person;
      game.mail.hold(tx, { accountId, from: row.fromCall, to: command.to, text: command.text });
      return { status: "done", reply: replyTo({ status: "held", to: command.to }) };
    }
    case "near":
      socialRows(game).setSwitch.nearRadio(tx, { account: person.accountId, on: command.on });
      tx.after(() => interestOf(game).forget());
      return { status: "done", reply: replyTo({ status: "near", on: command.on }) };
    case "help":
      return { status: "help", reply: replyTo({ status: "help" }) };
    case "invalid":
      throw gameFailure.command_usage({}, `send ${command.usage}`);
    case "verify":
      throw new TypeError("VERIFY belongs to accounts");
  }
}

function waiting(game: Game, account: number, id: number): CommandRow {
  const row = commandRows(game).byId({ id });
  if (!row || row.accountId !== account) throw gameFailure.command_not_found();
  if (row.status !== "pending") throw gameFailure.command_settled({ status: row.status });
  return row;
}

/**
 * Carries out a command that waited, as of the time when it was sent. If the game refuses it now, that is its final
 * result, and the answer is 409.
 */
export async function confirmCommand(game: Game, account: number, id: number): Promise<CommandStatus> {
  const row = await game.db.write((tx) => {
    const it = waiting(game, account, id);
    run(game, tx, it, readCommand(it.body)!, false);
    return commandRows(game).byId({ id })!;
  });
  if (row.status === "rejected") {
    throw gameFailure.command_settled({ status: "rejected" }, row.reason ?? undefined);
  }
  return row.status;
}

/** Drops a command that waited. */
export function discardCommand(game: Game, account: number, id: number): Promise<CommandStatus> {
  return game.db.write((tx) => {
    const row = waiting(game, account, id);
    const at = game.world.now();
    commandRows(game).settle(tx, {
      id,
      status: "discarded",
      reason: null,
      logId: null,
      trusted: row.trusted === 1,
      at,
    });
    return "discarded" as const;
  });
}
