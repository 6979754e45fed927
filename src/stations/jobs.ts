/** Retention (API "Limits", rows of retention) and what settles by itself. */
import { LATE_S } from "../base/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { MESHCOM_LINK_TTL_HOURS, MESHCOM_NODE_TTL_DAYS, RETENTION } from "../settings/mod.ts";
import type { Stations } from "./stations.ts";

const DAY = 86_400, HOUR = 3600;
/** Positions live this long; a signed log may be as old (API "Limits"). */
const POSITIONS_S = LATE_S;
/** Queued longer is never sent; sent ones go after a week (API "General behaviour" 5). */
const OUTBOX_LIFE_S = HOUR, OUTBOX_KEEP_S = 7 * DAY;
/** Commands over the air that were decided. */
const COMMANDS_S = 30 * DAY;
/** Squares not heard in for two years, and the most that are kept. */
const COVERAGE_S = 730 * DAY, COVERAGE_MOST = 200_000;
/** Stations not heard for a year that nothing names. */
const STATION_S = 365 * DAY;

/** Settles and forgets what is due in the outbox. */
export const settleOutbox = ({ db, log, sentPlaces, world }: Stations): Promise<void> =>
  db.write((tx) => {
    const now = world.now();
    log.expire(tx, now - OUTBOX_LIFE_S, now);
    log.outbox.prune(tx, { before: now - OUTBOX_KEEP_S });
    sentPlaces.store.prune(tx, { before: now - OUTBOX_KEEP_S });
  });

/**
 * Drops old positions, station by station, in writes of 500 stations, so that nobody waits long for the database. What was
 * heard for a find that is open stays with it.
 */
async function prunePositions({ db, store, fixStore, world, awaits }: Stations): Promise<number> {
  const before = world.now() - POSITIONS_S;
  let dropped = 0;
  let stations = store.idsAfter({ after: 0 });
  while (stations.length > 0) {
    dropped += await db.write((tx) =>
      stations.filter(({ id }) => fixStore.hasOlder(id, before)).reduce(
        (sum, { id, base }) =>
          sum + fixStore.pruneFixes(tx, id, Math.min(before, awaits.since(base) ?? before)),
        0,
      )
    );
    stations = store.idsAfter({ after: stations.at(-1)!.id });
  }
  return dropped;
}

/** Everything else that is kept for a time. */
export async function pruneRest(stations: Stations): Promise<void> {
  const { db, settings, world, ring } = stations;
  const now = world.now();
  const keep = settings.get(RETENTION);
  await db.write((tx) => {
    stations.log.store.prune(tx, { before: now - keep.messagesDays * DAY });
    stations.conversations.prune(tx);
    stations.samples.prune(tx, now - keep.sensorDays * DAY);
    stations.coverage.prune(tx, now - COVERAGE_S, COVERAGE_MOST);
    stations.objects.prune(tx, { before: now - POSITIONS_S });
    stations.commandStore.prune(tx, { before: now - COMMANDS_S });
    stations.mailbox.prune(tx);
    stations.nodes.prune(tx, { before: now - keep.mheardDays * DAY });
    stations.mesh.store.prune(tx, {
      nodes: now - settings.get(MESHCOM_NODE_TTL_DAYS) * DAY,
      links: now - settings.get(MESHCOM_LINK_TTL_HOURS) * HOUR,
      messages: now - keep.messagesDays * DAY,
    });
    stations.meshtastic.samples.prune(tx, now - keep.sensorDays * DAY);
    stations.meshtastic.store.prune(tx, {
      nodes: now - settings.get(MESHCOM_NODE_TTL_DAYS) * DAY,
      links: now - settings.get(MESHCOM_LINK_TTL_HOURS) * HOUR,
      texts: now - keep.messagesDays * DAY,
    });
    stations.forgetSilent(tx, now - STATION_S);
  });
  await ring.prune({
    packets: now - keep.packetsHours * HOUR,
    ports: now - keep.portStatsDays * DAY,
    mheard: now - keep.mheardDays * DAY,
  });
}

/** What the area does by itself; `when` is a cron line in UTC, or milliseconds. */
export const stationsJobs = (stations: Stations): Job[] => [
  { name: "stations-tidy", when: 1000, run: () => stations.tidy() },
  { name: "outbox-settle", when: "*/5 * * * *", judgesTime: true, run: () => settleOutbox(stations) },
  {
    name: "positions-prune",
    when: "23 * * * *",
    judgesTime: true,
    run: async () => {
      const dropped = await prunePositions(stations);
      stations.world.log.debug("{dropped} old positions dropped", { dropped });
    },
  },
  { name: "stations-prune", when: "29 * * * *", judgesTime: true, run: () => pruneRest(stations) },
];
