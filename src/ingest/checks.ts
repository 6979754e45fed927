/** What the setup checklist asks of this area, and how boxes live (API "Administration"). */
import type { IngestParts } from "./parts.ts";
import { SILENT_S } from "./reports/reports.ts";
import { type Living, NO_LIFE } from "../base/mod.ts";
import { FIRST_PARTY_SITES, trustLine } from "../settings/mod.ts";

/** Checks that at least one receiving station is trusted: by the settings, by its call, or under a box. */
export const stationsCount = ({ boxes, settings }: Pick<IngestParts, "boxes" | "settings">) => () => {
  const sites = [...new Set(boxes.sites.all().map(({ site }) => site))];
  return {
    key: FIRST_PARTY_SITES.key,
    label: "Receiving stations that count",
    group: "trust" as const,
    level: "recommended" as const,
    status: sites.length > 0 ? "ok" as const : "missing" as const,
    source: settings.source(FIRST_PARTY_SITES) === "env" ? "env" as const : "db" as const,
    detail: sites.length > 0
      ? sites.slice(0, 8).join(", ") + (sites.length > 8 ? ` and ${sites.length - 8} more` : "")
      : "none: only boxes and added sites can attest a hearing, so without them no find reaches Tier A",
    reason: sites.length > 0 ? null : "FIRST_PARTY_SITES.none" as const,
    values: { value: sites.slice(0, 8).join(", ") },
  };
};

type BoxParts = Pick<IngestParts, "boxes" | "reports" | "world">;

/** Boxes that are not revoked, with when each was heard of last. */
const heardOf = ({ boxes, reports }: Pick<BoxParts, "boxes" | "reports">) =>
  boxes.store.all().filter(({ revokedAt }) => revokedAt === null).map((box) => ({
    id: box.id,
    name: box.label || (box.enrolledFor ?? box.id),
    at: Math.max(box.lastSeenAt ?? 0, reports.store.of({ box: box.id })?.at ?? 0) || null,
  }));

/** The life of each box: it is no service that is asked, it comes by itself, and it fails where it does not. */
export function boxLives(parts: BoxParts): Living[] {
  const now = parts.world.now();
  return heardOf(parts).map(({ id, at }) => ({
    service: `box:${id}`,
    life: {
      ...NO_LIFE,
      lastOkAt: at,
      ...(at !== null && now - at > SILENT_S && {
        lastFailedAt: at + SILENT_S,
        lastError: `nothing came for ${Math.floor((now - at) / 60)} min`,
        shortfall: "outage",
      }),
    },
  }));
}

/** Checks that every box still comes. */
export const boxesCome = (parts: BoxParts) => () => {
  const all = heardOf(parts), now = parts.world.now(), label = "Receiver boxes";
  const silent = all.filter(({ at }) => at !== null && now - at > SILENT_S);
  const [first] = silent;
  if (first) {
    const minutes = Math.floor((now - first.at!) / 60);
    return trustLine(
      "boxes",
      label,
      "warn",
      `nothing came from ${silent.length} of ${all.length} boxes; ${first.name} has been silent for ${minutes} min`,
      "boxes.silent" as const,
      { n: silent.length, all: all.length, name: first.name, minutes },
    );
  }
  const coming = all.filter(({ at }) => at !== null).length;
  return all.length > 0 && coming === 0
    ? trustLine(
      "boxes",
      label,
      "untried",
      `${all.length} joined, and none has sent anything yet`,
      "boxes.untried" as const,
    )
    : trustLine("boxes", label, "ok", all.length === 0 ? "none joined" : `${coming} of ${all.length} send`);
};
