/** What a box says of itself before it joins: the operator sees it beside the code (API "Ingest and BBS backend"). */
import type { IngestRoutes } from "../../ingest/mod.ts";
import { newToken, sha256Hex, type World } from "../../base/mod.ts";
import { BoxClock } from "../clock/box_clock.ts";
import { trusting } from "./authority.ts";
import { askPlainly } from "./client.ts";

type Step = IngestRoutes["POST /ingest/enroll/progress"]["body"]["step"];
type Counts = { frames: number; direct: number };

const PATH = "/ingest/enroll/progress", PATIENCE_MS = 5000;
/** While it listens it says so no more often, in milliseconds. */
const EVERY_MS = 3000;

/** Says to one gateway how far the box with one code is. Nothing depends on it: a gateway that does not answer hears nothing. */
export class JoinProgress {
  #countedMs = -Infinity;

  constructor(
    readonly address: string,
    readonly code: string,
    readonly world: World,
    /** The authority whose certificates are trusted besides the system's, PEM. */
    readonly authority?: string | undefined,
  ) {}

  /** Says a step; gives whether the gateway knows the code as one that is open. True too where it says nothing of that. */
  async at(step: Step, { frames, direct }: Counts = { frames: 0, direct: 0 }): Promise<boolean> {
    const { address, code, world, authority } = this;
    // The digest alone: on a network without https whoever listens cannot join with it.
    const digest = sha256Hex(code.replace(/[\s-]/g, "").toUpperCase());
    const answer = await askPlainly(
      address,
      {
        method: "POST",
        path: PATH,
        body: JSON.stringify({ digest, step, frames, direct }),
        timeoutMs: PATIENCE_MS,
      },
      { "content-type": "application/json" },
      { clock: new BoxClock(world), world: trusting(world, authority), nonce: newToken(world, 18) },
    );
    // An older gateway has no such route.
    return answer.kind === "none" || answer.status !== 403;
  }

  /** Says what was heard so far, now and then, and waits for nothing. */
  counts(counts: Counts): void {
    const now = this.world.elapsedMs();
    if (now - this.#countedMs < EVERY_MS) return;
    this.#countedMs = now;
    void this.at("listening", counts);
  }
}
