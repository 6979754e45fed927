/** Boxes and trusted sites, as the operator runs them (API "Administration"). */
import { z } from "#schemas";
import { normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type OperatorWho, route, sysopOrOperator, type SysopWho } from "../../http/mod.ts";
import type { BoxRow } from "../boxes/store.ts";
import { siteCall } from "../forms.ts";
import { ingestFailure } from "../errors.ts";
import type { IngestParts } from "../parts.ts";
import { OpenCode } from "./codes.ts";
import { HeardReply } from "../reports/heard.ts";
import { BoxState } from "../reports/shapes.ts";

const SPEC = 'API "Administration"';

const Trust = z.object({
  sites: z.array(z.string()),
  trustedBy: z.string(),
  trustedByCall: z.string().nullable(),
  trustedAt: z.number(),
}).nullable();
const Box = z.object({
  box: z.string(),
  label: z.string(),
  callsign: z.string().nullable().describe("The call that it was enrolled for"),
  services: z.boolean(),
  enrolledBy: z.string(),
  enrolledAt: z.number(),
  revokedBy: z.string().nullable(),
  revokedAt: z.number().nullable(),
  lastSeenAt: z.number().nullable(),
  owner: z.number().nullable().describe("Number of the account that it is paired with"),
  trust: Trust,
  state: BoxState.nullable().describe("What the box last reported of itself; null where it never did"),
});
/** Tier A finds that a receiver's hearings made: how many, and the newest. */
const FINDS = {
  count: z.number(),
  recent: z.array(
    z.object({ code: z.string(), loggerCall: z.string(), ts: z.number(), site: z.string() }),
  ),
};
const BOX = { id: "Id of the receiver box, as the list of boxes shows it" };
const SITE = { site: "A receiving station's callsign, with its SSID" };

