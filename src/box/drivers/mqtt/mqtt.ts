/**
 * `mqtt://broker.example/msh/EU_868/2/e/#` and `mqtts:`, the same by TLS: what other people's Meshtastic gateways hand to a
 * broker. Somebody else heard it, so it names no site.
 */
import type { Driver } from "../driver.ts";

/** The channel that devices have without anybody's doing. */
const CHANNEL = "LongFast";
const FILE = /^\/[\x21-\x7e]{1,500}$/;
const TEXT = /^[\x20-\x7e]{1,100}$/;

/** Whether a broker takes it as a topic filter: `+` stands for a whole level, `#` for all that follow (MQTT 3.1.1, 4.7.1). */
function isTopicFilter(text: string): boolean {
  const levels = text.split("/");
  return text.length >= 1 && text.length <= 200 && !text.includes("\0") &&
    levels.every((level, at) =>
      !/[+#]/.test(level) || level === "+" || (level === "#" && at === levels.length - 1)
    );
}

const CA = {
  name: "ca",
  takes: "a PEM file with the broker's own authority; those of the system without",
};

const broker = (scheme: "mqtt" | "mqtts"): Driver => ({
  scheme,
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
    ...(scheme === "mqtts" ? [CA] : []),
  ],
  causes: {
    refused: "is it an MQTT broker, and are user and password right?",
  },
  problem({ device, path, query }) {
    if (device !== "") return `${scheme}: takes a host, not a device`;
    if (!isTopicFilter(path.slice(1))) {
      return `${scheme}: takes the topic behind the host, such as ${scheme}://host/msh/# or ${scheme}://host/msh/+/2/e/LongFast/+`;
    }
    for (const name of ["user", "pass", "channel"]) {
      const set = query.get(name);
      if (set !== undefined && !TEXT.test(set)) return `${name} takes at most 100 printable characters`;
    }
    const ca = query.get("ca");
    return ca !== undefined && !FILE.test(ca) ? "ca takes the whole path of a file" : undefined;
  },
  open: async (address, here, stop) =>
    (await import("./mqtt_line.ts")).openBroker(address, CHANNEL, here, stop),
});

export const mqtt = broker("mqtt"), mqtts = broker("mqtts");
