/** The counters as one line in the log each ten minutes, where they changed: between them success is silent. */
import type { Kept, OnHost } from "../parts.ts";
import { repeat } from "./poll.ts";
import type { Service } from "./service.ts";

const EVERY_MS = 600_000;

export const tally: Service<OnHost & Pick<Kept, "spool">> = {
  name: "tally",
  async run(parts, stop) {
    const { io, spool, world } = parts;
    let told = spool.sums().in;
    await io.wait(EVERY_MS, stop);
    return await repeat(parts, stop, () => {
      const { in: taken, ...sums } = spool.sums();
      if (taken !== told && !stop.aborted) {
        world.log.info(
          "frames in {taken}: sent {sent}, waiting {waiting}, rejected {rejected}, dropped {dropped}",
          {
            taken,
            ...sums,
          },
        );
      }
      told = taken;
      return Promise.resolve(EVERY_MS);
    });
  },
};
