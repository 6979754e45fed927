/**
 * A line of the setup checklist (API "Administration") about trust between stations, people and instances that nothing
 * depends on: group `trust`, level `optional`, answered by the database. Areas below the administration make theirs here.
 * `detail` is for the command line; `reason` and `values` let a page say the same in the reader's language.
 */
export const trustLine = <Reason extends string = never>(
  key: string,
  label: string,
  status: "ok" | "warn" | "missing",
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
