/**
 * Transmitting for tools: through a box of the member's own alone, as a command that the gateway and the box judge by all of
 * their rules. What stood against it is told to the tool's log; the tool itself learns only whether it went out.
 */
import type { App } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { say, sayRefusal } from "../../ui/say.ts";
import type { BeaconPlan } from "./around.ts";

/** One transmission a minute a tool. The gateway counts too, hours as well; here a tool that asks all the time costs no requests. */
const MINUTE_S = 60;
/** The box asks for commands every few seconds: so often it is looked what became of one, and for so long. */
const LOOK_MS = 3000, PATIENCE_S = 120;

export class OnAir {
  readonly #app: App;
  readonly #note: (tool: string, line: string) => void;
  readonly #askedAt = new Map<string, number>();
  readonly #beaconAt = new Map<string, number>();
  readonly #beacons = new Map<string, () => void>();

  /** `note`: adds a line to a tool's log. */
  constructor(app: App, note: (tool: string, line: string) => void) {
    this.#app = app;
    this.#note = note;
  }

  /** Whether the box says that it transmitted this. */
  async transmit(tool: string, info: string): Promise<boolean> {
    return await this.#send(tool, info);
  }

  /** Sends a status now and each so many seconds, until another plan comes or `null`. Throws why none may go out. */
  async beacon(tool: string, plan: BeaconPlan | null): Promise<void> {
    this.#beacons.get(tool)?.();
    this.#beacons.delete(tool);
    if (!plan) return;
    const { comment, intervalSec } = plan, { world, call } = this.#app;
    // Until it is known whether any may go out, a newer plan takes this one's place.
    let isOver = false;
    const over = () => void (isOver = true);
    this.#beacons.set(tool, over);
    const box = call.value ? await this.#openBox() : say("tools.air.nobody");
    if (isOver) return;
    this.#beacons.delete(tool);
    if (typeof box === "string") {
      this.#note(tool, say("tools.air.not", { why: box }));
      throw new Error(box);
    }
    const send = async () => {
      this.#beaconAt.set(tool, world.clock());
      await this.#send(tool, `>${comment}`);
      // Counted from when it is known to be out: the box keeps its distance from then on.
      if (this.#beacons.get(tool) === callOff) wait(intervalSec);
    };
    let stop = () => {};
    const callOff = () => stop();
    const wait = (seconds: number) => stop = world.later(() => void send(), seconds * 1000);
    this.#beacons.set(tool, callOff);
    // A new plan does not make it more often.
    wait(Math.max(0, (this.#beaconAt.get(tool) ?? -Infinity) + intervalSec - world.clock()));
  }

  async #send(tool: string, info: string): Promise<boolean> {
    const why = await this.#refusal(tool, info);
    this.#note(
      tool,
      why === undefined ? say("tools.air.sent", { text: info }) : say("tools.air.not", { why }),
    );
    return why === undefined;
  }

  /** Puts it into the queue of a box and waits for what became of it; why it did not go out. */
  async #refusal(tool: string, info: string): Promise<string | undefined> {
    const { gateway, call: { value: callsign }, world } = this.#app;
    if (!callsign) return say("tools.air.nobody");
    if (world.clock() - (this.#askedAt.get(tool) ?? -Infinity) < MINUTE_S) return say("tools.air.pace");
    this.#askedAt.set(tool, world.clock());
    const box = await this.#openBox();
    if (typeof box === "string") return box;
    const params = { id: box.id };
    const queued = await gateway.ask(
      "POST",
      routeTo("POST /api/box/:id/command", { params }),
      { kind: "packet", payload: { info }, callsign, tool },
    );
    if (!queued.ok) return queued.refused ? sayRefusal(queued) : say("tools.air.unreached");
    for (const until = world.clock() + PATIENCE_S; world.clock() < until;) {
      await new Promise<void>((go) => world.later(go, LOOK_MS));
      const log = await gateway.get(routeTo("GET /api/box/:id/log", { params }));
      const one = log.ok ? log.value.commands.find(({ id }) => id === queued.value.id) : undefined;
      if (one?.status === "done") return undefined;
      if (one?.status === "failed" || one?.status === "expired") return one.result ?? one.status;
    }
    return say("tools.air.unsaid");
  }

  /** A box of the member's own that may transmit now; else why none may. */
  async #openBox(): Promise<{ id: string } | string> {
    const answer = await this.#app.gateway.get(routeTo("GET /api/my/boxes"));
    if (!answer.ok) return answer.refused ? sayRefusal(answer) : say("tools.air.unreached");
    const there = answer.value.boxes.filter(({ state }) => state && !state.silent);
    const open = there.find(({ state }) => state!.tx.on && state!.tx.locks.length === 0);
    if (open) return { id: open.box };
    const locks = there.find(({ state }) => state!.tx.locks.length > 0)?.state?.tx.locks;
    return locks ? say("tools.air.lock", { locks: locks.join(", ") }) : say("tools.air.no_box");
  }
}
