/**
 * Whether a newer release exists (UPDATE_CHECK): once a day the tags of the repository that SOURCE_REPO names are asked, in
 * the way in which git itself asks any server. Nothing is sent but the question, nothing is downloaded or installed.
 */
import { isOlderRelease, withoutTrailing } from "../base/mod.ts";
import type { World } from "../base/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { type Settings, SOURCE_REPO, UPDATE_CHECK } from "../settings/mod.ts";

const WAIT_MS = 10_000;
/** The most that is read of a list of tags: many thousand of them. */
const ANSWER_MAX = 2_000_000;

/** A tag of a release: versions that come before one are nobody's news. */
const TAG = /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})$/;

/** A day as `2026-06-01`, UTC. */
const day = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

/** The newest release among the tags that a git server lists; `undefined` where it lists none. */
export function newestRelease(refs: string): string | undefined {
  let newest: string | undefined;
  for (const [, tag] of refs.matchAll(/ refs\/tags\/([^\s^]{1,40})$/gm)) {
    const release = TAG.exec(tag!)?.[1];
    if (release && (!newest || isOlderRelease(newest, release))) newest = release;
  }
  return newest;
}

interface UpdateParts {
  world: World;
  settings: Settings;
  /** The running one, e.g. `0.1.0`. */
  version: string;
}

/** The daily job and the checklist line of UPDATE_CHECK. */
export function updateCheck({ world, settings, version }: UpdateParts) {
  let newest: string | undefined;
  /** Since when nobody answers, in unix seconds; undefined while somebody does. */
  let silentSince: number | undefined;
  const log = world.log.getChild("updates");

  const look = async (): Promise<void> => {
    const repository = settings.get(SOURCE_REPO);
    if (!settings.get(UPDATE_CHECK) || repository === undefined) return;
    try {
      const address = `${withoutTrailing(repository, "/")}/info/refs?service=git-upload-pack`;
      const answer = await world.fetch(address, { signal: AbortSignal.timeout(WAIT_MS) });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      newest = newestRelease(await firstOf(answer, ANSWER_MAX));
      silentSince = undefined;
    } catch (error) {
      // Off-grid nobody answers: not an error, but the checklist says so, since nothing new is heard of meanwhile.
      silentSince ??= world.now();
      log.debug("releases were not read: {why}", { why: error instanceof Error ? error.message : error });
    }
  };

  /** The line of the setup checklist. */
  const check = () => {
    const newer = newest !== undefined && isOlderRelease(version, newest);
    const asked = settings.get(UPDATE_CHECK) && settings.get(SOURCE_REPO) !== undefined;
    const unreached = asked && !newer && silentSince !== undefined;
    const detail = !settings.get(UPDATE_CHECK)
      ? "switched off"
      : settings.get(SOURCE_REPO) === undefined
      ? "SOURCE_REPO names no repository that could be asked"
      : unreached
      ? `${settings.get(SOURCE_REPO)} is not reachable since ${day(silentSince!)}`
      : newest === undefined
      ? `${version}; the server looks for newer releases each night`
      : newer
      ? `${newest} is there, ${version} is running`
      : `${version} is the newest`;
    return {
      key: "UPDATE_CHECK",
      label: "Newer release",
      group: "data" as const,
      level: "optional" as const,
      status: newer ? "warn" as const : unreached ? "missing" as const : "ok" as const,
      source: "db" as const,
      detail,
      reason: newer ? "UPDATE_CHECK.newer" as const : unreached ? "UPDATE_CHECK.unreached" as const : null,
      values: {
        value: newest ?? version,
        version,
        asked: asked ? newest === undefined ? "not_yet" : "yes" : "no",
        ...(unreached && { since: day(silentSince!) }),
      },
    };
  };

  const job: Job = { name: "update-check", when: "23 5 * * *", run: look };
  return { jobs: [job], checks: [check] };
}

/** The beginning of an answer's body as text; what lies beyond `most` bytes is let go of. */
async function firstOf(answer: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "", size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    text += decoder.decode(chunk, { stream: true });
    if (size > most) break;
  }
  return text;
}