export function boxAdminRoutes(parts: IngestParts) {
  const { db, boxes, boxCommands, reports, heard, audit, world, finds } = parts;
  const note = (
    tx: Tx,
    who: SysopWho | OperatorWho,
    action: string,
    kind: "box" | "site",
    id: string,
    reason = "",
  ) => audit.note(tx, world.now(), { actor: who.actor, action, kind, targetId: id, label: id, reason });
  /** Who trusted something: an account's id, or `operator`. */
  const trustedBy = (by: string) => by === "OPERATOR" || by === "CLI" || by === "config" ? "operator" : by;
  const trustOf = (id: string) => {
    const sites = boxes.store.sitesOf({ box: id });
    const latest = sites.toSorted((a, b) => b.trustedAt - a.trustedAt)[0];
    return latest
      ? {
        sites: sites.map(({ site }) => site),
        trustedBy: trustedBy(latest.trustedBy),
        trustedByCall: latest.trustedBy === "OPERATOR" ? null : latest.trustedBy,
        trustedAt: latest.trustedAt,
      }
      : null;
  };
  const view = (row: BoxRow) => ({
    box: row.id,
    label: row.label,
    callsign: row.enrolledFor,
    services: row.services === 1,
    enrolledBy: row.enrolledBy,
    enrolledAt: row.enrolledAt,
    revokedBy: row.revokedBy,
    revokedAt: row.revokedAt,
    lastSeenAt: row.lastSeenAt,
    owner: boxes.owner(row.id) ?? null,
    trust: trustOf(row.id),
    state: reports.stateOf(row.id),
  });

  return [
    route("GET /api/admin/boxes", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Enrolled boxes and open codes",
      reply: z.object({ boxes: z.array(Box), openCodes: z.array(OpenCode) }),
      handle: () => ({ boxes: boxes.store.all().map(view), openCodes: boxes.codes.all() }),
    }),
    route("POST /api/admin/boxes/:id/revoke", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Revoke a box: key, trust, owner and queued commands",
      params: BOX,
      reply: z.object({ ok: z.literal(true), box: z.string() }),
      errors: [ingestFailure.box_unknown],
      handle: async ({ who, params }) => {
        await db.write((tx) => {
          boxes.revoke(tx, params.id, who.actor);
          boxCommands.store.dropQueued(tx, { box: params.id });
          reports.drop(tx, params.id);
          heard.drop(tx, params.id);
          note(tx, who, "revoke", "box", params.id);
        });
        return { ok: true, box: params.id };
      },
    }),
    route("POST /api/admin/boxes/:id/trust", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Say which receiving stations a box attests",
      params: BOX,
      body: z.object({
        trusted: z.boolean(),
        sites: z.array(z.string().max(20)).optional().describe(
          "1 to 8 receiving stations; replaces the list",
        ),
        since: z.number().int().min(0).optional().describe(
          "Unix seconds, not before the box was enrolled: what it heard since then counts too. Absent: from now on",
        ),
      }),
      reply: z.object({ box: z.string(), trust: Trust }),
      errors: [
        ingestFailure.box_unknown,
        ingestFailure.bad_sites,
        ingestFailure.foreign_call,
        ingestFailure.before_enrolment,
      ],
      handle: async ({ who, params, body }) => {
        await db.write((tx) => {
          boxes.trust(tx, params.id, body, who.actor);
          const since = body.since === undefined ? [] : [`since ${body.since}`];
          const reason = [...body.sites ?? [], ...since].join(" ");
          note(tx, who, body.trusted ? "trust" : "distrust", "box", params.id, reason);
        });
        return { box: params.id, trust: trustOf(params.id) };
      },
    }),
    route("POST /api/admin/boxes/:id/services", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Let a box run the instance's services, or stop it",
      params: BOX,
      body: z.object({ services: z.boolean() }),
      reply: z.object({ box: z.string(), services: z.boolean() }),
      errors: [ingestFailure.box_unknown],
      handle: async ({ who, params, body }) => {
        await db.write((tx) => {
          boxes.setServices(tx, params.id, body.services);
          note(tx, who, body.services ? "services-on" : "services-off", "box", params.id);
        });
        return { box: params.id, services: body.services };
      },
    }),
    route("GET /api/admin/boxes/:id/finds", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Tier A finds that a box's hearings made; of a revoked one too, since they stay verified",
      params: BOX,
      reply: z.object({ box: z.string(), trust: Trust, ...FINDS }),
      errors: [ingestFailure.box_unknown],
      handle: ({ params }) => {
        boxes.one(params.id);
        const trust = trustOf(params.id);
        const recent = finds?.attestedBy({ box: params.id }) ?? { count: 0, recent: [] };
        return { box: params.id, trust, ...recent };
      },
    }),
    route("GET /api/admin/sites", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Receiving stations whose hearings count",
      reply: z.object({
        sites: z.array(z.object({
          site: z.string(),
          source: z.enum(["config", "admin", "box"]),
          box: z.string().optional(),
          boxLabel: z.string().optional(),
          trustedBy: z.string().nullable(),
          trustedByCall: z.string().nullable(),
          trustedAt: z.number().nullable(),
        })),
        heard: z.array(HeardReply).describe("What came in lately, trusted or not, busiest first"),
      }),
      handle: () => ({
        sites: boxes.sites.all().map((row) => ({
          site: row.site,
          source: row.source,
          ...(row.box === undefined ? {} : { box: row.box, boxLabel: row.boxLabel }),
          trustedBy: row.source === "config" ? null : trustedBy(row.trustedBy),
          trustedByCall: row.source === "config" || row.trustedBy === "OPERATOR" ? null : row.trustedBy,
          trustedAt: row.source === "config" ? null : row.trustedAt,
        })),
        heard: heard.lately(),
      }),
    }),
    route("POST /api/admin/sites", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Trust a station by call, for frames sent with the ingest secret",
      body: z.object({ site: z.string().max(20) }),
      status: 201,
      reply: z.object({ site: z.string() }),
      errors: [ingestFailure.bad_site, ingestFailure.site_preset],
      handle: async ({ who, body }) => {
        const site = await db.write((tx) => {
          const added = boxes.trustSite(tx, body.site, who.actor);
          note(tx, who, "trust", "site", added);
          return added;
        });
        return { site };
      },
    }),
    route("DELETE /api/admin/sites/:site", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Stop trusting a station that was added by call",
      params: SITE,
      reply: z.object({ ok: z.literal(true) }),
      errors: [ingestFailure.site_unknown],
      handle: async ({ who, params }) => {
        await db.write((tx) => {
          boxes.sites.drop(tx, params.site);
          note(tx, who, "distrust", "site", normalCall(params.site));
        });
        return { ok: true };
      },
    }),
    route("GET /api/admin/sites/:site/finds", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Tier A finds that a station's hearings made",
      params: SITE,
      reply: z.object({ site: z.string(), stations: z.array(z.enum(["config", "admin", "box"])), ...FINDS }),
      errors: [ingestFailure.bad_site],
      handle: ({ params }) => {
        const site = siteCall(params.site);
        if (!site) throw ingestFailure.bad_site();
        const sources = boxes.sites.all().filter((row) => row.site === site).map((row) => row.source);
        const recent = finds?.attestedBy({ site }) ?? { count: 0, recent: [] };
        return { site, stations: sources, ...recent };
      },
    }),
  ];
}
