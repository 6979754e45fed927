/**
 * What a find will probably count as, by what the phone knows when it is saved. The gateway decides, by its own rule
 * (API "What the service does"); a test holds this one to that. What receivers heard is known to the gateway alone. Pure.
 */
import { distanceM, type Point } from "../../ui/places/arrow.ts";
import { ACCURACY_CAP_M, RADIUS_M, READING_S } from "../../../caches/rules/tier_limits.ts";

/** The tier, and why it is no better: `unsigned` counts only where it is sent within two minutes. */
export interface Expected {
  tier: "B" | null;
  why?: "no_position" | "old" | "far" | "unsigned";
  /** How far the phone was from the cache, metres. */
  awayM?: number;
  /** Only radio-verified finds count there. */
  radioOnly?: true;
  /** Whether receivers have ever heard anything near the cache; missing where the phone does not know. */
  heard?: boolean;
}

/** `cache`: as the phone knows it; `at`: when the find is saved, unix seconds. `undefined` where nobody can say. */
export function expectedOf(
  cache: {
    lat: number | null;
    lon: number | null;
    stageCount?: number;
    stages?: unknown;
    type: string;
    leastTrust?: string;
  },
  { position, at, signed }: {
    position: (Point & { accuracyM: number; at: number }) | undefined;
    at: number;
    signed: boolean;
  },
): Expected | undefined {
  const { lat, lon, stageCount, stages, type, leastTrust } = cache;
  const staged = (stageCount ?? (stages as unknown[] | undefined)?.length ?? 0) > 0;
  // The place is the last stage's, or where its station is: the phone does not know that for sure.
  if (staged || type === "living" || lat === null || lon === null) return undefined;
  const radioOnly = leastTrust === "A" && { radioOnly: true as const };
  if (!position) return { tier: null, why: "no_position", ...radioOnly };
  if (Math.abs(at - position.at) > READING_S) return { tier: null, why: "old", ...radioOnly };
  const awayM = distanceM(position, { lat, lon });
  const far = awayM > RADIUS_M + Math.min(Math.max(0, position.accuracyM), ACCURACY_CAP_M);
  return {
    tier: far ? null : "B",
    ...(far ? { why: "far" } : !signed && { why: "unsigned" }),
    awayM: Math.round(awayM),
    ...radioOnly,
  };
}
