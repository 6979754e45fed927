/**
 * Messages to the service call: commands over the air. Areas register words; this decides what is a command, answers
 * repeats without running them again, and acknowledges. A handler says what came of it.
 */
import { type Message, messageText } from "../../aprs/mod.ts";
import { baseCall, isRecent, type World } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { RADIO_REPLIES, serviceCall, type Settings } from "../../settings/mod.ts";
import type { Answers } from "../sending/answers.ts";
import type { CommandStore, ServiceMessageRow } from "./command_store.ts";
import type { Deliveries } from "../evidence/deliveries.ts";
import { isShadowed, type TransmitShadows } from "../evidence/fixes.ts";
import type { Hearing, Reception } from "../reception.ts";

/** Seconds within which the same message counts as a repeat. */
const REPEAT_S = 1800;
/** Seconds between two equal acks; digipeaters and APRS-IS suppress repeats for about as long. */
const ACK_EVERY_S = 30;
/** One reply to a sender in this many seconds. */
const REPLY_EVERY_S = 600;
/**
 * Messages of a base call, and answers to all, in an hour. Attested messages and those that anybody may have
 * written are counted apart: forged lines from the Internet must not use up the limit of the person whose call they
 * carry.
 */
const PER_BASE_HOUR = 10, ANSWERS_HOUR = 200;
const MOST_TEXT = 67;

export interface Command {
  /** Number of the message; a later, better copy of it has the same. */
  id: number;
  from: string;
  base: string;
  /** Upper case. */
  word: string;
  /** What followed the word, trimmed. */
  text: string;
  at: number;
  /** This copy. `trusted` and `direct` are what counts; absent for what did not come by a box's radio. */
  hearing?: Hearing;
  /** Heard on RF by a trusted site, or in a batch signed by the sender's device: stands at once. */
  attested: boolean;
  thirdParty: boolean;
  /** It came over the LoRa mesh. */
  mesh: boolean;
  signedByDevice: boolean;
  /** How this copy came. */
  via: string;
  /** The station that heard it, or, of an internet copy, the gate that it names. */
  heardBy?: string;
  /** The result of an earlier, unattested copy of this message. */
  earlier?: { status: string };
}

/** What an internet copy says in its path: `qAR,<gate>` (APRS-IS q construct). A claim, for people to judge. */
const GATE = /^[^:]{0,200},qA[A-Z],([A-Z0-9-]{3,9})[,:]/;

function heardBy({ delivery, raw }: Pick<Reception, "delivery" | "raw">): { heardBy?: string } {
  const station = delivery.site || GATE.exec(raw.slice(0, 256))?.[1];
  return station ? { heardBy: station } : {};
}

interface CommandOutcome {
  /** `ignored`: treated as if it had not come: no ack, no reply, and a better copy is handled like a first one. */
  status: "logged" | "pending" | "rejected" | "help" | "held" | "ignored";
  /** Sent when RADIO_REPLIES is on. */
  reply?: string;
  /** Send the reply whatever RADIO_REPLIES says. */
  always?: boolean;
}

type CommandHandler = (tx: Tx, command: Command) => CommandOutcome;

export interface Registered {
  /** `true`: anybody may send it; else the sender's base call must be held and control-verified. */
  open?: boolean;
  /** How HELP names it, e.g. `FOUND code`; absent: HELP leaves it out. */
  help?: string;
  handle: CommandHandler;
}

interface CommandParts {
  store: CommandStore;
  answers: Answers;
  deliveries: Deliveries;
  shadows: Pick<TransmitShadows, "shadows">;
  settings: Settings;
  world: World;
  /** Upper case, in the order in which HELP names them. */
  words(): Readonly<Record<string, Registered>>;
  /** Whether the base call is held by an account that is not suspended, and verified. */
  mayCommand(base: string): boolean;
}

export class Commands {
  #words: Map<string, Registered> | undefined;

  constructor(readonly parts: CommandParts) {}

