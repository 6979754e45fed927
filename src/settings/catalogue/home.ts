/** Settings of the broker to which people's homes listen. */
import { configuration, optionalConfiguration, secretSetting } from "../declare.ts";
import { call } from "../forms.ts";
import { checked, flag, listOf, text } from "../types.ts";

/** A broker's address: host, port, and whether by TLS. */
export interface Broker {
  host: string;
  port: number;
  tls: boolean;
}

function broker(given: string): Broker | undefined {
  const read = /^(mqtts?):\/\/([A-Za-z0-9._-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::(\d{1,5}))?\/?$/.exec(given);
  if (!read) return undefined;
  const tls = read[1] === "mqtts", port = Number(read[3] ?? (tls ? 8883 : 1883));
  return port >= 1 && port <= 65_535 ? { host: read[2]!.replace(/^\[|\]$/g, ""), port, tls } : undefined;
}

export const MQTT_URL = optionalConfiguration<Broker>({
  key: "MQTT_URL",
  group: "radio",
  label: "MQTT broker",
  hint:
    "Broker to which this instance tells what homes automate with: receivers, packets a minute, places and weather of MQTT_STATIONS.",
  type: checked(
    "mqtt://host or mqtts://host, with a port where it is not 1883 or 8883; user and password stand in settings of their own",
    broker,
    {
      write: ({ host, port, tls }) =>
        `${tls ? "mqtts" : "mqtt"}://${host.includes(":") ? `[${host}]` : host}:${port}`,
    },
  ),
});
export const MQTT_USER = optionalConfiguration<string>({
  key: "MQTT_USER",
  group: "radio",
  label: "MQTT name",
  hint: "The name by which the broker lets the gateway in; without it none is given.",
  type: text(100),
});
export const MQTT_PASSWORD = secretSetting<string>({
  key: "MQTT_PASSWORD",
  label: "MQTT password",
  hint: "Password of MQTT_USER at the broker.",
  type: text(200),
});
export const MQTT_CA = optionalConfiguration<string>({
  key: "MQTT_CA",
  group: "radio",
  label: "MQTT authority",
  hint: "PEM file of the authority that signs an mqtts broker's certificate, where it is one's own.",
  type: text(1000),
});
export const MQTT_STATIONS = configuration<string[]>({
  key: "MQTT_STATIONS",
  group: "radio",
  label: "MQTT stations",
  hint:
    "Stations whose places and weather are told to the broker, as the map shows them to everybody; at most 50.",
  type: listOf("a comma list of at most 50 callsigns", call, { most: 50 }),
  fallback: [],
});
export const MQTT_PRIVATE = configuration({
  key: "MQTT_PRIVATE",
  group: "radio",
  label: "MQTT tells operators' facts",
  hint:
    "Whether the broker is told what operators alone read too: free space, the newest backup's age, what their watches told last.",
  type: flag(),
  fallback: false,
});
