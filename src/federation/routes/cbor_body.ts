/** Bodies that are CBOR alone: 415 for any other before a byte of it is read (FED "Errors"). */
import type { FailureMaker } from "../../base/mod.ts";
import type { Gate } from "../../http/mod.ts";

/** The gate, and after it the media type. */
export const cborOnly = <Who>(gate: Gate<Who>, refuse: FailureMaker): Gate<Who> => ({
  ...gate,
  check(incoming, ports, params) {
    const who = gate.check(incoming, ports, params);
    const type = incoming.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
    if (type !== "application/cbor") throw refuse();
    return who;
  },
});
