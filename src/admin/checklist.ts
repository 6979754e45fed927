/** The setup checklist: what is configured, what is missing, what will not work. Secrets only as set or unset. */
import { z } from "zod";
import { named, type World } from "../base/mod.ts";
import {
  ADMIN_CALLSIGNS,
  APP_URL,
  CHECKS_ACCEPTED,
  DOH_URL,
  FED_PRIVATE_KEY,
  INGEST_SECRET,
  INSTANCE_ID,
  instanceId,
  LOTW_ROOTS,
  OPERATOR_ADDRESS,
  OPERATOR_EMAIL,
  OPERATOR_NAME,
  OPERATOR_SECRET,
  ownOrigins,
  relyingParty,
  RP_ID,
  SERVICE_CALL,
  serviceCall,
  SESSION_SECRET,
  type Setting,
  type Settings,
  SMTP_URL,
  SOURCE_REPO,
  usableSecrets,
  VAPID_PRIVATE_KEY,
} from "../settings/mod.ts";
import { FIXES } from "./fixes.ts";
import { CHECK_REASONS, type CheckReason, type CheckValues } from "./reasons.ts";

export const CheckReply = z.object({
  key: z.string().describe("Setting that it is about, or the name of the check"),
  label: z.string(),
  group: z.enum(["security", "identity", "trust", "legal", "delivery", "data"]),
  level: z.enum(["blocking", "recommended", "optional"]),
  status: z.enum(["ok", "warn", "missing"]),
  source: z.enum(["env", "db"]),
  detail: z.string(),
  fix: z.string().nullable().describe("What to do about it; null where nothing is wrong"),
  reason: z.enum(CHECK_REASONS).nullable().describe(
    "Code of what is wrong, for pages in other languages; null where nothing is",
  ),
  values: z.record(z.string(), z.union([z.string(), z.number()])).describe(
    "What the reason's sentence names",
  ),
  accepted: z.string().nullable().describe(
    "Why an operator has accepted it: it counts no more. Null where nobody did",
  ),
});
export type CheckItem = z.output<typeof CheckReply>;
type Level = CheckItem["level"];

/** What areas add: things that only the database knows. */
export type ExtraCheck = () => Omit<CheckItem, "fix" | "reason" | "values" | "accepted"> & {
  /** Code of what is wrong; absent where nothing is. */
  reason?: CheckReason | null;
  values?: CheckValues;
};

/** Every line with what to do about it. */
export const checklist = (
  settings: Settings,
  world: World,
  extra: readonly ExtraCheck[] = [],
): CheckItem[] =>
  lines(settings, world, extra).map((line) => ({
    ...line,
    reason: line.reason ?? null,
    values: line.values ?? {},
    accepted: isAcceptable(line) ? settings.get(CHECKS_ACCEPTED).get(line.reason!) ?? null : null,
    detail: named(line.detail),
    fix: line.status === "ok" ? null : FIXES[line.key] === undefined ? null : named(FIXES[line.key]!),
  }));

type Line = ReturnType<ExtraCheck>;

/** What keeps nobody from using the instance may stay as it is, where its operator has decided so. */
export const isAcceptable = ({ level, status, reason }: Pick<Line, "level" | "status" | "reason">): boolean =>
  level !== "blocking" && status !== "ok" && Boolean(reason);

const CLOCK_SAYS = {
  ok: "plausible",
  unset: "this host's clock lies in the past",
  jumped:
    "this host's clock jumped by more than a day: nothing is pruned, expired or signed until it has been steady for an hour",
};

