/** Clubs on loopback: each an instance with a box, a cache to find, and peers that it knows. */
import { CACHE } from "../../kit/game.ts";
import { enrolBox, type TestBox } from "../../kit/boxes.ts";
import { type TestWorld, testWorld } from "../../kit/world.ts";
import type { Client } from "../../kit/app.ts";
import type { Environment } from "../../../src/settings/mod.ts";
import { readQuestion } from "../../../src/federation/corroborate/question.ts";
import type { Peer } from "../../../src/federation/tables/peer_store.ts";
import { type Instance, instance } from "../../routes/federation/instances.ts";
import { hears, knows } from "./kit.ts";

export const FINDER = "OE2FND-7";
/** Nobody listens there. */
export const nowhere = (id: string) => ({ id, url: `http://127.0.0.1:9/${id}` });

export interface Club extends Instance {
  id: string;
  box: TestBox;
  /** Its box hears a station at the cache of the asking club. */
  hears(call?: string, more?: Record<string, unknown>): Promise<void>;
  /** Knows another club, trusted unless told otherwise. */
  knows(other: { id: string; url: string }, over?: Partial<Peer>): Peer;
  /** How many questions it answered about a call that signed in: all of these finders carry -7. */
  questions(): number;
}

/** Clubs of one world, by name; each has a site of its own. */
export async function clubs(ids: string[], envs: Record<string, Environment> = {}) {
  const world = testWorld("clubs");
  const list: Club[] = [];
  for (const [i, id] of ids.entries()) list.push(await club(id, i, world, envs[id]));
  return { world, list };
}

async function club(id: string, n: number, world: TestWorld, env: Environment = {}): Promise<Club> {
  const app = instance(id, { POS_MIN_INTERVAL_S: "0", POS_MIN_MOVE_M: "0", ...env }, world);
  const site = `OE${n + 1}SIT-10`;
  const box = await enrolBox(app, `box-of-${id.split(".")[0]}`, { callsign: `OE${n + 1}SIT`, sites: [site] });
  const { answering } = app.federation.corroboration;
  const answer = answering.answer.bind(answering);
  let answered = 0;
  answering.answer = (bytes, ...more) => {
    const frame = answer(bytes, ...more), question = readQuestion(bytes);
    if (question.ok && question.body.callsign.endsWith("-7")) answered++;
    return frame;
  };
  return Object.assign(app, {
    id,
    box,
    hears: (call = FINDER, more = {}) => hears(box, call, CACHE, { site, ...more }),
    knows: ({ id: of, url }: { id: string; url: string }, over: Partial<Peer> = {}) =>
      knows(app, of, { url, ...over }),
    questions: () => answered,
  });
}

/** A cache at one club, hidden by a member. */
export async function hide(at: Club): Promise<string> {
  const owner = await at.signIn("OE1OWN");
  const made = await owner.post("/api/caches", { title: "Old mill", ...CACHE });
  if (made.status !== 201) throw new Error(made.text);
  return `/api/caches/${made.body.id}/logs`;
}

/** Logs a find as the finder; gives the log as its logger sees it. */
export async function find(at: Club, path: string, call = FINDER) {
  const finder = await at.signIn(call);
  const logged = await finder.post(path, { kind: "found" });
  if (logged.status !== 201) throw new Error(logged.text);
  return { finder, log: logged.body };
}

/** The log as its logger sees it now. */
export const seen = async (path: string, finder: Client, id: number) =>
  // deno-lint-ignore no-explicit-any -- a log of the answer
  (await finder.get(path)).body.logs.find((log: any) => log.id === id);

/** What is said of each peer in a log's explanation, by its name. */
// deno-lint-ignore no-explicit-any -- a log of an answer
export const wordsIn = (log: any): Record<string, any> =>
  Object.fromEntries(
    // deno-lint-ignore no-explicit-any -- its candidates
    log.why.candidates.filter((one: any) => one.kind === "peers").map((one: any) => [one.peer, one]),
  );
