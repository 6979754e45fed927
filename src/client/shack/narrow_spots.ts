/** Which spots of a list are wanted, and their frequencies in words. Pure. */

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
/** What somebody chose; empty where it does not matter. */
export interface Wanted {
  text: string;
  source: string;
  band: string;
  mode: string;
}

/** The wanted ones, the newest first. */
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

/** What can be chosen: what there is. */
export const optionsOf = (spots: readonly SpotSeen[], name: "source" | "band" | "mode"): string[] =>
  [...new Set(spots.flatMap((spot) => spot[name] ?? []))].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true })
  );

/** `14.285 MHz`; empty where none was told. */
export const frequency = (hz: number | undefined): string =>
  hz === undefined ? "" : `${(hz / 1e6).toFixed(3)} MHz`;
