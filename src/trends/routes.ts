/** What administration draws of the trends, and `/metrics` for programs that watch. */
import { z } from "#schemas";
import { isPublicAddress, type Living } from "../base/mod.ts";
import { type Gate, type Incoming, operator, type OperatorWho, route, sysopOrOperator } from "../http/mod.ts";
import { METRICS_NEARBY, type Settings } from "../settings/mod.ts";
import { lightRoutes, type LightRoutesParts } from "./lights/routes.ts";
import { CLASSIC, metricsText, OPEN_METRICS, type Process, wantsClassic } from "./metrics.ts";
import { NAMES, type SeriesName } from "./series.ts";
import { type Point, type Step, STEPS } from "./store.ts";
import type { Trends } from "./trends.ts";

const SPEC = 'API "Administration"';

/** How far back each step is shown: a day of minutes, thirty days of hours, years of days. */
const SHOWN_S: Record<Step, number> = { minute: 86_400, hour: 30 * 86_400, day: STEPS.day.keptS };

const Column = z.array(z.number().nullable());
const Drawn = z.object({
  step: z.number().describe("Length of a step in seconds"),
  at: z.array(z.number()).describe(
    "When each step began, oldest first; steps in which the instance was off are missing",
  ),
  series: z.object(
    Object.fromEntries(NAMES.map((name) => [name, Column])) as Record<SeriesName, typeof Column>,
  )
    .describe("Values by series, one a step; null where nothing was known"),
});

/** A program on this host or in its private network, where the operator permits that. A web page is none: browsers say `origin`. */
const near = (incoming: Incoming): boolean =>
  !incoming.headers.has("origin") && !incoming.headers.has("sec-fetch-site") &&
  !isPublicAddress(incoming.client);

const watcher = (settings: Settings): Gate<OperatorWho | { kind: "near" }> => {
  const secret = operator(), bearer = operator({ bearer: true });
  return {
    ...secret,
    security: [...secret.security, ...bearer.security],
    check: (incoming, ports, params) =>
      secret.present(incoming)
        ? secret.check(incoming, ports, params)
        : !bearer.present(incoming) && settings.get(METRICS_NEARBY) && near(incoming)
        ? { kind: "near" }
        : bearer.check(incoming, ports, params),
  };
};

const columns = (points: readonly Point[]) => ({
  at: points.map(({ at }) => at),
  series: Object.fromEntries(
    NAMES.map((name) => [name, points.map(({ values }) => values[name] ?? null)]),
  ) as Record<SeriesName, (number | null)[]>,
});

interface TrendRoutesParts extends LightRoutesParts {
  settings: Settings;
  trends: Trends;
  process(): Process;
  lives(): readonly Living[];
}

export function trendRoutes(
  { settings, trends, now, process, lives, audit, lights }: TrendRoutesParts,
) {
  return [
    ...lightRoutes({ audit, lights, now }),
    route("GET /api/admin/trends", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "What the instance did by minute (a day), hour (30 days) or day (years)",
      query: z.object({
        step: z.enum(["minute", "hour", "day"]).default("minute").describe("`minute`, `hour` or `day`"),
      }),
      reply: Drawn,
      handle: ({ query: { step } }) => ({
        step: STEPS[step].seconds,
        ...columns(trends.store.since(step, now() - SHOWN_S[step])),
      }),
    }),
    route("GET /metrics", {
      gate: watcher(settings),
      spec: SPEC,
      summary:
        "Counters and levels of this instance for Prometheus and its like: OpenMetrics, or the classic text for who asks for it",
      produces: "application/openmetrics-text, text/plain",
      handle: ({ incoming }) => {
        const classic = wantsClassic(incoming.headers.get("accept"));
        return new Response(metricsText(trends.readings(), process(), lives(), { classic }), {
          headers: { "content-type": classic ? CLASSIC : OPEN_METRICS, vary: "accept" },
        });
      },
    }),
  ];
}
