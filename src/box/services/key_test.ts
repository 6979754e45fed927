/**
 * A transmitter is tried: one short packet under the box's own call, by the same door and past the same locks as everything else
 * that it sends.
 */
import type { OnAir } from "../parts.ts";
import { nameOf } from "../transmit/settings.ts";
import type { Refusal } from "../transmit/words.ts";
import { TOCALL } from "./ports.ts";

export interface KeyTest {
  /** The connection that was tried; null where none may transmit. */
  address: string | null;
  outcome: "handed_over" | "shown" | "refused" | "failed";
  refusals: Pick<Refusal, "rule" | "why">[];
  why: string;
}

/** Tries the radio at an address, or the first whose lock is open. */
export async function testKey(
  { connections, transmitter, switches }: OnAir,
  asked?: string,
): Promise<KeyTest> {
  const radio = connections.find(({ address, driver }) =>
    driver.via === "rf" && (asked === undefined ? address.tx : address.text === asked)
  );
  if (!radio) {
    const why = asked === undefined
      ? "no radio of this box has tx=on behind its address"
      : `this box has no radio at ${asked}`;
    return { address: null, outcome: "refused", refusals: [{ rule: "port_off", why }], why };
  }
  const frame = {
    source: switches.file.call,
    destination: TOCALL,
    path: [],
    info: ">test of the transmitter",
  };
  const result = await transmitter.send(radio, { purpose: "test", frame, madeAt: transmitter.now() });
  return { address: nameOf(radio.address), ...result };
}
