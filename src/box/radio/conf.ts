/**
 * The `direwolf.conf` of a connection, made of its address at each start: box.json alone says what is connected. No port on the
 * network: whoever reaches a TNC's port could transmit past the box's locks, so frames go through a pseudo-terminal. Pure.
 */
import type { ConnectionAddress } from "../config/address.ts";
import { pttLine } from "../config/sound_address.ts";

/** Where the sound comes from; `output` is ALSA's device that swallows everything where nothing may be sent. */
interface Sound {
  input: string;
  output: string;
}

const NOWHERE = "null";

/** Where the sound of an address is. What may not transmit has no way out: its sound goes nowhere, and no pin is named. */
function soundOf({ host, query, tx }: ConnectionAddress): Sound {
  const input = query.get("pcm") ?? `plughw:${host},0`;
  return { input, output: tx && !/^(UDP:|stdin$)/i.test(input) ? input : NOWHERE };
}

const HEAD = "# Made of box.json at each start of the box: what is changed here is lost.";

const confText = ({ input, output }: Sound, call: string, address: ConnectionAddress, ptt: string): string =>
  [
    HEAD,
    `ADEVICE ${input} ${output}`,
    "ACHANNELS 1",
    "CHANNEL 0",
    `MYCALL ${call}`,
    `MODEM ${address.query.get("baud") ?? 1200}`,
    ...(ptt === "" ? [] : [ptt]),
    "AGWPORT 0",
    "KISSPORT 0",
    "",
  ].join("\n");

/** The configuration for a sound card. */
export const soundConf = (address: ConnectionAddress, call: string): string =>
  confText(soundOf(address), call, address, address.tx ? pttLine(address.query.get("ptt") ?? "") ?? "" : "");

/** The configuration for a stick, whose sound comes on standard input. */
export const stickConf = (address: ConnectionAddress, call: string): string =>
  confText({ input: "stdin", output: NOWHERE }, call, address, "");
