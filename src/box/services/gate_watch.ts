/** Keeps the gate's answer fresh while the box may transmit, so that a "no" closes it within three minutes. */
import type { OnAir, OnHost } from "../parts.ts";
import { repeat } from "./poll.ts";
import { radios } from "./ports.ts";
import type { Service } from "./service.ts";

const LOOK_MS = 15_000, PRUNE_TURNS = 240;

export const gateWatch: Service<OnAir & Pick<OnHost, "io">> = {
  name: "gate",
  run(parts, stop) {
    const { transmitter, switches, connections } = parts;
    let turns = 0;
    return repeat(parts, stop, async () => {
      transmitter.lookAtClock();
      const { tx, quiet, call } = switches.file;
      const mayMatter = radios(parts).length > 0 || connections.some(({ address }) => address.tx);
      if (mayMatter && tx !== "off" && !quiet) await transmitter.gate.refresh(call);
      if (turns++ % PRUNE_TURNS === 0) transmitter.prune();
      return LOOK_MS;
    });
  },
};
