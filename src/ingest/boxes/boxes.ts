/** The box registry: enrolment, keys for the gate, trust, services, pairing. */
import { baseCall, isCall, newCode, normalCall, sha256Hex, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { type BoxKey, FRESH_S } from "../../http/mod.ts";
import { FIRST_PARTY_SITES, type Settings } from "../../settings/mod.ts";
import type { BoxTrust, TrustView } from "../../stations/mod.ts";
import { isPublicKey, verifyDocument } from "../../wire/mod.ts";
import { type BoxRow, type BoxStore, boxStore, type SiteRow } from "./store.ts";
import { ingestFailure } from "../errors.ts";
import { ingestPersonalData } from "./personal_data.ts";

/** Without I, O, 0 and 1: 16 of these are 80 bits. */
const CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 16, PAIRING_LENGTH = 8;
const PAIRING_S = 900;
/** How stale `lastSeenAt` may get, in seconds: a write for each poll would wear out an SD card. */
const SEEN_EVERY_S = 300;
const BOX_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Checks the form of a box's id; throws where it does not fit. */
export function boxId(text: string): string {
  if (!BOX_ID.test(text)) throw ingestFailure.bad_box_id();
  return text;
}
const SITE = /^[A-Z0-9]{3,9}(-\d{1,2})?$/;
const MOST_SITES = 8;

export interface Enrolment {
  code: string;
  box: string;
  key: string;
  at: number;
  sig: string;
  label?: string;
}

/** Codes are read with or without dashes and blanks, in any case. */
const bareCode = (code: string): string => code.replace(/[\s-]/g, "").toUpperCase();
const hashOf = (code: string): string => sha256Hex(bareCode(code));
const grouped = (code: string): string => code.match(/.{4}/g)!.join("-");

/** A receiving station's call in normal form, or `undefined`. */
export function siteCall(text: string): string | undefined {
  const site = normalCall(text);
  return SITE.test(site) ? site : undefined;
}

export class Boxes implements TrustView {
  readonly store: BoxStore;
  readonly #trust = new Map<string, BoxTrust | null>();
  #firstParty: ReadonlySet<string> | undefined;
  #version = -1;

  constructor(readonly db: Database, readonly settings: Settings, readonly world: World) {
    this.store = boxStore(db);
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

  /** The row of a box that is not revoked. */
  live(id: string): BoxRow {
    const row = this.store.byId({ id });
    if (!row || row.revokedAt !== null) throw ingestFailure.box_unknown({ box: id });
    return row;
  }

  /** The area's share in a person's data. */
  personalData() {
    const share = ingestPersonalData(this.db, this.world.now);
    const erase: typeof share.erase = (tx, person) => {
      share.erase(tx, person);
      this.#changed(tx);
    };
    return { ...share, erase };
  }

  /** FIRST_PARTY_SITES and stations added by call. */
  isFirstParty(site: string): boolean {
    this.#refresh();
    this.#firstParty ??= new Set(this.claimableSites(undefined));
    return this.#firstParty.has(site);
  }

  boxTrust(id: string): BoxTrust | undefined {
    this.#refresh();
    let trust = this.#trust.get(id);
    if (trust === undefined) {
      const row = this.store.byId({ id });
      trust = !row || row.revokedAt !== null ? null : {
        since: row.attestsSince,
        sites: new Set(this.store.sitesOf({ box: id }).map(({ site }) => site)),
        ...owned(this.owner(id)),
        ...(row.enrolledFor ? { enrolledFor: row.enrolledFor } : {}),
      };
      // Ids come from requests whose signature held, so they are few; the map is bounded all the same.
      if (this.#trust.size > 1000) this.#trust.clear();
      this.#trust.set(id, trust);
    }
    return trust ?? undefined;
  }

  #forget(): void {
    this.#trust.clear();
    this.#firstParty = undefined;
  }

  /** Trust changes act at once: those of this process … */
  #changed(tx: Tx): void {
    tx.after(() => this.#forget());
  }

  /** … and those of a command beside it. */
  #refresh(): void {
    const version = this.db.dataVersion();
    if (version !== this.#version) this.#forget();
    this.#version = version;
  }

  /** Makes a one-time code; the text is given once. `ttlMin` is held to 10 to 15 minutes. */
  makeCode(
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
    const code = newCode(this.world, CODE_LENGTH, CODE_ALPHABET);
    const expiresAt = at + 60 * Math.min(15, Math.max(10, ttlMin));
    this.store.pruneCodes(tx, { before: at - 86_400 });
    this.store.insertCode(tx, {
      codeHash: sha256Hex(code),
      label,
      call,
      madeBy: by,
      ownerAccount: owner,
      createdAt: at,
      expiresAt,
    });
    return { code: grouped(code), expiresAt, label, callsign: call };
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
    if (!code) throw ingestFailure.bad_code();
    const known = this.store.byId({ id: sent.box });
    if (known && known.revokedAt === null) throw ingestFailure.box_exists({ box: sent.box });
    const user = this.store.byKey({ key: sent.key });
    if (user && user.id !== sent.box) throw ingestFailure.key_in_use();
    const label = (sent.label ?? code.label).slice(0, 64);
    this.store.spendCode(tx, { hash, now });
    this.store.setSites(tx, sent.box, [], code.madeBy, now);
    this.store.dropOwner(tx, { box: sent.box });
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
    this.#changed(tx);
    return { box: sent.box, label, callsign: code.call };
  }

  /** Ends key, trust and owner. The caller deletes the queued commands. */
  revoke(tx: Tx, id: string, by: string): void {
    this.live(id);
    const now = this.world.now();
    this.store.setSites(tx, id, [], by, now);
    this.store.dropOwner(tx, { box: id });
    this.store.dropPairing(tx, { box: id });
    this.store.revoke(tx, { id, by, at: now });
    this.#changed(tx);
  }

  /** Replaces the sites trusted under a box; `trusted: false` ends all of it. */
  setTrust(
    tx: Tx,
    id: string,
    trusted: boolean,
    sites: readonly string[] | undefined,
    by: string,
  ): SiteRow[] {
    const row = this.live(id);
    let list: string[] = [];
    if (trusted) {
      if (!sites || sites.length === 0 || sites.length > MOST_SITES) throw ingestFailure.bad_sites();
      list = [
        ...new Set(sites.map((site) => {
          const call = siteCall(site);
          if (!call) throw ingestFailure.bad_sites({ site });
          if (row.enrolledFor !== null && baseCall(call) !== row.enrolledFor) {
            throw ingestFailure.foreign_call({ site, callsign: row.enrolledFor });
          }
          return call;
        })),
      ];
    }
    this.store.setSites(tx, id, list, by, this.world.now());
    this.#changed(tx);
    return this.store.sitesOf({ box: id });
  }

  setServices(tx: Tx, id: string, services: boolean): void {
    this.live(id);
    this.store.setServices(tx, { id, services });
  }

  /** Trusts a station by call, for frames sent with the ingest secret. */
  addSite(tx: Tx, text: string, by: string): string {
    const site = siteCall(text);
    if (!site) throw ingestFailure.bad_site();
    if (this.settings.get(FIRST_PARTY_SITES).includes(site)) throw ingestFailure.site_preset({ site });
    this.store.putSite(tx, { site, trustedBy: by, trustedAt: this.world.now() });
    this.#changed(tx);
    return site;
  }

  dropSite(tx: Tx, text: string): void {
    if (this.store.dropSite(tx, { site: siteCall(text) ?? "" }).changes === 0) {
      throw ingestFailure.site_unknown();
    }
    this.#changed(tx);
  }

  /** Every station whose hearings count for something: presets, added by call, under boxes. */
  trustedSites(): (SiteRow & { source: "config" | "admin" | "box"; box?: string; boxLabel?: string })[] {
    const preset = this.settings.get(FIRST_PARTY_SITES);
    return [
      ...preset.map((site) => ({ site, source: "config" as const, trustedBy: "config", trustedAt: 0 })),
      ...this.store.sites().filter(({ site }) => !preset.includes(site))
        .map((row) => ({ ...row, source: "admin" as const })),
      ...this.store.all().filter((box) => box.revokedAt === null).flatMap((box) =>
        this.store.sitesOf({ box: box.id }).map((row) => ({
          ...row,
          source: "box" as const,
          box: box.id,
          boxLabel: box.label,
        }))
      ),
    ];
  }

  /** What a credential may claim to have heard with: GET /ingest/check. */
  claimableSites(box: string | undefined): string[] {
    if (box !== undefined) return this.store.sitesOf({ box }).map(({ site }) => site);
    const preset = this.settings.get(FIRST_PARTY_SITES);
    return [...new Set([...preset, ...this.store.sites().map(({ site }) => site)])];
  }

  /** Notes that a box was there, at most every five minutes. */
  async seen(id: string): Promise<void> {
    const row = this.store.byId({ id }), now = this.world.now();
    if (!row || (row.lastSeenAt !== null && now - row.lastSeenAt < SEEN_EVERY_S)) return;
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
   * Ends the trust in a box that goes to another account: the operator trusted it in other hands, and what it heard
   * there must not count for whoever had it.
   */
  #changeHands(tx: Tx, id: string, at: number): void {
    this.store.setSites(tx, id, [], "", at);
    this.store.setAttestsSince(tx, { id, at });
    tx.after(() =>
      this.world.log.warn("box {box} changed hands: its sites are trusted no more", { box: id })
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
    this.store.setOwner(tx, { box: id, account, at: now });
    this.#changed(tx);
  }
}

const owned = (account: number | undefined): { ownerAccountId?: number } =>
  account === undefined ? {} : { ownerAccountId: account };
