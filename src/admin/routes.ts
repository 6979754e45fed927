/** Operator routes of the instance itself: settings, setup, who am I, test mail (API "Administration"). */
import { resolve } from "node:path";
import { z } from "#schemas";
import { failures } from "../base/mod.ts";
import { type Limit, open, redirect, route, sysop, sysopOrOperator } from "../http/mod.ts";
import {
  ADMIN_CALLSIGNS,
  forms,
  isAdminCall,
  OPERATOR_ADDRESS,
  OPERATOR_EMAIL,
  OPERATOR_NAME,
  settingFailure,
  shownName,
} from "../settings/mod.ts";
import { LANGUAGES } from "../words/mod.ts";
import { clockAndJobsRoutes } from "./clock_and_jobs.ts";
import { mapRoutes } from "./map/routes.ts";
import { restoreRoutes } from "./restore_routes.ts";
import { acceptRoutes } from "./accept_routes.ts";
import { hostRoutes } from "./host_routes.ts";
import { upkeepRoutes } from "./upkeep_routes.ts";
import type { AdminParts } from "./parts.ts";
import { checklist } from "./checklist.ts";
import { CheckReply } from "./reasons.ts";

// The form of the first run that needs no script: who runs this place (API "Administration").

/** Fields of the form and what they set. A field that is empty, or as it was drawn, leaves what is there. */
const FIELDS = { name: OPERATOR_NAME, address: OPERATOR_ADDRESS, email: OPERATOR_EMAIL } as const;

/** The way of a browser's form to the settings that the imprint needs. */
function firstRunRoutes({ db, settings, audit, world }: AdminParts) {
  const field = z.string().max(4000).default("");
  return [
    route("POST /admin/first", {
      gate: sysop({ anyAge: "the first run follows the first sign-in" }),
      spec: 'API "Administration"',
      summary: "Save who runs this instance, from the form of the first run",
      body: z.object({ name: field, address: field, email: field }),
      form: true,
      produces: "text/html",
      status: 303,
      errors: [settingFailure.setting_invalid, settingFailure.setting_fixed_by_env],
      handle: async ({ body, who }) => {
        await db.write((tx) => {
          for (const [name, setting] of Object.entries(FIELDS)) {
            const { key } = setting,
              value = body[name as keyof typeof FIELDS].replaceAll("\r\n", "\n").trim();
            // A browser sends every field again, also one that the environment sets and nobody changed.
            if (value === "" || value === settings.get(setting)) continue;
            settings.save(tx, key, value, who.actor, world);
            audit.note(tx, world.now(), {
              actor: who.actor,
              action: "setting",
              kind: "setting",
              targetId: key,
              label: key,
              reason: `set to ${value.slice(0, 400)}`,
            });
          }
        });
        return redirect("/admin/first", 303);
      },
    }),
  ];
}

const failure = failures({
  mail_unset: ["unavailable", { ok: "boolean" }],
  mail_refused: ["upstream", { ok: "boolean", transport: "string", why: "string" }],
  mail_unreached: ["upstream", { ok: "boolean", transport: "string", why: "string" }],
});

/** Setting changes: 120 an hour (API "Limits"). What is refused changes nothing, so it does not count. */
const CHANGES: Limit<never> = { name: "settings", points: 120, seconds: 3600 };

/** A setting as an operator sees it, with the bounds of its type. A secret shows only whether it is set. */
const SettingShape = z.object({
  key: z.string(),
  group: z.string(),
  label: z.string(),
  hint: z.string(),
  takes: z.string().describe("What it takes, for people: a whole number from 1 to 3600"),
  type: z.enum(["integer", "boolean", "choice", "list", "text", "json"]),
  control: z.enum(["number", "switch", "select", "checkboxes", "text", "textarea"]),
  values: z.array(z.string()).optional().describe("Texts that a choice offers, as they are saved"),
  options: z.array(z.string()).optional().describe("Entries that a list takes, as they are saved"),
  min: z.number().optional(),
  max: z.number().optional(),
  unit: z.string().optional(),
  format: z.string().optional().describe("Name of the form that a text has to have"),
  maxLength: z.number().optional().describe("Longest text, in characters"),
  fields: z.array(z.object({
    key: z.string(),
    label: z.string(),
    min: z.number(),
    max: z.number(),
    default: z.number(),
    unit: z.string(),
  })).optional().describe("Members of the object that it takes as JSON"),
  default: z.string().nullable(),
  value: z.string().nullable(),
  source: z.enum(["env", "site", "default"]),
  stored: z.object({
    value: z.string(),
    at: z.number().describe("When the value was saved, in unix seconds"),
    by: z.string(),
  }).nullable(),
});
/** A setting that the environment alone holds. A secret shows only whether it is set. */
const EnvironmentShape = z.object({
  key: z.string(),
  group: z.string().describe("Title of the group of settings that it belongs to"),
  label: z.string(),
  hint: z.string(),
  takes: z.string(),
  secret: z.boolean(),
  set: z.boolean(),
  value: z.string().nullable(),
  default: z.string().nullable(),
});
const KEY = { key: "Name of the setting, as in the environment" };
/** Longest value of a setting that is saved here, in characters: looked at before any form is tried on it. */
const LONGEST_VALUE = 16_384;

