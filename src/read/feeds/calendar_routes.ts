/** Meetings for calendars: one, and all that are to come (API "Live and misc"). */
import { failures, type World } from "../../base/mod.ts";
import { codeKey } from "../../caches/mod.ts";
import { open, route, SHARED, text } from "../../http/mod.ts";
import type { CacheReads, ReadCache } from "../caches/cache_reads.ts";
import { cachePage } from "../links.ts";

const SPEC = 'API "Live and misc"', TYPE = "text/calendar";
const gate = open("calendars have no credential");
/** Meetings of the feed at most, and for how long those stay in it that are over. */
const EVENTS_MOST = 500, KEPT_S = 30 * 86_400;

const failure = failures({ no_meeting: "missing" });

/** The routes. */
export function calendarRoutes(
  { world, instance, caches }: { world: World; instance: string; caches: CacheReads },
) {
  const file = async (rows: readonly ReadCache[], origin: string, name: string, headers = {}) => {
    const { icalendar } = await import("../formats/icalendar.ts");
    const events = rows.map(({ eventFrom, eventUntil, ...row }) => ({
      ...{ ...row, from: eventFrom!, until: eventUntil!, url: cachePage(origin, row.code) },
    }));
    return text([...icalendar({ instance, name }, events)].join(""), TYPE, headers);
  };
  return [
    // Calendars ask for one address and know no query.
    route("GET /feeds/events.ics", {
      gate,
      spec: SPEC,
      summary: "Meetings to come, and those of the last thirty days, as an iCalendar feed",
      share: SHARED.game,
      produces: TYPE,
      handle: ({ incoming: { origin } }) =>
        file(caches.events(world.now() - KEPT_S, EVENTS_MOST), origin, `Meetings of ${instance}`),
    }),
    route("GET /feeds/events/:code.ics", {
      gate,
      spec: SPEC,
      summary: "One meeting as an iCalendar file",
      share: SHARED.game,
      params: { code: "Code of the cache that is the meeting" },
      produces: TYPE,
      errors: [failure.no_meeting],
      handle: ({ params, incoming: { origin } }) => {
        const row = caches.exportedOne(codeKey(params.code));
        if (!row || row.eventUntil === null) throw failure.no_meeting();
        const headers = { "content-disposition": `attachment; filename="${codeKey(row.code)}.ics"` };
        return file([row], origin, row.title, headers);
      },
    }),
  ];
}
