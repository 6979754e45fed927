/**
 * A line of the setup checklist (API "Administration") about trust between stations, people and instances: group
 * `trust`, level `optional`, read from the database. Nothing else depends on such a line. Areas below the
 * administration make theirs with this. `detail` is for the command line; with `reason` and `values` a page says the
 * same in the reader's language.
 */
export const trustLine = <Reason extends string = never>(
  key: string,
  label: string,
  status: "ok" | "warn" | "missing" | "untried",
  detail: string,
  reason: Reason | null = null,
  values: Readonly<Record<string, string | number>> = {},
) => ({
  key,
  label,
  group: "trust" as const,
  level: "optional" as const,
  status,
  source: "db" as const,
  detail,
  reason,
  values,
});
