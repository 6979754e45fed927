/** The setup checklist: what is configured, what is missing, what will not work. Secrets only as set or unset. */
import { named, type World } from "../base/mod.ts";
import {
  ADMIN_CALLSIGNS,
  APP_URL,
  CHECKS_ACCEPTED,
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
  SOURCE_REPO,
  tlsMode,
  usableSecrets,
} from "../settings/mod.ts";
import { serviceLines } from "./service_lines.ts";
import type { CheckItem, CheckReason, CheckValues, ExtraCheck } from "./reasons.ts";

// What to do about each line of the checklist that is not right. `main.ts` stands for the program.

const FIXES: Readonly<Record<string, string>> = {
  INGEST_SECRET: "main.ts setup makes it, or put the output of main.ts secrets new into the env file",
  OPERATOR_SECRET:
    "put the output of main.ts secrets new into the env file as OPERATOR_SECRET, if scripts need it",
  SESSION_SECRET: "put the output of main.ts secrets new into the env file as SESSION_SECRET, and restart",
  ADMIN_CALLSIGNS: "main.ts start --call YOURCALL, or write your callsign to ADMIN_CALLSIGNS in the env file",
  SERVICE_CALL:
    "SERVICE_CALL in the env file, if this instance answers under another callsign than the default",
  APP_URL:
    "APP_URL in the env file: the address that people type; with https unless everybody sits at this host",
  INSTANCE_ID:
    "INSTANCE_ID in the env file: choose the name before the first cache is hidden, and never change it",
  RP_ID: "RP_ID in the env file: the host of APP_URL or a parent of it",
  FIRST_PARTY_SITES: "FIRST_PARTY_SITES in the env file, or pair a receiver box and trust its site",
  FED_PRIVATE_KEY: "main.ts identity new prints the line for the env file",
  OPERATOR_NAME: "main.ts settings set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_EMAIL",
  SOURCE_REPO: "SOURCE_REPO in the env file: where the source that you run can be read",
  SMTP_URL:
    "SMTP_URL in the env file, if members shall sign in by mail; where it is set, what the mail server says is the reason",
  VAPID_PRIVATE_KEY: "VAPID_PRIVATE_KEY in the env file, if members shall get push messages",
  DOH_URL: "DOH_URL in the env file, if members shall verify callsigns by DNS",
  MQTT_URL: "is the broker running, and do MQTT_USER, MQTT_PASSWORD and MQTT_CA fit?",
  JOBS: "the log of that time says more; it runs again at its next time",
  boxes: "look whether the box has power and a line, and what main.ts box status says there",
  LOTW_ROOTS:
    "LOTW_ROOTS in the env file: a PEM file of the roots, if members shall verify callsigns by LoTW",
  verify: "main.ts operator-link YOURCALL, and open the link that it prints",
  operators:
    "write a second callsign to ADMIN_CALLSIGNS; main.ts help hand-over says what its holder needs to get in alone",
  partners: "main.ts bbs partners --help: add the BBS that the club's mail goes to, if there is one",
  peers: "main.ts peer list shows which instance fails and why; main.ts peer add <url> follows another one",
  name:
    "set INSTANCE_ID back to the earlier name, or keep the new one and tell the operators who mirror this instance",
  UPDATE_CHECK: "main.ts help backup-and-upgrade says how to upgrade",
  TLS:
    "TLS=own in the env file, and people trust it once at /trust; or TLS_CERT and TLS_KEY, or a proxy and APP_URL",
  AUTHORITY:
    "main.ts tls renew --authority makes one for the present names; every phone has to trust it again",
  ADDRESSES: "connect this host to the network, or set HOST to 0.0.0.0",
  CLOCK:
    "set the clock (timedatectl, GPS or NTP): nothing is signed or judged by its age until it has been right for an hour, or " +
    "an operator confirms it (POST /api/admin/clock)",
  DATABASE:
    "restore a backup (main.ts backups, then main.ts restore <file>), and look at the card or disk: it may be worn out",
  DISK: "make room on the disk of DATA_DIR: old backups and media are the largest",
  ENV_FILE:
    "mend the name in gateway.env, or take the line out: main.ts settings list --all names every setting",
  SECRETS:
    "put the output of main.ts secrets new into the env file; a new SESSION_SECRET signs everybody out once",
  REPLICA:
    "check that litestream runs and may write there (journalctl -u litestream), and that the folder is mounted",
  BACKUP:
    "main.ts backup makes one now; then find out why the nightly one is missing: BACKUP_KEEP, room on the disk, the log",
};

type Level = CheckItem["level"];

/** Every line with what to do about it. */
export const checklist = (
  settings: Settings,
  world: World,
  extra: readonly ExtraCheck[] = [],
): CheckItem[] =>
  // Where nothing can be saved, nothing else on the list can be mended either.
  lines(settings, world, extra).toSorted((a, b) => isFirst(b) - isFirst(a)).map((line) => ({
    ...line,
    reason: line.reason ?? null,
    values: line.values ?? {},
    accepted: isAcceptable(line) ? settings.get(CHECKS_ACCEPTED).get(line.reason!) ?? null : null,
    detail: named(line.detail),
    fix: line.status === "ok" ? null : FIXES[line.key] === undefined ? null : named(FIXES[line.key]!),
  }));

type Line = ReturnType<ExtraCheck>;

const isFirst = ({ reason }: Line): number => Number(reason === "DISK.full");

/** What keeps nobody from using the instance may stay as it is, where its operator has decided so. */
export const isAcceptable = ({ level, status, reason }: Pick<Line, "level" | "status" | "reason">): boolean =>
  level !== "blocking" && status !== "ok" && status !== "untried" && Boolean(reason);

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
      url === undefined ? "APP_URL.unset" : tlsMode(settings) === "off" ? "APP_URL.plain" : "APP_URL.beside",
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
    ...serviceLines(settings, world),
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
