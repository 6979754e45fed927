/** Where somebody listens and repeaters send, as trackers, gateways of digital voice and people write it (APRS freqspec). */
import type { FieldCase } from "./field_case.ts";

const PLACE = "4812.46N/01625.00E";
const OBJECTS = "/api/stations?bbox=16,48,17,49&include=objects";
const station = (call: string): string => `/api/stations/${call}`;

/** A position with a comment, and the frequency and comment that are read off it. */
const said = (
  of: string,
  right: string,
  comment: string,
  frequency: Record<string, unknown> | undefined,
  rest: string,
  symbol = ">",
): FieldCase => ({
  of,
  right,
  sends: [{ heard: [`OE9FRQ-7>APDR16,WIDE1-1:=${PLACE}${symbol}${comment}`] }],
  becomes: { [station("OE9FRQ-7")]: { frequency, comment: rest } },
});
/** The same of an object. */
const placed = (
  of: string,
  right: string,
  name: string,
  comment: string,
  becomes: Record<string, unknown>,
): FieldCase => ({
  of,
  right,
  sends: [{ internet: [`OE9FRQ-2>APRS,TCPIP*:;${name.padEnd(9)}*111111z${PLACE}${comment}`] }],
  becomes: { [OBJECTS]: { objects: [{ name, ...becomes }] } },
});

export const FREQUENCIES: readonly FieldCase[] = [
  said(
    "ge0rg/aprsdroid#93",
    "a blank in front of the frequency is no other frequency",
    " 145.500MHz on the road",
    { mhz: 145.5, tone: undefined },
    "on the road",
  ),
  said(
    "ge0rg/aprsdroid#325",
    "the program writes course, speed, frequency, height, and then what a person wrote",
    "088/036 145.500MHz /A=001234 on the road",
    { mhz: 145.5 },
    "on the road",
  ),
  said(
    "ge0rg/aprsdroid#293",
    "a height that is put in front of the comment does not hide what follows",
    "088/036/A=001234 145.500MHz T088 -060 on the road",
    { mhz: 145.5, tone: "T088", offsetMhz: -0.6 },
    "on the road",
  ),
  said(
    "ge0rg/aprsdroid#293",
    "no tone is said too",
    "145.500MHz Toff +000 simplex",
    { mhz: 145.5, tone: "Toff" },
    "simplex",
  ),
  said(
    "ge0rg/aprsdroid#293",
    "a burst on a narrow channel begins with a small L",
    "438.950MHz l750 -760 narrow",
    { mhz: 438.95, tone: "l750", offsetMhz: -7.6 },
    "narrow",
  ),
  said(
    "ge0rg/aprsdroid#293",
    "people turn shift and tone round",
    "145.600MHz -060 T088 turned",
    { mhz: 145.6, tone: "T088", offsetMhz: -0.6 },
    "turned",
  ),
  said(
    "ge0rg/aprsdroid#293",
    "a code of DCS is one of three digits",
    "145.600MHz D023 +060 dcs",
    { mhz: 145.6, tone: "D023", offsetMhz: 0.6 },
    "dcs",
  ),
  said(
    "wb2osz/direwolf",
    "a letter stands for 12 hundred megahertz",
    "A96.000MHz up there",
    { mhz: 1296 },
    "up there",
  ),
  said("wb2osz/direwolf", "and another for 101 hundred", "H68.100MHz dish", { mhz: 10_168.1 }, "dish"),
  said(
    "richonguzman/LoRa_APRS_Tracker#224",
    "a digipeater tells a repeater's shift in megahertz",
    "438.650MHz -7.6 R20k",
    { mhz: 438.65, offsetMhz: -7.6 },
    "R20k",
    "#",
  ),
  said(
    "chrissnell/graywolf#263",
    "a gateway of digital voice names frequency and shift behind its words, which stay whole",
    "/A=00000070cm MMDVM Voice (DMR) 445.01250MHz -5.0000MHz, APRS for DMRGateway",
    { mhz: 445.0125, offsetMhz: -5 },
    "70cm MMDVM Voice (DMR) 445.01250MHz -5.0000MHz, APRS for DMRGateway",
    "-",
  ),
  said(
    "g4klx/YSFClients#184",
    "so does one of C4FM",
    "RNG0001 440 MMDVM Voice 438.95000MHz -7.6000MHz",
    { mhz: 438.95, offsetMhz: -7.6 },
    "440 MMDVM Voice 438.95000MHz -7.6000MHz",
    "&",
  ),
  said(
    "g4klx/YSFClients#88",
    "a gateway without a shift has none",
    "440 Voice 434.00000MHz +0.0000MHz",
    { mhz: 434, offsetMhz: 0 },
    "440 Voice 434.00000MHz +0.0000MHz",
    "&",
  ),
  said(
    "richonguzman/LoRa_APRS_iGate#188",
    "a gate names where it listens within a sentence, which stays whole",
    "LoRa iGate 433.775MHz SF12",
    { mhz: 433.775, offsetMhz: undefined },
    "LoRa iGate 433.775MHz SF12",
    "&",
  ),
  said(
    "g4klx/YSFClients#184",
    "a shift alone is no frequency",
    "shift -7.600MHz as usual",
    undefined,
    "shift -7.600MHz as usual",
    "&",
  ),
  placed(
    "sm0svx/svxlink#433",
    "a node of EchoLink has frequency, tone and reach",
    "EL-123456",
    "0145.350MHz T118 R30m EchoLink",
    { symbol: "/0", frequency: { mhz: 145.35, tone: "T118" }, comment: "R30m EchoLink" },
  ),
  placed(
    "wb2osz/direwolf",
    "a node of IRLP has a frequency, and words of its state",
    "IRLP-5555",
    "0146.460MHz IRLP idle",
    { symbol: "/0", frequency: { mhz: 146.46 }, comment: "IRLP idle" },
  ),
  placed(
    "g4klx/YSFClients#184",
    "a repeater of D-Star has its reach, and its frequency further behind",
    "OE9FRQ  B",
    "aRNG0050 70cm Voice 438.950MHz -7.600MHz",
    {
      symbol: "/a",
      rangeM: 80_467,
      frequency: { mhz: 438.95, offsetMhz: -7.6 },
      comment: "70cm Voice 438.950MHz -7.600MHz",
    },
  ),
  placed(
    "richonguzman/LoRa_APRS_iGate#165",
    "a club's meeting point that names where one is called in",
    "CLUB",
    "-145.500MHz opens 1900",
    { frequency: { mhz: 145.5 }, comment: "opens 1900" },
  ),
];
