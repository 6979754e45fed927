/** Refusals that any route may give without declaring them: its gate's, its limits', those of malformed requests. */
import { diskFailure, type FailureMaker, lockFailure, roomFailure } from "../base/mod.ts";
import { bodyFailure } from "./body.ts";
import { gateFailure } from "./gates.ts";
import { limitFailure } from "./limits/limits.ts";
import { requestFailure } from "./parse.ts";

export const COMMON: readonly FailureMaker[] = [
  gateFailure,
  limitFailure,
  bodyFailure,
  requestFailure,
  diskFailure,
  lockFailure,
  roomFailure,
]
  .flatMap(
    (declared) => Object.values<FailureMaker>(declared),
  );

/** Their codes, and that of a 405, which is made without a failure. */
export const COMMON_REASONS: ReadonlySet<string> = new Set([
  ...COMMON.map(({ reason }) => reason),
  "method_not_allowed",
]);
