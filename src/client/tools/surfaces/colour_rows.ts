/** Rows of lists of packets in the colours that tools give them: the first tool that says something of a packet is heard. */
import { effect } from "@preact/signals";
import { rowLook } from "../../phone/known/from_tools.ts";
import type { Bench } from "../install/bench.ts";

export function colourRows(bench: Bench): void {
  effect(() => {
    const rules = [...bench.running.value.values()].flatMap(({ colours: { value } }) => value ? [value] : []);
    rowLook.value = rules.length === 0 ? undefined : (packet) => {
      for (const rule of rules) {
        const look = rule(packet);
        if (look) return look;
      }
      return undefined;
    };
  });
}
