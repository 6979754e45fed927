/** `box status`, `box check`, `box log`. */
import {
  askBox,
  boxOf,
  type BoxStatus,
  checkBox,
  readBoxDatabase,
  realIo,
  restingStatus,
} from "../../box/mod.ts";
import { hasBox, readTransmissions, spoolStore, statusLines, warningsOf } from "../../box/mod.ts";
import { named, say, sayJson } from "../program.ts";
import { countOf, inFolder, type Place } from "./place.ts";

/** Exit status: nothing is wrong; something is wrong; no box runs. */
const WELL = 0, WRONG = 1, NOT_RUNNING = 2;

interface Json {
  json?: boolean;
}

async function running(dir: string, world: Parameters<typeof askBox>[1]): Promise<BoxStatus | undefined> {
  const answer = await askBox(dir, world, { path: "/status" });
  return answer && await answer.json() as BoxStatus;
}

/** `box status`: how the box does, from the running one or from its folder. */
export async function statusCommand({ dir, json }: Place & Json): Promise<void> {
  const status = await inFolder(dir, async (world) => {
    if (!hasBox(dir)) {
      console.error(named(`${dir} holds no box: main.ts box join makes one`));
      return NOT_RUNNING;
    }
    const there = await running(dir, world);
    const shown = there ?? restingStatus(dir, world);
    const now = world.now();
    if (json) sayJson(shown);
    else if (there) { for (const line of statusLines(shown, now)) say(line); }
    else say(`No box is running in ${dir}. ${shown.spool.waiting} frames wait in its spool.`);
    if (!there) return NOT_RUNNING;
    return warningsOf(shown, now).some(({ level }) => level === "bad") ? WRONG : WELL;
  });
  Deno.exit(status);
}

const MARKS = { good: "ok   ", odd: "note ", bad: "WRONG" };

/** `box check`: what does not work, each with what to do about it. */
export async function checkCommand({ dir, json }: Place & Json): Promise<void> {
  const findings = await inFolder(dir, async (world) => {
    const file = boxOf(dir);
    const status = await running(dir, world);
    return await checkBox({ dir, file, world, io: realIo(), ...(status ? { status } : {}) });
  });
  if (json) {
    sayJson({
      findings: findings.map((one) => one.fix === undefined ? one : { ...one, fix: named(one.fix) }),
    });
  } else {
    for (const { what, level, sentence, fix } of findings) {
      say(`${MARKS[level]} ${what}: ${sentence}`);
      if (fix !== undefined && level !== "good") say(`      ${fix}`);
    }
  }
  const levels = findings.map(({ level }) => level);
  Deno.exit(levels.includes("bad") ? 2 : levels.includes("odd") ? 1 : 0);
}

const when = (at: number): string => new Date(at * 1000).toISOString().slice(0, 19);

/** `box log`: what was transmitted or refused, newest first. */
export async function logCommand(
  { dir, json, limit, rejected: refused }: Place & Json & { limit: string; rejected?: boolean },
): Promise<void> {
  await inFolder(dir, (world) => {
    const most = countOf("--limit", limit, 500);
    boxOf(dir);
    const db = readBoxDatabase(dir, world);
    const rejected = spoolStore(db).rejected(most), transmissions = readTransmissions(db, most);
    db.close();
    if (json) return sayJson(refused ? { rejected } : { transmissions });
    if (refused) {
      if (rejected.length === 0) say("The gateway refused nothing.");
      for (const { at, reason, body } of rejected) say(`${when(at)} ${reason}: ${rawOf(body)}`);
      return;
    }
    if (transmissions.length === 0) say("Nothing was transmitted, and nothing kept back.");
    for (const { at, port, verdict, rules, why, frame } of transmissions) {
      const because = rules === "" ? why : `${rules}${why === "" ? "" : `: ${why}`}`;
      say(`${when(at)} ${port} ${verdict}${because === "" ? "" : ` (${because})`} ${frame}`);
    }
  });
}

function rawOf(body: string): string {
  const raw = JSON.parse(body).raw;
  return typeof raw === "string" ? raw : body;
}
