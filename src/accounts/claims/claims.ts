/**
 * Claims: somebody says that a call which another account holds unverified is theirs (API "States and transitions",
 * Claim). Whoever verifies it first has it; everybody else's claim is then refused.
 */
import { baseCall, isCall, newToken, normalCall, sha256Hex } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { ClaimWho } from "../../http/mod.ts";
import { isAdminCall } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { Calls } from "../calls/calls.ts";
import { type ClaimRow, type ClaimStatus, type ClaimStore, claimStore } from "./store.ts";
import { accountFailure } from "../errors.ts";
import type { AccountRow, VerificationMethod } from "../store.ts";

/** A claim stays open for 48 hours (API "Limits"). */
const CLAIM_S = 172_800;
/** Decided claims stay this long, so that their owner still learns how they ended. */
const REMEMBERED_S = 7 * 86_400;

/**
 * Why a claim does not get its call although control was proved. `suspended`: the claimant's own account is
 * suspended.
 */
export type ClaimRefusal = "held_verified" | "holder_suspended" | "operator_call" | "suspended";

export class Claims {
  readonly store: ClaimStore;
  readonly #accounts: Accounts;
  readonly #calls: Calls;

  constructor(accounts: Accounts, calls: Calls) {
    this.#accounts = accounts;
    this.#calls = calls;
    this.store = claimStore(accounts.db);
  }

  /**
   * Whether somebody might claim the call: it is held and not verified, and its holder is neither an operator nor
   * suspended.
   */
  isClaimable(call: string): boolean {
    return this.#refusal(call, null) === undefined;
  }

  /** Why `account`, or with `null` somebody without one, cannot claim the call. */
  #refusal(call: string, account: number | null): "unheld" | "yours" | ClaimRefusal | undefined {
    const holder = this.#accounts.holder(call);
    if (!holder) return "unheld";
    if (holder.accountId === account) return "yours";
    if (isAdminCall(this.#accounts.settings, call)) return "operator_call";
    if (this.#accounts.isVerified(call)) return "held_verified";
    return holder.suspended ? "holder_suspended" : undefined;
  }

  /** Opens a claim; its token is given here and nowhere else. */
  open(tx: Tx, text: string, account: number | null) {
    const call = normalCall(text);
    if (!isCall(call)) throw accountFailure.invalid({ callsign: text });
    const base = baseCall(call);
    this.#calls.refuseErasedSuspension(base);
    const refusal = this.#refusal(base, account);
    if (refusal) throw accountFailure[refusal]({ callsign: base });
    const { world } = this.#accounts;
    const token = newToken(world);
    const expiresAt = world.now() + CLAIM_S;
    this.store.open(tx, { hash: sha256Hex(token), call, base, account, at: world.now(), expiresAt });
    return { claim: token, callsign: call, held: true, expiresAt };
  }

  /** The gate's look-up: every claim that is remembered, open or closed. */
  find(token: string): ClaimWho | undefined {
    const claim = this.store.byToken({ hash: sha256Hex(token) });
    return claim && { kind: "claim", claim: claim.id, call: claim.call };
  }

  /** A claim's state now. A claim whose time is over reads `expired`, also before the job has marked it. */
  statusOf(claim: ClaimRow): ClaimStatus {
    return claim.status === "open" && claim.expiresAt <= this.#accounts.world.now()
      ? "expired"
      : claim.status;
  }

  /**
   * The state of a claim. `account` is given once, in the first answer after a sign-up claim is done, so that the
   * caller can open a session of it. Where `canSignIn` is false no session can be opened, and it is kept for a
   * later answer.
   */
  status(tx: Tx, id: number, canSignIn: boolean) {
    const claim = this.store.claim({ id })!;
    const first = canSignIn && this.store.giveSession(tx, id);
    const account: AccountRow | undefined = first
      ? this.#accounts.store.account({ id: claim.wonAccount! })
      : undefined;
    return { status: this.statusOf(claim), callsign: claim.call, method: claim.method, account };
  }

  /** The claim, if it is open, for this base call, and not of a suspended account. */
  requireOpen(id: number, base: string): ClaimRow {
    const claim = this.store.claim({ id })!;
    this.#accounts.refuseSuspended(claim.accountId ?? undefined);
    if (claim.base !== base) throw accountFailure.claim_other_call({ callsign: claim.base });
    const status = this.statusOf(claim);
    if (status !== "open") throw accountFailure.claim_closed({ status });
    return claim;
  }

  /**
   * Ends a claim whose call the claimant has verified. Gives `done` when the call moved, or why the claim is refused:
   * the holder verified it first, somebody was suspended, or the call has become an operator's since. A call that
   * nobody holds any more, or that the claimant took meanwhile, is the claimant's.
   */
  complete(
    tx: Tx,
    claim: ClaimRow,
    method: VerificationMethod,
    witness?: string,
  ): "done" | ClaimRefusal {
    const refusal = this.#refusal(claim.base, claim.accountId);
    const reason = claim.accountId !== null && this.#accounts.suspension(claim.accountId)
      ? "suspended"
      : this.#calls.closed(claim.base)
      ? "holder_suspended"
      : isAdminCall(this.#accounts.settings, claim.base)
      ? "operator_call"
      : refusal === "unheld" || refusal === "yours"
      ? undefined
      : refusal;
    if (reason) {
      this.store.decide(tx, claim.id, "refused", method);
      return reason;
    }
    const to = claim.accountId ?? this.#newAccount(tx);
    this.#calls.transfer(tx, claim.call, to, method);
    this.#accounts.verify(tx, claim.base, method, witness ?? null);
    this.store.decide(tx, claim.id, "done", method, claim.accountId === null ? to : null);
    this.refuseOthers(tx, claim.base);
    return "done";
  }

  /** Refuses every claim that is still open for a call that is verified now. */
  refuseOthers(tx: Tx, base: string): void {
    for (const other of this.store.openOf({ base, now: this.#accounts.world.now() })) {
      this.store.decide(tx, other.id, "refused");
    }
  }

  #newAccount(tx: Tx): number {
    return this.#accounts.store.createBare(tx, this.#accounts.world.now());
  }

  /** Marks claims whose time has run out, and deletes those decided long ago. */
  prune(tx: Tx): void {
    const now = this.#accounts.world.now();
    this.store.expire(tx, { now });
    this.store.prune(tx, { before: now - REMEMBERED_S });
  }
}
