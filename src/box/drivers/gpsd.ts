/**
 * `gpsd://127.0.0.1:2947`: where the box is, and what time it is (https://gpsd.gitlab.io/gpsd/gpsd_json.html). Nothing is
 * heard there, so it names no site and hands nothing to the gateway by itself.
 */
import type { Driver } from "./driver.ts";

const TRACK = ["on", "off"];

export const gpsd: Driver = {
  scheme: "gpsd",
  port: "gpsd",
  via: "none",
  namesSite: false,
  transmits: false,
  greets: true,
  // A receiver that works reports each second; gpsd repeats the last state of one that does not.
  idleMs: 90_000,
  causes: {
    refused: "is gpsd running? systemctl status gpsd says so; it listens on port 2947",
    connected: "does the GPS see the sky, and is it plugged in? cgps shows what gpsd has of it",
  },
  settings: [
    { name: "track", takes: "on lets the gateway show where this box goes; off without" },
    { name: "time", takes: "off keeps this GPS's time from being used; on without" },
  ],
  problem({ device, query }) {
    if (device !== "") return "gpsd: takes a host, not a device: gpsd itself reads the device";
    for (const name of ["track", "time"]) {
      const set = query.get(name);
      if (set !== undefined && !TRACK.includes(set)) return `${name} takes on or off, not '${set}'`;
    }
    return undefined;
  },
  open: async (address, { io }, stop) => (await import("./gpsd_line.ts")).openGpsd(address, io, stop),
};
