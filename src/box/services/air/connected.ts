/** Connected mode as a service: the mailbox's call is answered, circuits are served, partners called, locks watched. */
import { baseCall, normalCall } from "../../../base/mod.ts";
import type { Kept, OnAir, OnHost, ToGateway } from "../../parts.ts";
import type { Service } from "../service.ts";
import { answerCaller } from "../mail/answering.ts";
import { MailBackend } from "../mail/backend.ts";
import { brokenOff } from "../mail/broken_off.ts";
import { asObject, asText } from "../../json.ts";
import { repeat } from "../poll.ts";
import { Sessions } from "./sessions.ts";

const LOOK_MS = 1000;

/** BIDs that partners brought in this run, over whatever line. */
export interface Shared {
  sessions?: Sessions;
  readonly known: Set<string>;
}

/** Callers are answered on the air, and their mail goes to the gateway. */
type ConnectedParts = OnAir & OnHost & Pick<ToGateway, "client"> & Pick<Kept, "db" | "clock">;

/** `services.bbs: {on: true, call}`: the mailbox answers, by default under SSID 8. */
export const connected = (version: string, shared: Shared, lookMs = LOOK_MS): Service<ConnectedParts> => ({
  name: "connected mode",
  async run(parts, stop) {
    const { switches, world, client, connections, db, clock } = parts;
    const sessions = shared.sessions = new Sessions(parts, stop);
    const bbs = asObject(switches.file.services.bbs);
    if (bbs.on === true) {
      const own = normalCall(asText(bbs.call, 9) ?? `${baseCall(switches.file.call)}-8`);
      const backend = new MailBackend(client), kept = brokenOff(db, clock);
      sessions.answer(own, async (line) => {
        const caller = { line, peer: line.peer, own, version, known: shared.known, brokenOff: kept };
        const what = await answerCaller(backend, caller);
        world.log.info("{peer} called {own}: {what}", { peer: line.peer, own, what });
      });
    }
    // A switch that somebody throws at the box cuts before anything else is sent.
    const unwatch = switches.watch(() => connections.forEach((one) => sessions.cutWhereClosed(one)));
    try {
      await repeat(parts, stop, async () => {
        switches.look();
        await sessions.turn();
        return lookMs;
      });
    } finally {
      unwatch();
      for (const line of [...sessions.open]) line.close();
    }
  },
});
