/** What is told, topic by topic: plain JSON, and the messages by which Home Assistant finds it. Pure. */

interface HomeStation {
  call: string;
  lat: number;
  lon: number;
  /** When it was heard last, Unix seconds. */
  at: number | null;
  weather: Record<string, number>;
}

/** What is so now. */
export interface HomeFacts {
  /** Packets since the start of the process. */
  taken: number;
  /** Receiving stations, and when each heard something last with a radio, Unix seconds. */
  receivers: { site: string; lastAt: number | null }[];
  stations: HomeStation[];
  /** Operators' facts: told only where the operator wants it. */
  own?: { freeBytes: number | null; backupAt: number | null; alert: HomeAlert | null };
}

/** What a watched call was told of last. */
interface HomeAlert {
  /** `heard`, or `near_cache`. */
  kind: string;
  call: string;
  /** The cache that it is near. */
  code: string | null;
  at: number;
}

/** Receivers and stations that are told; a broker is no archive. */
const MOST = 50;
/** A receiver that has heard nothing for so long is down, seconds. */
const DOWN_S = 900;

/** A name as it may stand in a topic. */
export const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, "_").slice(0, 64);

/** Filters for all topics under which an instance tells anything. */
export const ownTopics = (instance: string): string[] => [
  `service-gateway/${slug(instance)}/#`,
  `homeassistant/+/service_gateway_${slug(instance)}/+/config`,
];

interface Sensor {
  component: "sensor" | "binary_sensor" | "device_tracker";
  object: string;
  /** What Home Assistant is told beside name, topic and device. */
  config: Record<string, unknown>;
  topic: string;
}

/** All topics as they stand now, with what each holds; the broker keeps every one (retained). `perMinute`: packets of the last minute; null while that is not known. */
export function topicsOf(
  { receivers, stations, own }: HomeFacts,
  { instance, perMinute, now }: { instance: string; perMinute: number | null; now: number },
): Map<string, string> {
  const root = `service-gateway/${slug(instance)}`, topics = new Map<string, string>();
  const device = {
    identifiers: [`service_gateway_${slug(instance)}`],
    name: instance,
    manufacturer: "Service Gateway",
  };
  const put = (topic: string, value: unknown) => void topics.set(`${root}/${topic}`, JSON.stringify(value));
  const announce = ({ component, object, config, topic }: Sensor) =>
    void topics.set(
      `homeassistant/${component}/${device.identifiers[0]}/${object}/config`,
      JSON.stringify({
        ...config,
        unique_id: `${device.identifiers[0]}_${object}`,
        ...(component === "device_tracker"
          ? { json_attributes_topic: `${root}/${topic}` }
          : { state_topic: `${root}/${topic}` }),
        availability_topic: `${root}/availability`,
        device,
      }),
    );

  const lastAt = receivers.reduce<number | null>(
    (last, one) => Math.max(last ?? 0, one.lastAt ?? 0) || null,
    null,
  );
  put("state", { packetsPerMinute: perMinute, lastHeardAt: lastAt, receivers: receivers.length });
  announce({
    component: "sensor",
    object: "packets",
    topic: "state",
    config: {
      name: "Packets a minute",
      value_template: "{{ value_json.packetsPerMinute }}",
      state_class: "measurement",
    },
  });
  announce({
    component: "sensor",
    object: "last_heard",
    topic: "state",
    config: {
      name: "Last heard",
      device_class: "timestamp",
      value_template: "{{ (value_json.lastHeardAt | timestamp_local) if value_json.lastHeardAt else none }}",
    },
  });
  for (const { site, lastAt } of receivers.slice(0, MOST)) {
    const topic = `receiver/${slug(site)}`;
    put(topic, { site, up: lastAt !== null && now - lastAt < DOWN_S, lastHeardAt: lastAt });
    announce({
      component: "binary_sensor",
      object: `receiver_${slug(site)}`,
      topic,
      config: {
        name: `Receiver ${site}`,
        device_class: "connectivity",
        value_template: "{{ 'ON' if value_json.up else 'OFF' }}",
      },
    });
  }
  for (const { call, lat, lon, at, weather } of stations.slice(0, MOST)) {
    const topic = `station/${slug(call)}`;
    put(topic, { call, latitude: lat, longitude: lon, lastHeardAt: at, weather });
    announce({
      component: "device_tracker",
      object: `station_${slug(call)}`,
      topic,
      config: { name: call, source_type: "gps" },
    });
    if (weather.tempC === undefined) continue;
    announce({
      component: "sensor",
      object: `temperature_${slug(call)}`,
      topic,
      config: {
        name: `Temperature at ${call}`,
        device_class: "temperature",
        unit_of_measurement: "°C",
        value_template: "{{ value_json.weather.tempC }}",
      },
    });
  }
  if (own) {
    put("upkeep", { freeBytes: own.freeBytes, backupAt: own.backupAt });
    put("alert", own.alert ?? { kind: null, call: null, code: null, at: null });
    announce({
      component: "sensor",
      object: "alert",
      topic: "alert",
      config: {
        name: "Watched call",
        value_template: "{{ value_json.call if value_json.call else 'none' }}",
        json_attributes_topic: `${root}/alert`,
      },
    });
    announce({
      component: "sensor",
      object: "free_space",
      topic: "upkeep",
      config: {
        name: "Free space",
        device_class: "data_size",
        unit_of_measurement: "B",
        value_template: "{{ value_json.freeBytes }}",
      },
    });
    announce({
      component: "sensor",
      object: "backup",
      topic: "upkeep",
      config: {
        name: "Newest backup",
        device_class: "timestamp",
        value_template: "{{ (value_json.backupAt | timestamp_local) if value_json.backupAt else none }}",
      },
    });
  }
  return topics;
}