/** The operator's routes for settings, setup checklist, who am I and test mail. */
export function adminRoutes(parts: AdminParts) {
  const { db, settings, audit, world, limits, isVerified, checks, dataDir, host } = parts;
  // The program may be started in another folder than the reader sits in, so the path is made absolute.
  const envFile = resolve(dataDir, "gateway.env");
  const SPEC = 'API "Administration"';
  const note = (action: string, key: string, actor: string, reason: string) => ({
    actor,
    action,
    kind: "setting",
    targetId: key,
    label: key,
    reason,
  });
  const SettingReply = z.object({ setting: SettingShape });

  return [
    route("GET /api/admin/whoami", {
      gate: open("answers for the session that asks"),
      spec: SPEC,
      summary: "Whether the caller is an operator",
      reply: z.object({
        sysop: z.boolean(),
        callsign: z.string().nullable(),
        configured: z.boolean(),
        pending: z.literal("verify").optional(),
      }),
      handle: ({ who }) => {
        const call = who.session?.call ?? null;
        const unconfirmed = call !== null && isAdminCall(settings, call) && !isVerified(call);
        return {
          sysop: who.sysop,
          callsign: call,
          configured: settings.get(ADMIN_CALLSIGNS).length > 0,
          ...(unconfirmed ? { pending: "verify" } : {}),
        };
      },
    }),
    route("GET /api/admin/setup", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Setup checklist; secrets as set or unset only",
      reply: z.object({ items: z.array(CheckReply) }),
      handle: () => ({ items: checklist(settings, world, checks) }),
    }),
    route("GET /api/admin/settings", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Every instance setting, with its source",
      query: z.object({
        lang: z.enum(LANGUAGES).default("en").describe("Language of labels, hints, units and titles"),
      }),
      reply: z.object({
        groups: z.array(z.object({ id: z.string(), title: z.string() })),
        settings: z.array(SettingShape),
        environment: z.object({
          file: z.string().describe("File on the gateway's host that these lines stand in"),
          writable: z.boolean().describe(
            "Whether this program owns that file: then PUT /api/admin/host/:key writes into it",
          ),
          restart: z.boolean().describe("Whether POST /api/admin/restart brings it back"),
          settings: z.array(EnvironmentShape.extend({
            writable: z.boolean().describe(
              "Whether it can be written; false where the service's own environment sets it",
            ),
            pending: z.boolean().describe("Whether it was changed and waits for a restart"),
          })),
        }).describe("What the environment alone holds"),
      }),
      handle: ({ query: { lang } }) => ({
        ...settings.views(lang),
        environment: {
          file: envFile,
          writable: host?.file.isOurs ?? false,
          restart: host?.restart !== undefined,
          settings: settings.environmentViews(lang).map((one) => ({
            ...one,
            writable: host?.file.takes(one.key) ?? false,
            pending: host?.file.isPending(one.key) ?? false,
          })),
        },
      }),
    }),
    route("PUT /api/admin/settings/:key", {
      params: KEY,
      gate: sysopOrOperator({
        anyAge: "settings of the instance let nobody in, and are set back in one act",
      }),
      spec: SPEC,
      summary: "Save an instance setting",
      body: z.object({ value: z.string().max(LONGEST_VALUE) }),
      reply: SettingReply,
      errors: [
        settingFailure.setting_unknown,
        settingFailure.setting_invalid,
        settingFailure.setting_fixed_by_env,
      ],
      handle: async ({ params: { key }, body, who }) => {
        const setting = settings.changeable(key);
        await db.write((tx) => {
          settings.save(tx, key, body.value, who.actor, world);
          limits.use(CHANGES, who.actor);
          audit.note(tx, world.now(), note("setting", key, who.actor, `set to ${body.value.slice(0, 400)}`));
        });
        return { setting: settings.view(setting) };
      },
    }),
    route("DELETE /api/admin/settings/:key", {
      params: KEY,
      gate: sysopOrOperator({
        anyAge: "settings of the instance let nobody in, and are set back in one act",
      }),
      spec: SPEC,
      summary: "Reset an instance setting to its default",
      reply: SettingReply,
      errors: [settingFailure.setting_unknown, settingFailure.setting_fixed_by_env],
      handle: async ({ params: { key }, who }) => {
        const setting = settings.changeable(key);
        await db.write((tx) => {
          settings.reset(tx, key);
          limits.use(CHANGES, who.actor);
          audit.note(tx, world.now(), note("setting", key, who.actor, "reset to its default"));
        });
        return { setting: settings.view(setting) };
      },
    }),
    route("POST /api/admin/mail-test", {
      gate: sysopOrOperator({ anyAge: "a mail to the operator's own address" }),
      spec: SPEC,
      summary: "Send a test mail, to see whether the mail settings work",
      limit: { name: "mail-test", points: 20, seconds: 3600 },
      body: z.object({
        to: z.string().max(254).refine((to) => forms.email(to) !== undefined, "takes an e-mail address"),
      }),
      reply: z.object({ ok: z.literal(true), transport: z.string() }),
      errors: [failure.mail_unset, failure.mail_refused, failure.mail_unreached],
      handle: async ({ body }) => {
        if (!world.mail) throw failure.mail_unset({ ok: false });
        const { transport } = world.mail;
        try {
          await world.mail.send({
            to: body.to,
            subject: `Test mail from ${shownName(settings)}`,
            text: `This is a test mail from ${shownName(settings)}. Mail works.\n`,
          });
        } catch (error) {
          world.log.warn("test mail was not sent: {error}", { error });
          const life = world.lives.of("mail"), why = life?.lastError ?? (error as Error).message;
          throw (life?.shortfall === "outage" ? failure.mail_unreached : failure.mail_refused)({
            ...{ ok: false, transport, why },
          });
        }
        return { ok: true, transport };
      },
    }),
    ...firstRunRoutes(parts),
    ...upkeepRoutes(parts),
    ...hostRoutes(parts),
    ...mapRoutes(parts),
    ...restoreRoutes(parts),
    ...acceptRoutes(parts),
    ...clockAndJobsRoutes(parts),
  ];
}
