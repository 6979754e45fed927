/**
 * Proofs that a person controls a callsign: on the air, by a TXT record, by a LoTW certificate (API "Accounts, identity,
 * verification"). Each starts with a code for one prover. At its end the call is verified, or moves to the account that
 * claimed it.
 */
import { baseCall, newCode, newToken, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { ClaimWho, SessionWho } from "../../http/mod.ts";
import { AMPR_REQUIRE_DNSSEC, AMPR_ZONE, DOH_URL, instanceId, serviceCall } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import { amprRecord, checkAmpr } from "./ampr.ts";
import type { ReadCertificate } from "./certificates.ts";
import { type ProofMethod, type ProofRow, type ProofStore, proofStore, type Prover } from "./store.ts";
import type { ClaimRefusal, Claims } from "../claims/claims.ts";
import { accountFailure } from "../errors.ts";
import { LOTW_ALGORITHM, lotwMessage } from "./lotw_challenge.ts";
import type { PeoplePorts } from "../ports.ts";
import { lotwFailure } from "./lotw_refusals.ts";

/** How long each proof's code lives, in seconds (API "Limits"; on air: 30 minutes). */
const PROOF_S = { rf_heard: 1_800, ampr_dns: 172_800, lotw: 900 } as const;
/** Wrong codes heard on the air before a code is locked: six digits can be guessed. */
const WRONG_ON_AIR = 5;
/** DNS answers that cost a try. The code is long; this only bounds how often we ask on somebody's behalf. */
const WRONG_IN_DNS = 20;
const ON_AIR = /^VERIFY (\d{6})$/;

/** A frame whose text may be an on-air proof, as ingest heard it. */
export interface HeardText {
  /** Sender as sent, with SSID. */
  call: string;
  text: string;
  /** When it was heard; unix seconds. */
  at: number;
  /** Wrapped in another station's frame: proves nothing. */
  thirdParty: boolean;
  /** On MeshCom only what the sender's own node sent counts. */
  mesh: boolean;
  hearings: {
    site: string;
    trusted: boolean;
    radioPort: boolean;
    direct: boolean;
    deliveredBy: { kind: "secret" } | {
      kind: "box";
      box: string;
      ownerAccountId?: number;
      enrolledFor?: string;
    };
  }[];
}
/** `ignored`: the text counts as no try and gets no acknowledgement. */
type HeardOutcome = "verified" | "claimed" | "wrong_code" | "refused" | "ignored";

type Proved = {
  verified: true;
  callsign: string;
  method: ProofMethod;
  proof?: string;
  claimed?: true;
};
type Who = SessionWho | ClaimWho;

export class Proofs {
  readonly store: ProofStore;
  readonly #accounts: Accounts;
  readonly #claims: Claims;
  readonly #ports: PeoplePorts;
  readonly #authorities: () => Promise<ReadCertificate[]>;

  constructor(
    accounts: Accounts,
    claims: Claims,
    ports: PeoplePorts,
    authorities: () => Promise<ReadCertificate[]>,
  ) {
    this.store = proofStore(accounts.db);
    this.#accounts = accounts;
    this.#claims = claims;
    this.#ports = ports;
    this.#authorities = authorities;
  }

  /** Which ways of proof this instance offers now. */
  async methods() {
    const sites = this.#ports.receivingSites().length;
    return {
      methods: {
        rf_heard: sites > 0,
        ampr_dns: this.#accounts.settings.get(DOH_URL).length > 0,
        lotw: (await this.#authorities()).length > 0,
      },
      rfSites: sites,
    };
  }

  /** The base call that is to be proved, and by whom. A session proves calls that its account holds; a claim its own. */
  prover(who: Who, text: string | undefined): { base: string; prover: Prover } {
    if (who.kind === "claim") {
      const base = baseCall(normalCall(text ?? who.call));
      return { base, prover: { claimId: this.#claims.requireOpen(who.claim, base).id } };
    }
    const base = baseCall(normalCall(text ?? who.call ?? ""));
    if (!this.#accounts.holds(who.account, base)) throw accountFailure.not_held({ callsign: base });
    return { base, prover: { accountId: who.account } };
  }

  /** A proof as it is stored when it starts; it replaces an earlier one of the same prover. */
  #start(tx: Tx, method: ProofMethod, base: string, who: Prover, code: string): number {
    const now = this.#accounts.world.now();
    const expiresAt = now + PROOF_S[method];
    this.store.start(tx, { who, method, base, code, startedAt: now, expiresAt });
    return expiresAt;
  }

  /** Starts an on-air proof: a code to send to the service call. Sends nothing itself. */
  startOnAir(tx: Tx, who: Who, text: string | undefined) {
    const { base, prover } = this.prover(who, text);
    const sites = this.#ports.receivingSites();
    if (sites.length === 0) throw accountFailure.no_receiving_site();
    const { world, settings } = this.#accounts;
    const running = this.store.runningFor({ method: "rf_heard", base, now: world.now() });
    const taken = running.map((one) => one.code);
    let code = newCode(world, 6, "0123456789");
    while (taken.includes(code)) code = newCode(world, 6, "0123456789");
    const expiresAt = this.#start(tx, "rf_heard", base, prover, code);
    return { code, to: serviceCall(settings), text: `VERIFY ${code}`, expiresAt, sites };
  }

  /**
   * A text that was heard: completes the proof whose code it carries. It counts only where a trusted site received it on
   * a radio port, and neither that site nor the box that sent it in belongs to the prover.
   */
  heard(tx: Tx, heard: HeardText): HeardOutcome {
    const code = ON_AIR.exec(heard.text.trim().toUpperCase())?.[1];
    if (code === undefined || heard.thirdParty) return "ignored";
    const base = baseCall(normalCall(heard.call));
    const now = this.#accounts.world.now();
    const open = this.store.runningFor({ method: "rf_heard", base, now }).filter((proof) =>
      proof.wrong < WRONG_ON_AIR && heard.at <= proof.expiresAt && heard.at >= proof.startedAt - 60 &&
      this.#witness(proof, heard) !== undefined
    );
    if (open.length === 0) return "ignored";
    const match = open.find((proof) => proof.code === code);
    if (!match) {
      for (const { id } of open) this.store.countWrong(tx, { id });
      return "wrong_code";
    }
    const outcome = this.#complete(tx, match, this.#witness(match, heard));
    return outcome === "verified" || outcome === "claimed" ? outcome : "refused";
  }

  /** The station whose hearing counts: trusted, on a radio port, and none of the prover's own. */
  #witness(proof: ProofRow, { hearings, mesh }: HeardText): string | undefined {
    const account = proof.accountId ??
      (proof.claimId === null ? null : this.#claims.store.claim({ id: proof.claimId })?.accountId) ??
      undefined;
    const own = new Set([
      proof.base,
      ...(account === undefined ? [] : this.#accounts.person(account)?.bases ?? []),
    ]);
    return hearings.find(({ site, trusted, radioPort, direct, deliveredBy }) => {
      if (!trusted || !radioPort || (mesh && !direct) || own.has(baseCall(site))) return false;
      if (deliveredBy.kind === "secret") return true;
      const { ownerAccountId, enrolledFor } = deliveredBy;
      return (ownerAccountId === undefined || ownerAccountId !== account) &&
        (enrolledFor === undefined || !own.has(baseCall(enrolledFor)));
    })?.site;
  }

  /** Starts a proof by TXT record. One that still runs is given again: a record may take hours to show up. */
  startAmpr(tx: Tx, who: Who, text: string | undefined) {
    const { base, prover } = this.prover(who, text);
    const { world, settings } = this.#accounts;
    if (settings.get(DOH_URL).length === 0) throw accountFailure.ampr_closed();
    let proof = this.store.proof("ampr_dns", base, prover, world.now());
    if (!proof || proof.wrong >= WRONG_IN_DNS) {
      this.#start(tx, "ampr_dns", base, prover, newToken(world, 18));
      proof = this.store.proof("ampr_dns", base, prover, world.now())!;
    }
    return {
      code: proof.code,
      ...amprRecord(base, settings.get(AMPR_ZONE), proof.code),
      expiresAt: proof.expiresAt,
    };
  }

  /** Looks the TXT record up and completes the proof. */
  async checkAmpr(who: Who, text: string | undefined): Promise<Proved & { method: "ampr_dns" }> {
    const { base, prover } = this.prover(who, text);
    const { world, settings, db } = this.#accounts;
    const resolvers = settings.get(DOH_URL);
    if (resolvers.length === 0) throw accountFailure.ampr_closed();
    const proof = this.store.proof("ampr_dns", base, prover, world.now());
    if (!proof) throw accountFailure.no_proof();
    if (proof.wrong >= WRONG_IN_DNS) throw accountFailure.too_many_tries();
    const { name, value } = amprRecord(base, settings.get(AMPR_ZONE), proof.code);
    const signed = settings.get(AMPR_REQUIRE_DNSSEC);
    const verdict = await checkAmpr(world.fetch, resolvers, name, value, signed, world.lives);
    if (!verdict.proved) {
      if (verdict.reason === "too_few_resolvers") {
        throw accountFailure.too_few_resolvers({ answered: verdict.answered });
      }
      // An unpublished name costs no try (API "Accounts, identity, verification").
      if (verdict.reason !== "not_published") {
        await db.write((tx) => this.store.countWrong(tx, { id: proof.id }));
      }
      throw accountFailure[verdict.reason]({ name });
    }
    return await this.#finish("ampr_dns", proof, { proof: verdict.proof });
  }

  /** Starts a proof by LoTW certificate: a message to sign with its key. To be offered only where `methods` says so. */
  startLotw(tx: Tx, who: Who, text: string | undefined) {
    const { base, prover } = this.prover(who, text);
    const { world, settings } = this.#accounts;
    const challenge = newToken(world);
    const expiresAt = this.#start(tx, "lotw", base, prover, challenge);
    return {
      challenge,
      message: lotwMessage(instanceId(settings), base, challenge),
      algorithm: LOTW_ALGORITHM,
      expiresAt,
    };
  }

  /** Judges certificates (DER) and signature over the message that was started. A challenge is answered once. */
  async completeLotw(
    who: Who,
    text: string | undefined,
    certificates: Uint8Array[],
    signature: Uint8Array,
  ): Promise<Proved & { method: "lotw" }> {
    const authorities = await this.#authorities();
    if (authorities.length === 0) throw accountFailure.lotw_closed();
    const { base, prover } = this.prover(who, text);
    const { world, settings, db } = this.#accounts;
    const proof = this.store.proof("lotw", base, prover, world.now());
    if (!proof) throw accountFailure.no_proof();
    const { judgeLotw } = await import("./lotw.ts");
    const verdict = judgeLotw({
      base,
      message: lotwMessage(instanceId(settings), base, proof.code),
      certificates,
      signature,
      authorities,
      now: world.now(),
    });
    if (!verdict.proved) {
      await db.write((tx) => this.store.drop(tx, proof.id));
      throw lotwFailure[verdict.reason]();
    }
    return await this.#finish("lotw", proof, {});
  }

  /**
   * Completes a proof in one write. A refusal is thrown only after that write: thrown inside, it would undo what the
   * write has stored about the refused claim.
   */
  async #finish<const Method extends ProofMethod>(
    method: Method,
    proof: ProofRow,
    more: { proof?: string },
  ): Promise<Proved & { method: Method }> {
    const outcome = await this.#accounts.db.write((tx) => this.#complete(tx, proof));
    if (outcome === "gone") throw accountFailure.no_proof();
    if (outcome !== "verified" && outcome !== "claimed") {
      throw accountFailure[outcome]({ callsign: proof.base });
    }
    return {
      verified: true,
      callsign: proof.base,
      method,
      ...more,
      ...(outcome === "claimed" && { claimed: true }),
    };
  }

  #complete(
    tx: Tx,
    proof: ProofRow,
    witness?: string,
  ): "verified" | "claimed" | "gone" | ClaimRefusal {
    // The proof counts once, however many answers arrive at the same time: only the one that deletes the row goes
    // on.
    if (!this.store.drop(tx, proof.id)) return "gone";
    if (proof.claimId !== null) {
      const claim = this.#claims.store.claim({ id: proof.claimId });
      if (!claim || this.#claims.statusOf(claim) !== "open") return "gone";
      const outcome = this.#claims.complete(tx, claim, proof.method, witness);
      return outcome === "done" ? "claimed" : outcome;
    }
    if (proof.accountId === null || !this.#accounts.holds(proof.accountId, proof.base)) return "gone";
    if (this.#accounts.suspension(proof.accountId)) return "suspended";
    this.#accounts.verify(tx, proof.base, proof.method, witness ?? null);
    this.#claims.refuseOthers(tx, proof.base);
    return "verified";
  }
}
