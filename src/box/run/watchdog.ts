/**
 * What systemd is told (sd_notify): that the box is ready, how it is in one sentence, and again and again that it is
 * alive. Each is a datagram sent from here: systemd's own program would have to be started for every one. Alive means
 * more than this loop: a box whose sender had no turn for a while is started again, and its spool loses nothing by
 * that.
 */
import { join } from "node:path";
import type { Kept, OnAir, OnHost, ToGateway } from "../parts.ts";

/** A sender without a turn for so many milliseconds is stuck: its turns are 1.5 s apart and wait for nobody. */
const STUCK_MS = 30_000;
/** How often systemd is told the state of a box that it does not watch, in milliseconds. */
const SELDOM_MS = 60_000;

/** Whether the box does its work, by the monotonic clock. */
export const isAlive = (
  { sender, world }: {
    sender: Pick<ToGateway["sender"], "turnedMs">;
    world: Pick<OnHost["world"], "elapsedMs">;
  },
): boolean => world.elapsedMs() - sender.turnedMs <= STUCK_MS;

/** What says how the box is. */
type StateParts = Pick<ToGateway, "sender"> & Pick<Kept, "spool"> & Pick<OnAir, "connections">;

/** How the box is, as `systemctl status` shows it. */
function stateSentence({ sender, spool, connections }: StateParts): string {
  const { waiting } = spool.sums();
  const words = connections.map((one) => one.state().word.replaceAll("_", " ")).join(", ");
  return `gateway ${sender.state.word}; ${waiting} waiting; radios: ${words || "none"}`;
}

/** How often systemd wants to hear that this process lives, in milliseconds; undefined where it does not watch it. */
function watchedEvery({ WATCHDOG_USEC, WATCHDOG_PID }: Record<string, string>): number | undefined {
  if (WATCHDOG_PID !== undefined && Number(WATCHDOG_PID) !== Deno.pid) return undefined;
  const ms = Number(WATCHDOG_USEC ?? "") / 1000;
  return ms > 0 ? ms / 3 : undefined;
}

/** Where systemd is told: a socket of the file system. */
interface Ear {
  say(lines: string[]): Promise<unknown>;
  close(): void;
}

/** Opens the way to systemd's socket; throws where there is none. This side's own socket lies in the box's folder. */
function earAt(to: string, dir: string): Ear {
  const own = join(dir, "notify.sock");
  removeSocket(own);
  const socket = Deno.listenDatagram({ transport: "unixpacket", path: own });
  return {
    say: (lines) =>
      socket.send(new TextEncoder().encode(lines.join("\n")), { transport: "unixpacket", path: to }),
    close() {
      socket.close();
      removeSocket(own);
    },
  };
}

/** Tells systemd of the box until `stop`, where systemd started it; settles when it is told that the box ends. */
export async function tellSystemd(
  parts: StateParts & OnHost & Pick<Kept, "dir">,
  environment: Record<string, string>,
  stop: AbortSignal,
  open = earAt,
): Promise<void> {
  const { NOTIFY_SOCKET: to } = environment;
  if (to === undefined) return;
  const deaf = (error: unknown) =>
    parts.world.log.warn("systemd hears nothing of this box: {error}", { error: (error as Error).message });
  let ear: Ear;
  try {
    ear = open(to, parts.dir);
  } catch (error) {
    return deaf(error);
  }
  try {
    const everyMs = watchedEvery(environment) ?? SELDOM_MS;
    await ear.say(["READY=1"]);
    for (; !stop.aborted; await parts.io.wait(everyMs, stop)) {
      await ear.say([`STATUS=${stateSentence(parts)}`, ...(isAlive(parts) ? ["WATCHDOG=1"] : [])]);
    }
    await ear.say(["STOPPING=1"]);
  } catch (error) {
    deaf(error);
  } finally {
    ear.close();
  }
}

function removeSocket(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
