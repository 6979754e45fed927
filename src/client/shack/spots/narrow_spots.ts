/** Chooses spots of a list, and says their frequencies. Pure. */

/** What the choice looks at. */
export interface SpotSeen {
  callsign: string;
  source: string;
  band?: string | undefined;
  mode?: string | undefined;
  ref?: string | undefined;
  name?: string | undefined;
  comment?: string | undefined;
  spottedAt: number;
}
/** What somebody chose; an empty text means any. */
export interface Wanted {
  text: string;
  source: string;
  band: string;
  mode: string;
}

/** The spots that fit, the newest first. */
export function narrowed<S extends SpotSeen>(spots: readonly S[], { text, ...chosen }: Wanted): S[] {
  const words = text.trim().toUpperCase();
  return spots.filter((spot) =>
    (["source", "band", "mode"] as const).every((name) =>
      chosen[name] === "" || spot[name] === chosen[name]
    ) &&
    [spot.callsign, spot.ref, spot.name, spot.comment].some((one) =>
      (one ?? "").toUpperCase().includes(words)
    )
  ).sort((a, b) => b.spottedAt - a.spottedAt);
}

/** The values that a list has, as choices. */
export const optionsOf = (spots: readonly SpotSeen[], name: "source" | "band" | "mode"): string[] =>
  [...new Set(spots.flatMap((spot) => spot[name] ?? []))].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true })
  );

/** A frequency in hertz as `14.285 MHz`; empty where none is known. */
export const frequency = (hz: number | undefined): string =>
  hz === undefined ? "" : `${(hz / 1e6).toFixed(3)} MHz`;