function lines(settings: Settings, world: World, extra: readonly ExtraCheck[]): Line[] {
  const set = (setting: Setting) => settings.source(setting) !== "default";
  const item = (
    setting: Setting,
    group: CheckItem["group"],
    level: Level,
    status: CheckItem["status"],
    detail: string,
    reason: CheckReason | null = null,
    values: CheckValues = {},
  ): Line => ({
    key: setting.key,
    label: setting.label,
    group,
    level,
    status,
    source: settings.source(setting) === "site" ? "db" : "env",
    detail,
    reason: status === "ok" ? null : reason,
    values,
  });
  const given = (
    setting: Setting,
    group: CheckItem["group"],
    level: Level,
    reason: CheckReason,
    without: string,
    shown?: string,
  ): Line =>
    item(
      setting,
      group,
      level,
      set(setting) ? "ok" : "missing",
      set(setting) ? shown ?? "set" : without,
      reason,
      shown === undefined ? {} : { value: shown },
    );

  const secrets = usableSecrets(settings);
  const url = settings.get(APP_URL);
  const rp = relyingParty(settings);
  const ownHosts = ownOrigins(settings).map((origin) => new URL(origin).hostname);
  const rpFits = ownHosts.length === 0 || ownHosts.some((host) => host === rp || host.endsWith(`.${rp}`));
  const legal = [OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL].filter((setting) =>
    settings.get(setting as Setting) === undefined
  );
  // A host without a battery-backed clock starts in the past; nothing can be signed or judged by time then.
  const clock = world.clock.state();

  return [
    item(
      INGEST_SECRET,
      "security",
      "blocking",
      secrets.INGEST_SECRET ? "ok" : "missing",
      secrets.INGEST_SECRET ? "set" : "unset: the server does not start",
      "INGEST_SECRET.unset",
    ),
    item(
      OPERATOR_SECRET,
      "security",
      "optional",
      secrets.OPERATOR_SECRET ? "ok" : "missing",
      secrets.OPERATOR_SECRET ? "set" : "unset: operator scripts are closed",
      "OPERATOR_SECRET.unset",
    ),
    item(
      SESSION_SECRET,
      "security",
      "blocking",
      secrets.SESSION_SECRET ? "ok" : set(SESSION_SECRET) ? "warn" : "missing",
      secrets.SESSION_SECRET
        ? "set"
        : set(SESSION_SECRET)
        ? "not usable: it is the placeholder or equals another secret, so nobody can sign in"
        : "unset: nobody can sign in",
      set(SESSION_SECRET) ? "SESSION_SECRET.unusable" : "SESSION_SECRET.unset",
    ),
    given(
      ADMIN_CALLSIGNS,
      "identity",
      "blocking",
      "ADMIN_CALLSIGNS.unset",
      "unset: nobody is an operator",
      settings.get(ADMIN_CALLSIGNS).join(", "),
    ),
    given(
      SERVICE_CALL,
      "identity",
      "recommended",
      "SERVICE_CALL.unset",
      `by default ${serviceCall(settings)}`,
      serviceCall(settings),
    ),
    item(
      APP_URL,
      "identity",
      "recommended",
      url ? (url.startsWith("https:") ? "ok" : "warn") : "missing",
      url
        ? (url.startsWith("https:") ? url : `${url}: without https, passkeys work on localhost only`)
        : "unset: no links by mail; passkeys follow the address of each request",
      url ? "APP_URL.plain" : "APP_URL.unset",
      url ? { value: url } : {},
    ),
    item(
      INSTANCE_ID,
      "identity",
      "recommended",
      instanceId(settings) === "localhost" ? "warn" : "ok",
      instanceId(settings) === "localhost"
        ? "this instance is called localhost; other instances cannot mirror it"
        : instanceId(settings),
      "INSTANCE_ID.unset",
      { value: instanceId(settings) },
    ),
    item(
      RP_ID,
      "identity",
      "optional",
      rpFits ? "ok" : "warn",
      rpFits
        ? rp
        : `${rp} is neither the host of an address of this instance nor a parent domain of one: passkeys will not work`,
      "RP_ID.strange",
      { value: rp },
    ),
    given(
      FED_PRIVATE_KEY,
      "trust",
      "optional",
      "FED_PRIVATE_KEY.unset",
      "unset: records are served unsigned and cannot be mirrored",
    ),
    item(
      OPERATOR_NAME,
      "legal",
      "recommended",
      legal.length === 0 ? "ok" : "missing",
      legal.length === 0
        ? "imprint is complete"
        : `imprint lacks ${legal.map((setting) => setting.key).join(", ")}`,
      "OPERATOR_NAME.lacks",
      { lacks: legal.map((setting) => setting.key).join(", ") },
    ),
    given(
      SOURCE_REPO,
      "legal",
      "optional",
      "SOURCE_REPO.unset",
      "unset: /source names no repository",
      settings.get(SOURCE_REPO),
    ),
    item(
      SMTP_URL,
      "delivery",
      "recommended",
      !set(SMTP_URL) ? "missing" : ownHosts.length === 0 ? "warn" : "ok",
      !set(SMTP_URL)
        ? "unset: no sign-in by mail, no digests; does not matter off-grid"
        : ownHosts.length === 0
        ? "mail goes out, but no sign-in links: they need an address of this instance, APP_URL"
        : world.mail?.transport ?? "set",
      set(SMTP_URL) ? "SMTP_URL.no_address" : "SMTP_URL.unset",
      world.mail ? { value: world.mail.transport } : {},
    ),
    given(VAPID_PRIVATE_KEY, "delivery", "optional", "VAPID_PRIVATE_KEY.unset", "unset: no web push"),
    given(
      DOH_URL,
      "trust",
      "optional",
      "DOH_URL.unset",
      "unset: no proof of a callsign by DNS; needs the internet",
    ),
    given(
      LOTW_ROOTS,
      "trust",
      "optional",
      "LOTW_ROOTS.unset",
      "unset: no proof of a callsign by LoTW certificate; works off-grid once set",
    ),
    {
      key: "CLOCK",
      label: "Clock",
      group: "data",
      level: "blocking",
      status: clock === "ok" ? "ok" : "warn",
      source: "db",
      detail: CLOCK_SAYS[clock],
      reason: clock === "ok" ? null : clock === "unset" ? "CLOCK.past" : "CLOCK.jumped",
    },
    ...extra.map((check) => check()),
  ];
}
