/** Both ways between a radio and APRS-IS, each with a switch of its own (`services.igate: {toInternet, toRadio}`). */
import { isUnreadable, thirdPartyInfo } from "../../../aprs/mod.ts";
import type { Hearing } from "../../connections/hearing.ts";
import type { Hearings, OnAir, OnHost, Telling } from "../../parts.ts";
import { asObject } from "../../json.ts";
import { aprsIs, radios, TOCALL } from "../ports.ts";
import type { Service } from "../service.ts";

const TALK: readonly string[] = ["message", "ack", "rej"];
/** Packets from the Internet that wait for their turn on the air; what does not fit is sent again by its sender. */
const MOST_WAITING = 20;

interface GateCounts {
  uploaded: number;
  toRadio: number;
  /** Packets that were not passed on, by the rule that forbade it. */
  kept: Record<string, number>;
}

/** Hearings go in, transmissions out; how many is told. */
type GateParts = OnAir & Telling & Pick<Hearings, "hub"> & Pick<OnHost, "world">;

export const igate: Service<GateParts> = {
  name: "igate",
  async run(parts, stop) {
    const { hub, transmitter, told, world } = parts;
    const counts: GateCounts = { uploaded: 0, toRadio: 0, kept: {} };
    const keep = (rules: readonly string[]) =>
      rules.forEach((rule) => counts.kept[rule] = (counts.kept[rule] ?? 0) + 1);
    told.set("igate", () => counts);
    const waiting: Hearing[] = [];
    let wake = () => {};
    const unlisten = hub.listen((hearing) => {
      if (hearing.via === "rf" && hearing.packet && isOn(parts).toInternet) {
        const is = aprsIs(parts);
        if (!is) return;
        const kept = transmitter.upload(is, hearing.packet, isOn(parts));
        kept.length === 0 ? counts.uploaded++ : keep(kept);
      } else if (hearing.via === "aprsis" && isForHere(parts, hearing)) {
        if (waiting.length === MOST_WAITING) return keep(["queue"]);
        waiting.push(hearing);
        wake();
      }
    });
    const wakeUp = () => wake();
    stop.addEventListener("abort", wakeUp);
    try {
      while (!stop.aborted) {
        const hearing = waiting.shift();
        if (!hearing) await new Promise<void>((resolve) => wake = resolve);
        else {
          const outcome = await toRadio(parts, hearing);
          if (outcome.outcome === "handed_over" || outcome.outcome === "shown") counts.toRadio++;
          else keep(outcome.refusals.map(({ rule }) => rule));
        }
      }
    } finally {
      unlisten();
      stop.removeEventListener("abort", wakeUp);
      told.delete("igate");
      world.log.debug("igate ended");
    }
  },
};

function isOn({ switches }: Pick<OnAir, "switches">): { toInternet: boolean; toRadio: boolean } {
  const set = asObject(switches.file.services.igate);
  return { toInternet: set.toInternet === true, toRadio: set.toRadio === true };
}

/**
 * Whether a packet is a message to somebody who was heard here: only those are looked at, so that the rest of the
 * Internet leaves no rows.
 */
function isForHere(parts: OnAir, { packet }: Hearing): boolean {
  if (!isOn(parts).toRadio || !packet || !TALK.includes(packet.content.kind)) return false;
  const { addressee } = packet.content as { addressee: string };
  return radios(parts).some((one) => parts.transmitter.heardDirect(one, addressee) !== undefined);
}

async function toRadio(parts: OnAir, { packet, atMs }: Hearing) {
  const { switches, transmitter } = parts;
  if (!packet || isUnreadable(packet)) throw new TypeError("Cannot gate what is not a packet");
  const { addressee } = packet.content as { addressee: string };
  const heard = (one: ReturnType<typeof radios>[number]) =>
    transmitter.heardDirect(one, addressee) ?? -Infinity;
  const port = radios(parts).toSorted((a, b) => heard(b) - heard(a))[0]!;
  const own = switches.file.call;
  const { source, info, path, q } = packet;
  return await transmitter.send(port, {
    purpose: "gated",
    frame: { source: own, destination: TOCALL, path: [], info: thirdPartyInfo(packet, own) },
    madeAt: atMs / 1000,
    original: {
      source,
      info,
      via: [...path.map(({ call }) => call), ...(q ? [q.construct, ...q.calls] : [])],
    },
  });
}