  /** Every word, asked of the areas once. */
  words(): ReadonlyMap<string, Registered> {
    if (this.#words) return this.#words;
    const help = () => ({ status: "help" as const, reply: this.#help(), always: true });
    const own = ["HELP", "?"].map((word) => [word, { open: true, handle: help }] as const);
    const words = new Map<string, Registered>();
    for (const [word, registered] of [...own, ...Object.entries(this.parts.words())]) {
      if (words.has(word)) throw new TypeError(`the word ${word} is there already`);
      words.set(word, registered);
    }
    return this.#words = words;
  }

  /** One line: as many words as fit, HELP last. */
  #help(): string {
    let line = "";
    for (const { help } of this.words().values()) {
      if (help && line.length + help.length + " HELP".length + 1 <= MOST_TEXT) line += `${help} `;
    }
    return `${line}HELP`;
  }

  isForUs = (addressee: string): boolean => addressee === serviceCall(this.parts.settings);

  /** Takes a message to the service call, or a further copy of one. */
  take(tx: Tx, packet: Reception, { text: body, number, numberOwn }: Message): void {
    const { store, world } = this.parts;
    const now = world.now();
    const base = baseCall(packet.call);
    const radio = packet.delivery.via === "rf" || packet.delivery.via === "meshcom";
    const hearing = radio
      ? this.parts.deliveries.hearing(packet.delivery, packet.direct, packet.at)
      : undefined;
    // What a box may have sent at this instance's word attests nothing.
    const attested = packet.signedByDevice || (hearing?.trusted === true && !packet.thirdParty &&
      !isShadowed(this.parts.shadows.shadows([base], packet.at, packet.at), base, packet.at));
    const text = body.trim();
    // A repeat may acknowledge something else in the other half of its number.
    const said = { fromCall: packet.call, fromBase: base, msgNo: numberOwn ?? "", body: text };
    const earlier = store.earlier({ ...said, since: now - REPEAT_S });
    if (earlier && !(attested && earlier.attested === 0 && earlier.status === "pending")) {
      this.#ack(tx, packet, { ...earlier, attested }, number, now);
      return;
    }
    if (!earlier && store.countOf({ base, since: now - 3600, attested })!.n >= PER_BASE_HOUR) return;
    const space = text.search(/\s/);
    const word = (space < 0 ? text : text.slice(0, space)).toUpperCase();
    const id = earlier?.id ?? store.insert(tx, { ...said, at: now, word, status: "new", attested }).id;
    const command: Command = {
      id,
      from: packet.call,
      base,
      word,
      text: space < 0 ? "" : text.slice(space + 1).trim(),
      at: packet.at,
      ...(hearing ? { hearing } : {}),
      attested,
      thirdParty: packet.thirdParty,
      mesh: packet.delivery.via === "meshcom",
      signedByDevice: packet.signedByDevice,
      via: packet.delivery.via,
      ...heardBy(packet),
      ...(earlier ? { earlier: { status: earlier.status } } : {}),
    };
    const outcome = this.#run(tx, command);
    if (outcome.status === "ignored") {
      if (!earlier) store.drop(tx, { id });
      return;
    }
    store.settle(tx, { id, status: outcome.status, attested });
    this.#ack(tx, packet, { id, ackedAt: earlier?.ackedAt ?? null, attested }, number, now);
    this.#reply(tx, packet, { id, base, attested }, outcome, now);
  }

  #run(tx: Tx, command: Command): CommandOutcome {
    const registered = this.words().get(command.word);
    if (!registered) {
      return { status: "rejected", reply: "Unknown command; send HELP" };
    }
    if (!registered.open && !this.parts.mayCommand(command.base)) {
      return { status: "rejected", reply: `${command.base} is not verified here` };
    }
    return registered.handle(tx, command);
  }

  #ack(
    tx: Tx,
    packet: Reception,
    row: Pick<ServiceMessageRow, "id" | "ackedAt"> & { attested: boolean },
    number: string | undefined,
    now: number,
  ): void {
    if (number === undefined || (row.ackedAt !== null && isRecent(row.ackedAt, now, ACK_EVERY_S))) return;
    if (this.#answeredEnough(row.attested, now)) return;
    this.parts.store.acked(tx, { id: row.id, at: now });
    this.parts.answers.ack(tx, packet, number);
  }

  #answeredEnough = (attested: boolean, now: number): boolean =>
    this.parts.store.countAnswers({ since: now - 3600, attested })!.n >= ANSWERS_HOUR;

  #reply(
    tx: Tx,
    packet: Reception,
    { id, base, attested }: { id: number; base: string; attested: boolean },
    outcome: CommandOutcome,
    now: number,
  ): void {
    const { store, settings, answers } = this.parts;
    if (outcome.reply === undefined || !(outcome.always || settings.get(RADIO_REPLIES))) return;
    if (store.replySince({ base, since: now - REPLY_EVERY_S, attested })) return;
    if (this.#answeredEnough(attested, now)) return;
    const text = messageText(outcome.reply).slice(0, MOST_TEXT);
    store.replied(tx, { id, text });
    answers.send(tx, packet, { to: packet.call, text });
  }
}
