/** The box registry: enrolment, keys for the gate, services, pairing. */
import { isRecent, newCode, sha256Hex, type Tell, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { type BoxKey, FRESH_S } from "../../http/mod.ts";
import type { Settings } from "../../settings/mod.ts";
import { isPublicKey, verifyDocument } from "../../wire/mod.ts";
import { ingestFailure } from "../errors.ts";
import type { IngestEvents } from "../events.ts";
import { bareCode, boxId, CODE_ALPHABET, grouped, hashOf } from "../forms.ts";
import { OpenCodes } from "./open_codes.ts";
import { ingestPersonalData } from "./personal_data.ts";
import { type BoxRow, type BoxStore, boxStore } from "./store.ts";
import { TrustedSites } from "./trusted_sites.ts";

const PAIRING_LENGTH = 8;
const PAIRING_S = 900;
/** How stale `lastSeenAt` may get, in seconds: a write for each poll would wear out an SD card. */
const SEEN_EVERY_S = 300;

interface Enrolment {
  code: string;
  box: string;
  key: string;
  at: number;
  sig: string;
  label?: string;
}

/** The registry of boxes. Times are unix seconds; throws `ingestFailure` for whatever it refuses. */
export class Boxes {
  readonly store: BoxStore;
  readonly sites: TrustedSites;
  readonly codes: OpenCodes;

  constructor(
    readonly db: Database,
    readonly settings: Settings,
    readonly world: World,
    readonly tell: Tell<IngestEvents>,
  ) {
    this.store = boxStore(db);
    this.sites = new TrustedSites(this.store, db, settings, world);
    this.codes = new OpenCodes(this.store, world);
  }

  /** For the gate: the key of a live box. */
  key(id: string): BoxKey | undefined {
    const row = this.store.byId({ id });
    return row && row.revokedAt === null
      ? { box: row.id, key: row.key, services: row.services === 1 }
      : undefined;
  }

  /** The account that a box belongs to. */
  owner = (id: string): number | undefined => this.store.owner({ box: id })?.accountId;

  /** The row of a box, revoked or not. */
  one(id: string): BoxRow {
    const row = this.store.byId({ id });
    if (!row) throw ingestFailure.box_unknown({ box: id });
    return row;
  }

  /** The row of a box that is not revoked. */
  live(id: string): BoxRow {
    const row = this.one(id);
    if (row.revokedAt !== null) throw ingestFailure.box_unknown({ box: id });
    return row;
  }

  /** The area's share in a person's data. */
  personalData() {
    const share = ingestPersonalData(this.db, this.world.now);
    const erase: typeof share.erase = (tx, person) => {
      share.erase(tx, person);
      this.sites.changed(tx);
    };
    return { ...share, erase };
  }

  /**
   * Enrols a box under a code, signed with the new key over `svc-box-enroll/1` and `{at, box, code, key}`, the code as it
   * was sent. A code stays unspent when the id or key is taken.
   */
  enroll(tx: Tx, sent: Enrolment): { box: string; label: string; callsign: string | null } {
    const now = this.world.now();
    boxId(sent.box);
    if (!isPublicKey(sent.key)) throw ingestFailure.bad_key();
    if (Math.abs(sent.at - now) > FRESH_S) throw ingestFailure.stale();
    const document = { at: sent.at, box: sent.box, code: sent.code, key: sent.key };
    if (!verifyDocument("svc-box-enroll/1", document, sent.key, sent.sig)) {
      throw ingestFailure.bad_enroll_signature();
    }
    const hash = hashOf(sent.code);
    const code = this.store.openCode({ hash, now });
    if (!code) throw ingestFailure.bad_enrolment_code();
    const known = this.store.byId({ id: sent.box });
    if (known && known.revokedAt === null) throw ingestFailure.box_exists({ box: sent.box });
    const user = this.store.byKey({ key: sent.key });
    if (user && user.id !== sent.box) throw ingestFailure.key_in_use();
    const label = (sent.label ?? code.label).slice(0, 64);
    this.store.spendCode(tx, { hash, now });
    this.store.setSites(tx, sent.box, [], code.madeBy, now);
    this.store.dropOwner(tx, { box: sent.box });
    if (known) this.tell.boxChangedHands({ tx, box: sent.box });
    this.store.enrol(tx, {
      id: sent.box,
      key: sent.key,
      label,
      enrolledFor: code.call,
      enrolledBy: code.madeBy,
      enrolledAt: now,
      attestsSince: known ? now : 0,
    });
    if (code.ownerAccount !== null) {
      this.store.setOwner(tx, { box: sent.box, account: code.ownerAccount, at: now });
    }
    this.sites.changed(tx);
    return { box: sent.box, label, callsign: code.call };
  }

  /** Revokes a box: its key, its trust and its owner end. The caller deletes the queued commands. */
  revoke(tx: Tx, id: string, by: string): void {
    this.live(id);
    const now = this.world.now();
    this.store.setSites(tx, id, [], by, now);
    this.store.dropOwner(tx, { box: id });
    this.store.dropPairing(tx, { box: id });
    this.store.revoke(tx, { id, by, at: now });
    this.sites.changed(tx);
  }

  /** Says which sites a box attests, from now on or since a time; what it heard since then is looked at again. */
  trust(
    tx: Tx,
    id: string,
    { trusted, sites, since }: { trusted: boolean; sites?: readonly string[]; since?: number },
    by: string,
  ): void {
    this.sites.set(tx, this.live(id), trusted, sites, by, since);
    // Also from now on: what a clock ahead of ours heard is here already.
    if (trusted) this.tell.trustChanged({ tx, since: since ?? this.world.now() });
  }

  /** Trusts a station by call, from now on. Gives the call. */
  trustSite(tx: Tx, text: string, by: string): string {
    const site = this.sites.add(tx, text, by);
    this.tell.trustChanged({ tx, since: this.world.now() });
    return site;
  }

  /** Lets a box run the instance's services (mail, outbox), or ends that. */
  setServices(tx: Tx, id: string, services: boolean): void {
    this.live(id);
    this.store.setServices(tx, { id, services });
  }

  /** Notes that a box has asked just now; written at most every five minutes. */
  async seen(id: string): Promise<void> {
    const row = this.store.byId({ id }), now = this.world.now();
    if (!row || (row.lastSeenAt !== null && isRecent(row.lastSeenAt, now, SEEN_EVERY_S))) return;
    await this.db.write((tx) => this.store.seen(tx, { id, at: now }));
  }

  /** A pairing code for a box, 15 minutes, replaced by a newer one. */
  makePairing(tx: Tx, id: string): { boxId: string; code: string; expiresAt: number } {
    boxId(id);
    const code = newCode(this.world, PAIRING_LENGTH, CODE_ALPHABET);
    const expiresAt = this.world.now() + PAIRING_S;
    this.store.putPairing(tx, { box: id, hash: sha256Hex(code), expiresAt });
    return { boxId: id, code: grouped(code), expiresAt };
  }

  /**
   * Ends the trust in a box that goes to another account, and its services: the operator gave both to other hands, and what
   * it heard there must not count for whoever had it.
   */
  #changeHands(tx: Tx, id: string, at: number): void {
    this.store.setSites(tx, id, [], "", at);
    this.store.setAttestsSince(tx, { id, at });
    this.store.setServices(tx, { id, services: false });
    tx.after(() =>
      this.world.log.warn("box {box} changed hands: its sites are not trusted any more", { box: id })
    );
  }

  /** Spends a pairing code: the box is the account's from now on, also if it was another's. */
  pair(tx: Tx, id: string, code: string, account: number): void {
    if (bareCode(code).length !== PAIRING_LENGTH) throw ingestFailure.pairing_code_form();
    const now = this.world.now();
    if (!this.store.pairing({ box: id, hash: hashOf(code), now })) throw ingestFailure.wrong_pairing_code();
    this.store.dropPairing(tx, { box: id });
    const before = this.owner(id);
    if (before !== undefined && before !== account) this.#changeHands(tx, id, now);
    // Also where nobody has it now: a former owner may have left.
    if (before !== account) this.tell.boxChangedHands({ tx, box: id });
    this.store.setOwner(tx, { box: id, account, at: now });
    this.sites.changed(tx);
  }
}
