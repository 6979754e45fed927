/** Enrolment codes until a box uses them: made, shown again, withdrawn, and how far the box with each has come. */
import { baseCall, isCall, newCode, normalCall, sha256Hex, type World } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { ingestFailure } from "../errors.ts";
import { CODE_ALPHABET, grouped } from "../forms.ts";
import type { BoxStore } from "./store.ts";

const CODE_LENGTH = 16, DAY_S = 86_400;
/** Digits of a code's digest by which pages name it: no help to whoever guesses 80 bits. */
const ID_DIGITS = 16;

/** What a box does before it joins. */
export const JOIN_STEPS = ["reached", "radio", "listening", "joining"] as const;
type JoinStep = (typeof JOIN_STEPS)[number];

/** How far a box with a code has come; `at` in unix seconds. */
interface Progress {
  step: JoinStep;
  frames: number;
  direct: number;
  at: number;
}

interface Memory {
  /** Its text, where this process made it. */
  code?: string;
  progress?: Progress;
}

/**
 * The codes that are open. The database has digests alone, so that neither it nor a backup lets a box in. The text
 * stays in the memory of the process that made it until the code is used, withdrawn or expired: at most a quarter of
 * an hour. After a restart, or where the shell made it, it cannot be shown again; it is withdrawn, and another one made.
 */
export class OpenCodes {
  readonly #memory = new Map<string, Memory>();

  constructor(readonly store: BoxStore, readonly world: World) {}

  /** Makes a one-time code. `ttlMin` is held to 10 to 15 minutes. Throws `bad_label` and `bad_call`. */
  make(
    tx: Tx,
    { label = "", callsign, ttlMin = 15, by, owner }: {
      label?: string;
      callsign?: string;
      ttlMin?: number;
      by: string;
      owner: number | null;
    },
  ) {
    if (label.length > 64) throw ingestFailure.bad_label();
    const call = callsign ? baseCall(normalCall(callsign)) : null;
    if (call !== null && !isCall(call)) throw ingestFailure.bad_call({ callsign });
    const at = this.world.now();
    const code = newCode(this.world, CODE_LENGTH, CODE_ALPHABET), codeHash = sha256Hex(code);
    const expiresAt = at + 60 * Math.min(15, Math.max(10, ttlMin));
    this.store.pruneCodes(tx, { before: at - DAY_S });
    this.store.insertCode(tx, {
      codeHash,
      label,
      call,
      madeBy: by,
      ownerAccount: owner,
      createdAt: at,
      expiresAt,
    });
    tx.after(() => {
      this.#forgetClosed();
      this.#memory.set(codeHash, { code });
    });
    return { id: idOf(codeHash), code: grouped(code), expiresAt, label, callsign: call };
  }

  /** All that are open, the oldest first; `readable`: its text can be shown again. */
  all() {
    return this.#rows().map(({ codeHash, label, call, createdAt, expiresAt }) => {
      const { code, progress = null } = this.#memory.get(codeHash) ?? {};
      return {
        id: idOf(codeHash),
        label,
        callsign: call,
        createdAt,
        expiresAt,
        readable: code !== undefined,
        progress,
      };
    });
  }

  /** The text of an open code once more. Throws `code_closed`, and `code_unreadable` where this process did not make it. */
  reveal(id: string) {
    const { codeHash, label, call, expiresAt } = this.#open(id);
    const code = this.#memory.get(codeHash)?.code;
    if (code === undefined) throw ingestFailure.code_unreadable();
    return { id, code: grouped(code), expiresAt, label, callsign: call };
  }

  /** Ends an open code: no box joins with it any more. Throws `code_closed`. */
  withdraw(tx: Tx, id: string): { label: string; callsign: string | null } {
    const { codeHash, label, call } = this.#open(id);
    this.store.withdrawCode(tx, { hash: codeHash });
    tx.after(() => void this.#memory.delete(codeHash));
    return { label, callsign: call };
  }

  /**
   * Notes how far a box has come, by the digest of its code: who overhears that cannot join with it. Gives until when the
   * code is good, unix seconds. Throws `bad_enrolment_code`.
   */
  advance(digest: string, progress: Omit<Progress, "at">): number {
    const now = this.world.now();
    const row = this.store.openCode({ hash: digest, now });
    if (!row) throw ingestFailure.bad_enrolment_code();
    this.#forgetClosed();
    this.#memory.set(digest, { ...this.#memory.get(digest), progress: { ...progress, at: now } });
    return row.expiresAt;
  }

  readonly #rows = () => this.store.openCodes({ now: this.world.now() });

  #open(id: string) {
    const row = this.#rows().find(({ codeHash }) => idOf(codeHash) === id);
    if (!row) throw ingestFailure.code_closed();
    return row;
  }

  /** What is remembered ends with the code: used, withdrawn, expired. */
  #forgetClosed(): void {
    const open = new Set(this.#rows().map(({ codeHash }) => codeHash));
    for (const hash of this.#memory.keys()) if (!open.has(hash)) this.#memory.delete(hash);
  }
}

const idOf = (codeHash: string): string => codeHash.slice(0, ID_DIGITS);
