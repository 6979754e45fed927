/**
 * Whether an instance, of this program or another, holds to the two specifications, seen from outside: its clauses, one by
 * one, each looked at over HTTP. Owns no table and opens no file; what it writes at an instance it takes back. Refuses nothing:
 * what does not hold is a line of its report.
 */
import type { Clause } from "./clause.ts";
import { BOXES } from "./clauses/boxes.ts";
import { FEDERATION } from "./clauses/federation.ts";
import { GATES } from "./clauses/gates.ts";
import { GENERAL } from "./clauses/general.ts";
import { MEMBERS } from "./clauses/members.ts";
import { OPERATORS } from "./clauses/operators.ts";
import { ORIGINS } from "./clauses/origins.ts";
import { PULLING } from "./clauses/pulling.ts";
import { READS } from "./clauses/reads.ts";
import { Broken, Probe, type ProbeNeeds, Untried } from "./probe.ts";

export { LISTED } from "./clauses/gates.ts";
export type { Clause, ProbeNeeds };

export const CLAUSES: readonly Clause[] = [
  ...GENERAL,
  ...GATES,
  ...READS,
  ...FEDERATION,
  ...ORIGINS,
  ...OPERATORS,
  ...MEMBERS,
  ...BOXES,
  ...PULLING,
];

export interface Finding {
  id: string;
  of: string;
  says: string;
  verdict: "holds" | "fails" | "untried";
  /** What was seen instead, or why it could not be tried. */
  why?: string;
}

export interface Report {
  findings: Finding[];
  /** What was written and could not be taken back. */
  left: string[];
}

/** Looks at each of the clauses; `done` hears of each as it is looked at. */
export async function conform(
  needs: ProbeNeeds,
  { clauses = CLAUSES, done = () => {} }: {
    clauses?: readonly Clause[];
    done?(finding: Finding, number: number): void;
  } = {},
): Promise<Report> {
  const probe = new Probe(needs), findings: Finding[] = [];
  let left: string[] = [];
  try {
    for (const clause of clauses) {
      const finding = await lookAt(clause, probe);
      done(finding, findings.push(finding));
    }
  } finally {
    left = await probe.tidy();
  }
  return { findings, left };
}

async function lookAt({ id, of, says, look }: Clause, probe: Probe): Promise<Finding> {
  try {
    await look(probe);
    return { id, of, says, verdict: "holds" };
  } catch (error) {
    if (error instanceof Untried) return { id, of, says, verdict: "untried", why: error.message };
    // Whoever hangs up, never answers or answers what nobody can read does not hold to the clause either.
    const why = error instanceof Broken || !(error instanceof Error)
      ? String(error instanceof Error ? error.message : error)
      : `no answer that can be read: ${error.message}`;
    return { id, of, says, verdict: "fails", why };
  }
}
