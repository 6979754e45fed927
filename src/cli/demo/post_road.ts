/**
 * The connection between the two post offices: a TCP port at which the neighbour takes mail, and a call every few
 * minutes.
 */
import manifest from "../../../deno.json" with { type: "json" };
import { callPartner, type Report } from "../../bbs/mod.ts";
import type { RunningClub } from "./club.ts";

const EVERY_MS = 120_000;

interface PostRoad {
  /** Runs one session now, both ways. */
  call(): Promise<Report>;
  close(): Promise<void>;
}

/** `here` calls `there`, and each hands over what waits for the other. */
export function openPostRoad(here: RunningClub, there: RunningClub): PostRoad {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { version } = manifest;
  const answering = (async () => {
    for await (const connection of listener) {
      await callPartner(there.running.app.bbs.office, {
        ...{ partner: here.bbs.call, side: "called", version },
        dial: () => Promise.resolve(connection),
      });
    }
  })().catch(() => {}); // it is closed while it waits
  const call = () =>
    callPartner(here.running.app.bbs.office, {
      ...{ partner: there.bbs.call, script: "", version },
      dial: () => Deno.connect({ hostname: "127.0.0.1", port: (listener.addr as Deno.NetAddr).port }),
    });
  let calling: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => void (calling = call().catch(() => {})), EVERY_MS);
  return {
    call,
    async close() {
      clearInterval(timer);
      await calling;
      listener.close();
      await answering;
    },
  };
}
