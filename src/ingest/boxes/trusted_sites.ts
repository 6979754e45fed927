/** Which receiving stations count: those of the settings, those added by call, and those trusted under a box. */
import { baseCall, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { FIRST_PARTY_SITES, type Settings } from "../../settings/mod.ts";
import type { BoxTrust, TrustView } from "../../stations/mod.ts";
import { ingestFailure } from "../errors.ts";
import { siteCall } from "../forms.ts";
import type { BoxRow, BoxStore, SiteRow } from "./store.ts";

const MOST_SITES = 8;

/** Trust in receiving stations. What is asked for every packet is kept in memory. */
export class TrustedSites implements TrustView {
  readonly #trust = new Map<string, BoxTrust | null>();
  #firstParty: ReadonlyMap<string, number> | undefined;
  #version = -1;

  constructor(
    private readonly store: BoxStore,
    private readonly db: Database,
    private readonly settings: Settings,
    private readonly world: World,
  ) {}

  /** Since when a station of the settings (0) or one added by call is trusted; `undefined` for any other. */
  firstPartySince(site: string): number | undefined {
    this.#refresh();
    this.#firstParty ??= new Map([
      ...this.store.sites().map(({ site, trustedAt }) => [site, trustedAt] as const),
      ...this.settings.get(FIRST_PARTY_SITES).map((site) => [site, 0] as const),
    ]);
    return this.#firstParty.get(site);
  }

  /** What counts of a box now; `undefined` for one that is unknown or revoked. */
  boxTrust(id: string): BoxTrust | undefined {
    this.#refresh();
    let trust = this.#trust.get(id);
    if (trust === undefined) {
      const row = this.store.byId({ id });
      trust = !row || row.revokedAt !== null ? null : {
        since: row.attestsSince,
        sites: new Map(this.store.sitesOf({ box: id }).map(({ site, trustedAt }) => [site, trustedAt])),
        ...owned(this.store.owner({ box: id })?.accountId),
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

  /**
   * To be called in each write that changes whom a box belongs to or whether it is live: trust changes act at once.
   */
  changed(tx: Tx): void {
    tx.after(() => this.#forget());
  }

  /** Takes over changes by a command beside this process. */
  #refresh(): void {
    const version = this.db.dataVersion();
    if (version !== this.#version) this.#forget();
    this.#version = version;
  }

  /**
   * Replaces the sites trusted under a live box; `trusted: false` ends all of it. Trust counts for what is heard from now
   * on, or, where the operator says so, since a time at which the box was in these hands: `since`, unix seconds.
   */
  set(
    tx: Tx,
    row: BoxRow,
    trusted: boolean,
    sites: readonly string[] | undefined,
    by: string,
    since?: number,
  ): SiteRow[] {
    const { id } = row, now = this.world.now();
    // One that is enrolled again, or went to somebody else, was not this box before.
    const first = Math.max(row.enrolledAt, row.attestsSince);
    if (since !== undefined && since < first) throw ingestFailure.before_enrolment({ since: first });
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
    this.store.setSites(tx, id, list, by, now);
    if (since !== undefined) this.store.trustSince(tx, { box: id, since });
    this.changed(tx);
    return this.store.sitesOf({ box: id });
  }

  /** Trusts a station by call, for frames sent with the ingest secret. */
  add(tx: Tx, text: string, by: string): string {
    const site = siteCall(text);
    if (!site) throw ingestFailure.bad_site();
    if (this.settings.get(FIRST_PARTY_SITES).includes(site)) throw ingestFailure.site_preset({ site });
    this.store.putSite(tx, { site, trustedBy: by, trustedAt: this.world.now() });
    this.changed(tx);
    return site;
  }

  /** Ends the trust in a station that was added by call; throws for any other. */
  drop(tx: Tx, text: string): void {
    if (this.store.dropSite(tx, { site: siteCall(text) ?? "" }).changes === 0) {
      throw ingestFailure.site_unknown();
    }
    this.changed(tx);
  }

  /** Every station whose hearings count as evidence: preset, added by call, or trusted under a box. */
  all(): (SiteRow & { source: "config" | "admin" | "box"; box?: string; boxLabel?: string })[] {
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
  claimable(box: string | undefined): string[] {
    if (box !== undefined) return this.store.sitesOf({ box }).map(({ site }) => site);
    const preset = this.settings.get(FIRST_PARTY_SITES);
    return [...new Set([...preset, ...this.store.sites().map(({ site }) => site)])];
  }
}

const owned = (account: number | undefined): { ownerAccountId?: number } =>
  account === undefined ? {} : { ownerAccountId: account };
