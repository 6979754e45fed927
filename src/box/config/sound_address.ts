/** What the address of a sound card or a stick takes: its own words, and how a transmitter is keyed. Pure. */
import type { ConnectionAddress } from "./address.ts";

/** An ALSA device or Direwolf's own `UDP:7355`: a word without blanks, since it stands in a line of words. */
const PCM = /^[A-Za-z0-9_][\w:,.=+-]{0,99}$/;
/** ALSA's names of cards. */
const CARD_ID = /^[A-Za-z0-9_-]{1,32}$/;
const SPEEDS = ["300", "1200", "9600"];

/** The line of each way to key a transmitter, from the text behind the colon; undefined for what does not fit. */
const PTT: Record<string, { takes: string; line(of: string): string | undefined }> = {
  vox: { takes: "vox (the radio keys itself by the sound)", line: (of) => of === "" ? "" : undefined },
  cm108: {
    takes: "cm108 or cm108:/dev/hidraw1",
    line: (of) => of === "" ? "PTT CM108" : /^\/dev\/hidraw\d{1,2}$/.test(of) ? `PTT CM108 ${of}` : undefined,
  },
  rts: { takes: "rts:/dev/serial/by-id/…", line: (of) => serialLine(of, "RTS") },
  dtr: { takes: "dtr:/dev/serial/by-id/…", line: (of) => serialLine(of, "DTR") },
  gpio: { takes: "gpio:25", line: (of) => /^\d{1,3}$/.test(of) ? `PTT GPIO ${of}` : undefined },
  rig: {
    takes: "rig:localhost:4532 (Hamlib's rigctld)",
    line: (of) => /^[A-Za-z0-9.-]{1,100}:\d{1,5}$/.test(of) ? `PTT RIG 2 ${of}` : undefined,
  },
};
const serialLine = (of: string, pin: string): string | undefined =>
  /^\/dev\/[\w./:+-]{1,200}$/.test(of) ? `PTT ${of} ${pin}` : undefined;

/** What `ptt=` takes, for people. */
export const PTT_TAKES = Object.values(PTT).map(({ takes }) => takes).join(", ");

/** The configuration's line for a way to key; undefined for one that there is not. */
export function pttLine(text: string): string | undefined {
  const colon = text.indexOf(":"), kind = colon < 0 ? text : text.slice(0, colon);
  return Object.hasOwn(PTT, kind) ? PTT[kind]!.line(colon < 0 ? "" : text.slice(colon + 1)) : undefined;
}

/** What is wrong with the parts of an address that the configuration is made of; undefined for nothing. */
export function soundProblem({ host, device, query, tx }: ConnectionAddress): string | undefined {
  if (device !== "" || !CARD_ID.test(host)) return "sound: takes the name of a sound card, as sound://Device";
  const pcm = query.get("pcm"), ptt = query.get("ptt");
  if (pcm !== undefined && !PCM.test(pcm)) return `pcm takes the name of an ALSA device, not '${pcm}'`;
  if (ptt !== undefined && pttLine(ptt) === undefined) return `ptt takes ${PTT_TAKES}, not '${ptt}'`;
  if (tx && ptt === undefined) return `tx=on needs ptt as well: ${PTT_TAKES}`;
  return speedProblem(query);
}

/** What is wrong with the speed on the air. */
export function speedProblem(query: ConnectionAddress["query"]): string | undefined {
  const baud = query.get("baud");
  return baud === undefined || SPEEDS.includes(baud)
    ? undefined
    : `baud takes ${SPEEDS.join(", ")}, not '${baud}'`;
}
