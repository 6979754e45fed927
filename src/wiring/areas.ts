/** What every area gives to the place that wires them together. */
import type { PersonalData } from "../accounts/mod.ts";
import type { ExtraCheck } from "../admin/mod.ts";

import type { Route } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";

/** An opened area. Each member is there where the area has such a thing. */
export interface Area {
  readonly routes?: readonly Route[];
  readonly jobs?: readonly Job[];
  /** Rows of the setup checklist. */
  readonly checks?: readonly ExtraCheck[];
  /** Its shares in a person's data: export and erasure. */
  readonly personalData?: readonly PersonalData[];
}

/** All that areas give, joined in the order of the areas. */
export const collected = (areas: readonly Area[]) => ({
  routes: areas.flatMap(({ routes }) => routes ?? []),
  jobs: areas.flatMap(({ jobs }) => jobs ?? []),
  checks: areas.flatMap(({ checks }) => checks ?? []),
  personalData: areas.flatMap(({ personalData }) => personalData ?? []),
});
