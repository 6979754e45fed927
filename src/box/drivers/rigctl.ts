/**
 * `rigctl://127.0.0.1:4532`: what a receiver listens to, read from Hamlib's `rigctld` (rigctld(1)). Only questions are
 * asked: nothing is ever set there.
 */
import type { Driver } from "./driver.ts";

/** Seconds between two questions, and how few and many they may be. */
const EVERY_S = 5, LEAST_S = 1, MOST_S = 30;

export const rigctl: Driver = {
  scheme: "rigctl",
  port: "rigctl",
  via: "none",
  namesSite: true,
  transmits: false,
  greets: true,
  causes: {
    refused: "is rigctld running? rigctld -m <model> -r <device> listens on port 4532",
    connected: "is the rig switched on, and are rigctld's model and speed those of the rig?",
  },
  settings: [
    { name: "site", takes: "the station whose receiver this is; every receiver of the box without" },
    { name: "every", takes: `seconds between two questions, ${LEAST_S} to ${MOST_S}; ${EVERY_S} without` },
  ],
  problem({ device, query }) {
    if (device !== "") return "rigctl: takes a host, not a device: rigctld itself reads the device";
    const every = query.get("every") ?? String(EVERY_S);
    return /^\d{1,2}$/.test(every) && Number(every) >= LEAST_S && Number(every) <= MOST_S
      ? undefined
      : `every takes ${LEAST_S} to ${MOST_S} seconds, not '${every}'`;
  },
  open: async (address, { io }, stop) => {
    const { openRig } = await import("./rigctl_line.ts");
    return await openRig(address, Number(address.query.get("every") ?? EVERY_S) * 1000, io, stop);
  },
};
