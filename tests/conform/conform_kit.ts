/** Instances to look at, with what looking needs. */
import { freePort } from "../kit/free_port.ts";
import { SECRETS } from "../kit/app.ts";
import type { Instance } from "../routes/federation/instances.ts";
import { type Clause, conform, type ProbeNeeds, type Report } from "../../src/conform/mod.ts";

type Left = { [Name in "operatorSecret" | "reach"]?: undefined };

/** Looks at an instance, or at what stands before it, with the operator's secret and an address to pull from. */
export function look(
  app: Instance,
  url: string,
  clauses?: readonly Clause[],
  without: Left = {},
): Promise<Report> {
  const needs: ProbeNeeds = {
    base: new URL(url),
    fetch,
    now: app.world.now,
    random: (n) => crypto.getRandomValues(new Uint8Array(n)),
    callsign: "Q0CF",
    ...("operatorSecret" in without ? {} : { operatorSecret: SECRETS.OPERATOR_SECRET }),
    ...("reach" in without ? {} : { reach: new URL(`http://127.0.0.1:${freePort()}`) }),
  };
  return conform(needs, clauses ? { clauses } : {});
}
