/** What the setup checklist asks of this area (API "Administration"). */
import { FIRST_PARTY_SITES } from "../settings/mod.ts";
import type { IngestParts } from "./parts.ts";

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
