/** Lines of the setup checklist about outside services: each says what the service did last, not what is set. */
import { independent, type Life, NO_LIFE, standingOf, type World } from "../base/mod.ts";
import type { JobRuns } from "../db/mod.ts";
import {
  DOH_URL,
  MQTT_URL,
  ownOrigins,
  type Setting,
  type Settings,
  SMTP_URL,
  VAPID_PRIVATE_KEY,
} from "../settings/mod.ts";
import type { CheckItem, CheckReason, CheckValues, ExtraCheck } from "./reasons.ts";

type Line = ReturnType<ExtraCheck>;
/** Settings that name a service. */
type Named = "SMTP_URL" | "VAPID_PRIVATE_KEY" | "DOH_URL" | "MQTT_URL";

const at = (seconds: number | null): string =>
  seconds === null ? "never" : new Date(seconds * 1000).toISOString().slice(0, 16) + "Z";

/** How a service that is set does, as the rest of a line. */
function done(
  key: Named,
  life: Life,
  value: string,
): Pick<Line, "status" | "detail" | "reason"> & { values: CheckValues } {
  const values = { value, ...(life.lastOkAt !== null && { okAt: life.lastOkAt }) };
  switch (standingOf(life)) {
    case "untried":
      return {
        status: "untried",
        detail: `${value}: set, and nothing was asked of it yet`,
        reason: `${key}.untried`,
        values,
      };
    case "works":
      return { status: "ok", detail: `${value}: worked ${at(life.lastOkAt)}`, reason: null, values };
    case "fails": {
      const isRefusal = life.shortfall === "refusal", error = life.lastError ?? "";
      return {
        status: "warn",
        detail: `${value}: ${isRefusal ? "it says no" : "not to be had"} since ${
          at(life.lastFailedAt)
        } (${error})`,
        reason: `${key}.${isRefusal ? "refused" : "failing"}`,
        values: { ...values, error },
      };
    }
  }
}

/** The worst of several: one that fails before one that nobody asked, and that before one that works. */
const worstOf = (lives: readonly Life[]): Life =>
  lives.find((life) => standingOf(life) === "fails") ??
    lives.find((life) => standingOf(life) === "untried") ?? lives[0] ?? NO_LIFE;

/** Mail, web push, resolvers and, where one is set, the broker. */
export function serviceLines(settings: Settings, world: World): Line[] {
  const { lives } = world;
  const line = (
    setting: Setting,
    group: CheckItem["group"],
    level: CheckItem["level"],
    without: { detail: string; reason: CheckReason },
    told: () => Pick<Line, "status" | "detail" | "reason" | "values">,
  ): Line => ({
    key: setting.key,
    label: setting.label,
    group,
    level,
    source: settings.source(setting) === "site" ? "db" : "env",
    ...(settings.source(setting) === "default" ? { status: "missing", values: {}, ...without } : told()),
  });
  const resolvers = independent(settings.get(DOH_URL)).map((url) => new URL(url).hostname);
  const broker = settings.get(MQTT_URL);
  return [
    line(SMTP_URL, "delivery", "recommended", {
      detail: "unset: no sign-in by mail, no digests; does not matter off-grid",
      reason: "SMTP_URL.unset",
    }, () => {
      const mail = done("SMTP_URL", lives.of("mail") ?? NO_LIFE, world.mail?.transport ?? "set");
      return mail.status === "warn" || ownOrigins(settings).length > 0 ? mail : {
        ...mail,
        status: "warn",
        detail: "mail goes out, but no sign-in links: they need an address of this instance, APP_URL",
        reason: "SMTP_URL.no_address",
      };
    }),
    line(VAPID_PRIVATE_KEY, "delivery", "optional", {
      detail: "unset: no web push",
      reason: "VAPID_PRIVATE_KEY.unset",
    }, () => done("VAPID_PRIVATE_KEY", lives.of("push") ?? NO_LIFE, "web push")),
    line(DOH_URL, "trust", "optional", {
      detail: "unset: no proof of a callsign by DNS; needs the internet",
      reason: "DOH_URL.unset",
    }, () => {
      const all = resolvers.map((host) => ({ host, life: lives.of(`dns:${host}`) ?? NO_LIFE }));
      const worst = worstOf(all.map(({ life }) => life));
      const its = all.filter(({ life }) => standingOf(life) === standingOf(worst)).map(({ host }) => host);
      return done("DOH_URL", worst, its.join(", "));
    }),
    ...(broker === undefined ? [] : [
      line(
        MQTT_URL,
        "delivery",
        "optional",
        { detail: "unset", reason: "MQTT_URL.untried" },
        () => done("MQTT_URL", lives.of("broker") ?? NO_LIFE, `${broker.host}:${broker.port}`),
      ),
    ]),
  ];
}

/** What runs by itself: a job whose last run failed. `regular`: the names of those that run each hour or day. */
export const jobsCheck = (runs: JobRuns, regular: () => ReadonlySet<string>): ExtraCheck => () => {
  const names = regular();
  const failed = runs.all().filter((run) => run.failed !== null && names.has(run.job));
  const [first] = failed;
  const values: CheckValues = first ? { n: failed.length, job: first.job, error: first.failed ?? "" } : {};
  return {
    key: "JOBS",
    label: "What runs by itself",
    group: "data",
    level: "recommended",
    status: first ? "warn" : "ok",
    source: "db",
    detail: first
      ? `${failed.map(({ job }) => job).join(", ")} failed last time: ${first.failed}`
      : "everything that ran has ended well",
    reason: first ? "JOBS.failed" : null,
    values,
  };
};
