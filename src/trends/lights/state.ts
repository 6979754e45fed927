/** What is a light, and what becomes of it from one look to the next. Pure. */
import { type Living, standingOf } from "../../base/mod.ts";

/** A line of the setup checklist, as far as it decides a light. */
export interface Line {
  key: string;
  status: "ok" | "warn" | "missing" | "untried";
  accepted: string | null;
}

/** Lines that operators are told of by themselves: what others say is said by the services that they are about, or was never set up. */
const TOLD_LINES: ReadonlySet<string> = new Set(["CLOCK", "DATABASE", "DISK", "REPLICA"]);
/** A job is a line of its own on the checklist; the copy of the night is the light of the backup. */
const NO_LIGHTS: ReadonlySet<string> = new Set(["job:nightly-backup"]);

/** Everything that does not work now, by name; whether operators are to be told of it. */
export function brokenNow(lines: readonly Line[], lives: readonly Living[]): Map<string, boolean> {
  return new Map([
    ...lines.filter(({ status, accepted }) =>
      (status === "warn" || status === "missing") && accepted === null
    )
      .map(({ key }) => [key, TOLD_LINES.has(key)] as const),
    ...lives.filter(({ service, life }) => standingOf(life) === "fails" && !NO_LIGHTS.has(service))
      .map(({ service }) => [service as string, true] as const),
  ]);
}

/** A light that is out, or was until a moment ago. Times are unix seconds. */
export interface Light {
  key: string;
  since: number;
  /** Since when it is well again; null while it is not. */
  well: number | null;
  /** Whether operators were told that it is out. */
  told: boolean;
}

/** So long a light has to be out, or well again, before anybody is told: what comes and goes is no news. */
export const HOLD_S = 120;
/** A light that was well for so long is a new one when it goes out again, whether it was told of or not. */
const FORGET_S = HOLD_S;

export interface Step {
  put: Light[];
  drop: string[];
  /** What operators are told now: each once. */
  tell: { key: string; kind: "broken" | "well"; since: number }[];
  /** What the list of happenings says. */
  happened: { key: string; kind: "broken" | "well" }[];
}

/**
 * One look. `quiet`: nobody is told anything now; what is still so afterwards is told then, and of what came and went
 * meanwhile nothing is said.
 */
export function nextLights(
  before: readonly Light[],
  broken: ReadonlyMap<string, boolean>,
  { now, quiet }: { now: number; quiet: boolean },
): Step {
  const step: Step = { put: [], drop: [], tell: [], happened: [] };
  const seen = new Set<string>();
  for (const light of before) {
    seen.add(light.key);
    const isTold = broken.get(light.key);
    if (isTold !== undefined) {
      const next = { ...light, well: null };
      if (isTold && !light.told && !quiet && now - light.since >= HOLD_S) {
        next.told = true;
        step.tell.push({ key: light.key, kind: "broken", since: light.since });
      }
      if (next.told !== light.told || light.well !== null) step.put.push(next);
      continue;
    }
    if (light.well === null) {
      step.put.push({ ...light, well: now });
      continue;
    }
    if (now - light.well < FORGET_S || (light.told && quiet)) continue;
    step.drop.push(light.key);
    if (light.told) step.tell.push({ key: light.key, kind: "well", since: light.well });
    if (isLight(light.key)) step.happened.push({ key: light.key, kind: "well" });
  }
  for (const [key, isTold] of broken) {
    if (seen.has(key)) continue;
    step.put.push({ key, since: now, well: null, told: false });
    if (isTold) step.happened.push({ key, kind: "broken" });
  }
  return step;
}

/** Whether a key is one that operators are told of; what is merely not set up is no happening. */
const isLight = (key: string): boolean =>
  TOLD_LINES.has(key) ||
  /^[a-z]/.test(key) && /^(mail|push|broker|backup|dns:|neighbour:|partner:|box:|job:)/.test(key);
