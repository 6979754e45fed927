/**
 * `mqtt://broker.example/msh/EU_868/2/e/#`: what other people's Meshtastic gateways hand to a broker. Somebody else heard
 * it, so it names no site.
 */
import type { Driver } from "./driver.ts";

/** The channel that devices have without anybody's doing. */
const CHANNEL = "LongFast";
const TEXT = /^[\x20-\x7e]{1,100}$/;

/** Whether a broker takes it as a topic filter: `+` stands for a whole level, `#` for all that follow (MQTT 3.1.1, 4.7.1). */
function isTopicFilter(text: string): boolean {
  const levels = text.split("/");
  return text.length >= 1 && text.length <= 200 && !text.includes("\0") &&
    levels.every((level, at) =>
      !/[+#]/.test(level) || level === "+" || (level === "#" && at === levels.length - 1)
    );
}

export const mqtt: Driver = {
  scheme: "mqtt",
  port: "meshtastic",
  via: "meshtastic",
  namesSite: false,
  transmits: false,
  greets: true,
  // The broker answers a ping twice a minute.
  idleMs: 90_000,
  settings: [
    { name: "user", takes: "the user whom the broker lets in" },
    { name: "pass", takes: "that user's password" },
    { name: "channel", takes: `the channel whose texts are shown, ${CHANNEL} without` },
  ],
  causes: {
    refused: "is it an MQTT broker, and are user and password right?",
  },
  problem({ device, path, query }) {
    if (device !== "") return "mqtt: takes a host, not a device";
    if (!isTopicFilter(path.slice(1))) {
      return "mqtt: takes the topic behind the host, such as mqtt://host/msh/# or mqtt://host/msh/+/2/e/LongFast/+";
    }
    for (const name of ["user", "pass", "channel"]) {
      const set = query.get(name);
      if (set !== undefined && !TEXT.test(set)) return `${name} takes at most 100 printable characters`;
    }
    return undefined;
  },
  open: async (address, here, stop) =>
    (await import("./mqtt_line.ts")).openBroker(address, CHANNEL, here, stop),
};
