/** `kiss://host:8001` and `kiss:/dev/serial/by-id/…?baud=9600` (domain: KISS). */
import type { Driver } from "./driver.ts";
import { kissLine } from "./kiss_stream.ts";
import { channelOf, channelProblem } from "./channel.ts";

const KISS_PORT = 8001, BAUD = 9600;
const SPEEDS = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400];

export const kiss: Driver = {
  scheme: "kiss",
  port: "kiss",
  via: "rf",
  namesSite: true,
  transmits: true,
  settings: [
    { name: "site", takes: "the call of the receiving station, where this is this box's own receiver" },
    { name: "port", takes: "one port of the TNC, 0 to 15; all without" },
    { name: "baud", takes: `speed of a serial device: ${SPEEDS.join(", ")}` },
    { name: "tx", takes: "on opens this connection's transmit lock" },
  ],
  problem(address) {
    const baud = address.query.get("baud");
    if (baud !== undefined && !SPEEDS.includes(Number(baud))) return `baud takes one of ${SPEEDS.join(", ")}`;
    return channelProblem(address);
  },
  async open(address, { io }, stop) {
    const connection = address.device === ""
      ? await io.connect(address.host, address.port ?? KISS_PORT, stop)
      : await io.serial(address.device, Number(address.query.get("baud") ?? BAUD));
    return kissLine(connection, channelOf(address));
  },
};
