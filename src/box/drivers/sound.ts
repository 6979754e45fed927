/**
 * `sound://Device?site=…`: a sound card with a radio behind it. The box runs Direwolf on it by itself, as its child: nobody
 * writes a configuration, and no port of it is open to the network.
 */
import type { Driver } from "./driver.ts";
import { PTT_TAKES, soundProblem } from "../config/sound_address.ts";

/** What it can be when Direwolf does not run, or hears nothing. */
export const DIREWOLF_CAUSES: NonNullable<Driver["causes"]> = {
  refused: "what Direwolf said is in the box's log; main.ts box radio --list shows what is plugged in",
  waiting_for_device: "is it plugged in? main.ts box radio --list shows what is",
};

export const sound: Driver = {
  scheme: "sound",
  port: "kiss",
  via: "rf",
  namesSite: true,
  transmits: true,
  causes: DIREWOLF_CAUSES,
  settings: [
    { name: "site", takes: "the call of the receiving station, where this is this box's own receiver" },
    { name: "baud", takes: "speed on the air: 300, 1200 or 9600; 1200 without" },
    { name: "ptt", takes: `how the transmitter is keyed: ${PTT_TAKES}` },
    {
      name: "pcm",
      takes: "the ALSA device, where it is not the card's first; or UDP:7355 for sound of an SDR program",
    },
    { name: "tx", takes: "on opens this connection's transmit lock; without, Direwolf's sound goes nowhere" },
  ],
  problem: soundProblem,
  open: async (address, here, stop) => {
    const [{ openDirewolf }, { soundConf }] = await Promise.all([
      import("./direwolf_line.ts"),
      import("../radio/conf.ts"),
    ]);
    return await openDirewolf(
      {
        name: address.host,
        conf: soundConf(address, here.call),
        ...(address.query.has("pcm") ? {} : { card: address.host }),
        sends: address.tx,
      },
      here,
      stop,
    );
  },
};
