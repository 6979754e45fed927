/** MeshCom as nodes of firmware 4.x send it. */
import type { FieldCase } from "./field_case.ts";

const station = (call: string): string => `/api/stations/${call}`;
const text = (src: string, dst: string, msg: string, id: string) => ({
  ...{ src_type: "lora", type: "msg", src, dst, msg, msg_id: id, rssi: -88, snr: 6 },
});
const position = (src: string, more: Record<string, unknown>) => ({
  ...{
    src_type: "lora",
    type: "pos",
    src,
    msg: "",
    lat: 47.9343,
    lat_dir: "N",
    long: 12.0201,
    long_dir: "E",
  },
  ...{ aprs_symbol: "#", aprs_symbol_group: "/", hw_id: 3, msg_id: "4375806E", rssi: -88, snr: 6, ...more },
});
/** A packet of one Meshtastic device. */
const device = (content: Record<string, unknown>, id: number) => ({
  ...{ from: 0x7c5acfb8, id, direct: true, mqtt: false, rssi: -80, snr: 6.25, content },
});

export const MESH: readonly FieldCase[] = [
  {
    of: "icssw-org/MeshCom-Firmware#1113",
    right: "a node whose sensors are all 0 has none: it is no weather station at 0 °C",
    sends: [{
      mesh: [{
        ...{ src_type: "lora", type: "tele", src: "OE9MCD-12", temp1: 0, temp2: 0, hum: 0 },
        ...{ qfe: 0, qnh: 0, gas: 0, co2: 0 },
      }],
    }],
    becomes: { [station("OE9MCD-12")]: { wx: null } },
  },
  {
    of: "icssw-org/MeshCom-Firmware#1011",
    right: "a probe outside is temp2, where the board has no sensor of its own",
    sends: [{
      mesh: [{
        ...{ src_type: "lora", type: "tele", src: "OE9MCD-13", temp1: 0, temp2: 11.2, hum: 0 },
        ...{ qfe: 0, qnh: 0, gas: 0, co2: 0 },
      }],
    }],
    becomes: { [station("OE9MCD-13")]: { wx: { tempC: 11.2, humidity: null } } },
  },
  {
    of: "icssw-org/MeshCom-Firmware#817",
    right: "a freezing point that is measured beside other values is one",
    sends: [{
      mesh: [{
        ...{ src_type: "lora", type: "tele", src: "OE9MCD-14", temp1: 0, temp2: 0, hum: 81 },
        ...{ qfe: 0, qnh: 1013.2, gas: 0, co2: 0 },
      }],
    }],
    becomes: { [station("OE9MCD-14")]: { wx: { tempC: 0, humidity: 81, pressureHpa: 1013.2 } } },
  },
  {
    of: "icssw-org/MeshCom-Firmware, the table of its message store's test",
    right: "services have names and no callsigns, and are written to and answer",
    sends: [{
      mesh: [
        text("OE9MCA-12", "WLNK-1", "L", "4375807A"),
        text("WLNK-1", "OE9MCA-12", "Login [356]:{1944", "4375807B"),
        text("OE9MCA-12", "APRS2SOTA", "OE/WI-001 145.500 FM", "4375807C"),
      ],
    }],
    becomes: {
      "/api/messages?call=OE9MCA-12": {
        messages: [
          { toCall: "APRS2SOTA", body: "OE/WI-001 145.500 FM" },
          { fromCall: "WLNK-1", body: "Login [356]:", msgNo: "1944" },
          { toCall: "WLNK-1", body: "L" },
        ],
      },
    },
  },
  {
    of: "icssw-org/MeshCom-Firmware",
    right: "a word in braces is a text: nodes number with digits alone",
    sends: [{ mesh: [text("OE9MCA-12", "OE9MCB-1", "{ping}", "4375807E")] }],
    becomes: { "/api/messages?call=OE9MCA-12": { messages: [{ body: "{ping}", msgNo: undefined }] } },
  },
  {
    of: "icssw-org/MeshCom-Firmware",
    right: "the alternate table's backslash comes escaped twice and is one",
    sends: [{
      mesh: [{
        ...{
          src_type: "lora",
          type: "pos",
          src: "OE9MCG-12",
          msg: "",
          lat: 48.2043,
          lat_dir: "N",
          long: 16.3701,
        },
        ...{ long_dir: "E", aprs_symbol: "#", aprs_symbol_group: "\\\\", hw_id: 3, msg_id: "43758101" },
      }],
    }],
    becomes: { [station("OE9MCG-12")]: { symbol: "\\#" } },
  },
  {
    of: "icssw-org/MeshCom-Firmware#1113",
    right: "a node's height is in feet",
    sends: [{ mesh: [position("OE9MCH-12", { alt: 1673, batt: 100, firmware: "4.35", fw_sub: "p" })] }],
    becomes: { [station("OE9MCH-12")]: { altitudeM: 509.9, lat: 47.9343, lon: 12.0201 } },
  },
  {
    of: "icssw-org/MeshCom-Firmware#248",
    right: "a node without a place of its own says noughts, and is nowhere",
    sends: [{ mesh: [position("OE9MCI-12", { lat: 0, long: 0 })] }],
    becomes: { [station("OE9MCI-12")]: { lat: null, placedAt: null } },
  },
  {
    of: "icssw-org/MeshCom-Firmware#1130",
    right: "the pressure at sea level is the one of the weather, and not that of the place",
    sends: [{
      mesh: [{
        src_type: "node",
        type: "tele",
        src: "OE9MCJ-12",
        temp1: 21.4,
        hum: 55,
        qfe: 961.1,
        qnh: 1016.4,
      }],
    }],
    becomes: { [station("OE9MCJ-12")]: { wx: { tempC: 21.4, humidity: 55, pressureHpa: 1016.4 } } },
  },
  {
    of: "icssw-org/MeshCom-Firmware#631",
    right: "values come as text from some versions",
    sends: [{
      mesh: [{ src_type: "lora", type: "tele", src: "OE9MCK-12", temp1: "21.4", hum: "55.0", qnh: "1016.4" }],
    }],
    becomes: { [station("OE9MCK-12")]: { wx: { tempC: 21.4, humidity: 55, pressureHpa: 1016.4 } } },
  },
  {
    of: "icssw-org/MeshCom-Firmware#136",
    right: "a text of as many letters as the mesh carries arrives whole",
    sends: [{ mesh: [text("OE9MCA-12", "OE9MCB-1", `${"ä".repeat(74)}!`, "43758090")] }],
    becomes: { "/api/messages?call=OE9MCA-12": { messages: [{ body: `${"ä".repeat(74)}!` }] } },
  },
  {
    of: "icssw-org/MeshCom-Firmware#1115",
    right: "what a relay passed on is of its sender, who was not heard here",
    sends: [{ mesh: [position("OE9MCL-12,OE9MCR-1", {})] }],
    becomes: { [station("OE9MCL-12")]: { direct: false, lat: 47.9343 } },
  },
  {
    of: "meshtastic/firmware#3228",
    right: "a device that lost its fix is where it was",
    sends: [{
      meshtastic: [
        device(
          { kind: "user", longName: "OE9MST", shortName: "MST", hardware: 4, licensed: true, role: 0 },
          1,
        ),
        device({ kind: "position", lat: 48.2, lon: 16.4 }, 2),
        device({ kind: "other", port: 3 }, 3),
      ],
    }],
    becomes: {
      "/api/meshtastic/nodes?bbox=16,48,17,49": { nodes: [{ name: "OE9MST", lat: 48.2, lon: 16.4 }] },
    },
  },
  {
    of: "meshtastic/firmware#2601",
    right: "names keep signs of other tongues",
    sends: [{
      meshtastic: [
        device(
          { kind: "user", longName: "Größe 🦊", shortName: "🦊", hardware: 7, licensed: false, role: 0 },
          1,
        ),
        device({ kind: "position", lat: 48.2, lon: 16.4, precisionBits: 32 }, 2),
      ],
    }],
    becomes: { "/api/meshtastic/nodes?bbox=16,48,17,49": { nodes: [{ name: "Größe 🦊" }] } },
  },
  {
    of: "kvj/hass_Mtastic_MQTT#13",
    right: "a device on the mains says 101 percent",
    sends: [{
      meshtastic: [
        device({ kind: "device", battery: 101, voltage: 4.1, uptimeS: 23814 }, 1),
        device({ kind: "position", lat: 48.2, lon: 16.4 }, 2),
      ],
    }],
    becomes: { "/api/meshtastic/nodes?bbox=16,48,17,49": { nodes: [{ battLevel: "mains" }] } },
  },
  {
    of: "icssw-org/MeshCom-Firmware#631",
    right:
      "carbon dioxide and gases that a node measures are kept with it, and what a report leaves out stays",
    sends: [{
      mesh: [
        position("OE9MCO-12", {}),
        { src_type: "lora", type: "tele", src: "OE9MCO-12", temp1: 21.4, gas: 51_234.5, co2: 612 },
        { src_type: "lora", type: "tele", src: "OE9MCO-12", temp1: 21.5, gas: 0, co2: 640 },
      ],
    }],
    becomes: {
      "/api/mesh/nodes?bbox=12,47,13,48": {
        nodes: [{ callsign: "OE9MCO-12", co2Ppm: 640, gasOhm: 51_234.5, firmware: null }],
      },
    },
  },
  {
    of: "esphome/issues#1436, of programs in C",
    right: "what a sensor does not know is no number, and the others count",
    sends: [{
      datagrams: [
        '{"src_type":"lora","type":"tele","src":"OE9MCN-12","temp1":21.4,"hum":nan,"qnh":-nan,"co2":inf}',
      ],
    }],
    becomes: { [station("OE9MCN-12")]: { wx: { tempC: 21.4, humidity: null, pressureHpa: null } } },
  },
];
