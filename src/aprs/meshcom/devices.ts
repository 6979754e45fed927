/** Hardware numbers of MeshCom nodes (MeshCom firmware 4.35, hardware types). */

const DEVICES: Record<number, string> = {
  1: "LilyGo TLoRa V2",
  2: "LilyGo TLoRa V1",
  3: "LilyGo TLoRa V2.1-1.6",
  4: "LilyGo T-Beam",
  5: "LilyGo T-Beam 1268",
  6: "LilyGo T-Beam 0.7",
  7: "LilyGo T-Echo",
  8: "LilyGo T-Deck",
  9: "RAK4631",
  10: "Heltec V2.1",
  11: "Heltec V1",
  12: "LilyGo T-Beam AXP2101",
  39: "EBYTE E22",
  40: "LilyGo T5 E-Paper",
  41: "Heltec Tracker",
  42: "Heltec Stick V3",
  43: "Heltec V3",
  44: "Heltec E290",
  45: "LilyGo T-Beam 1262",
  46: "LilyGo T-Deck Plus",
  47: "LilyGo T-Beam Supreme",
  48: "ESP32-S3 EBYTE E22",
  49: "LilyGo T-LoRa Pager",
  50: "LilyGo T-Deck Pro",
  51: "LilyGo T-Beam 1W",
  52: "Heltec V4",
  53: "LilyGo T-ETH-Elite 1262",
  54: "Heltec T114",
  55: "LilyGo T3-S3 V1.3",
  56: "LilyGo T-Connect Pro",
  57: "Heltec Wireless Paper",
  58: "Heltec E213",
};

/** A node's device by its hardware number; the number itself when nobody has named it. */
export const meshDevice = (hardware: number): string => DEVICES[hardware] ?? `hardware ${hardware}`;
