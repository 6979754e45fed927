/**
 * `meshtastic:/dev/serial/by-id/…` and `meshtastic://192.168.1.60`: a Meshtastic device of the club. It is listened to
 * alone: whatever it hears is shown, and attests nothing.
 */
import type { Driver } from "./driver.ts";

export const meshtastic: Driver = {
  scheme: "meshtastic",
  port: "meshtastic",
  via: "meshtastic",
  namesSite: false,
  transmits: false,
  greets: true,
  // It answers each heartbeat; only a device that hangs is silent for so long.
  idleMs: 15 * 60_000,
  settings: [],
  causes: {
    refused:
      "is it a Meshtastic device (firmware 2 or later), with its network or serial console switched on?",
    waiting_for_device: "is it plugged in? ls /dev/serial/by-id shows names that stay the same",
  },
  problem: () => undefined,
  open: async (address, { io }, stop) => (await import("./meshtastic_line.ts")).openDevice(address, io, stop),
};
