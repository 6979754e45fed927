/** Positions of trackers, gates and balloons of today, by each firmware's own form. */
import type { FieldCase } from "./field_case.ts";

const station = (call: string): string => `/api/stations/${call}`;
const sent = (of: string, right: string, line: string, becomes: Record<string, unknown>): FieldCase => ({
  of,
  right,
  sends: [{ heard: [line] }],
  becomes: { [station(line.slice(0, line.indexOf(">")))]: becomes },
});

export const TRACKERS: readonly FieldCase[] = [
  sent(
    "richonguzman/LoRa_APRS_iGate#246",
    "a tracker of 2025 packs place, course and speed",
    "OE9LRA-7>APLRT1,WIDE1-1:!/4'uoO],s[%,G",
    { symbol: "/[", course: 16, comment: "", device: { model: "ESP32 LoRa Tracker" } },
  ),
  sent(
    "richonguzman/LoRa_APRS_iGate#246",
    "its gate has an overlay of a letter, and no course",
    "OE9LRA-5>APLRG1,WIDE1-1:!L4'wOO],;a  GLoRa APRS GW - Blue",
    { symbol: "La", course: null, comment: "LoRa APRS GW - Blue" },
  ),
  sent(
    "richonguzman/LoRa_APRS_Tracker#2",
    "a height is packed in the place of course and speed",
    "OE9LRA-12>APLR01,WIDE1-1:!/\\AutB7K->!!Q",
    { course: null, altitudeM: 0.3, comment: "" },
  ),
  sent(
    "richonguzman/LoRa_APRS_iGate#327",
    "a balloon of such a gate says its height in the comment, in feet",
    "OE9LRA-11>APLRG1,WIDE1-1:!L4'wOO],;O  G/A=098425 LoRa balloon",
    { altitudeM: 29_999.9, comment: "LoRa balloon" },
  ),
  sent(
    "lora-aprs/LoRa_APRS_iGate#126",
    "the first firmware names hour, minute and second",
    "OE9LRA-1>GPS,WIDE2-2:/193653h4800.00N/01100.00E[/A=001000 T-Echo test",
    { lat: 48, lon: 11, altitudeM: 304.8, comment: "T-Echo test" },
  ),
  sent(
    "richonguzman/LoRa_APRS_Tracker#285",
    "a tracker that is set to it writes degrees and minutes, with an overlay",
    "OE9LRA-2>APLRT1,WIDE1-1:!4815.91NO01949.21E/tracker",
    { symbol: "O/", lat: 48.2651667, comment: "tracker" },
  ),
  sent(
    "rossengeorgiev/aprs-python#73",
    "power, height, gain and direction are followed by words without a blank",
    "OE9LRA-3>APMI06,WIDE2-1:!4413.07N/01105.57E#PHG2830Balzo Group",
    { antenna: { watts: 4, heightM: 780.3, gainDb: 3, directivity: 0 }, comment: "Balzo Group" },
  ),
  sent(
    "adriann0/npm-aprs-parser#16",
    "or by how often the station beacons and a slash; telemetry is taken out of the comment",
    "OE9LRA-4>APRS,WIDE1-1:!6304.03NN02739.63E#PHG26303/Siilinjarvi|\"p%T'.agff|",
    { antenna: { watts: 4, heightM: 195.1 }, comment: "Siilinjarvi" },
  ),
  sent(
    "ge0rg/aprsdroid#325",
    "a comment begins behind the blank that a program sets",
    "OE9LRA-6>APDR16,WIDE1-1:=3742.94N\\07749.29Wk Some comment",
    { symbol: "\\k", comment: "Some comment" },
  ),
  sent(
    "phdlee/uvk5cec#98",
    "a height of six digits in feet counts, behind course and speed",
    "OE9LRA-8>APZQSH,WIDE1:!4812.46N/01625.00E[090/004/A=000512",
    { course: 90, altitudeM: 156.1, comment: "" },
  ),
  sent(
    "glidernet/python-ogn-client#78",
    "a glider's report has all of it, and its own words stay",
    "FLRDD0001>OGFLR,qAS,OE9OGN:/161449h4149.71N/00228.15E'266/056/A=005316 !W32! id06DD0001 +614fpm -0.3rot",
    { course: 266, altitudeM: 1620.3, comment: "id06DD0001 +614fpm -0.3rot" },
  ),
  sent(
    "nsforth/nmea0183#13",
    "a fix of two dimensions has a place and no height",
    "OE9NME-1>GPSMV,WIDE1-1:$GPGGA,160545,5008.6263,N,01422.4224,E,1,03,3.6,,M,45.0,M,,*61",
    { lat: 50.143_771_7, altitudeM: null, symbol: "/>" },
  ),
  sent(
    "mikalhart/TinyGPSPlus#140",
    "a receiver writes five decimals of a minute",
    "OE9NME-2>APRS,WIDE1-1:$GPGGA,110641.00,5126.37428,N,00003.02175,E,1,07,1.02,58.8,M,45.4,M,,*63",
    { lat: 51.439_571_3, altitudeM: 58.8 },
  ),
  sent(
    "barbeau/gpstest#503",
    "a receiver of several systems calls itself GN",
    "OE9NME-3>APRS,WIDE1-1:$GNRMC,181846,A,2804.27565,N,08225.599374,W,0,,140621,3.1,W,A,V*7A",
    { lat: 28.071_260_8, lon: -82.426_656_2, course: null },
  ),
  sent(
    "chrissnell/graywolf#376",
    "a byte that is no sign, in a place, makes it none; the station was heard",
    "OE9LRA-13>APRS,WIDE1-1:!4812.4\x7f6N/01625.00E>typed over",
    { lat: null, placedAt: null },
  ),
  sent(
    "g8bpq/linbpq#1",
    "a mailbox's beacon keeps its braces",
    "OE9LRA-14>APBPQ1,WIDE1-1:=4812.46NB01625.00E&{BPQ32}",
    { symbol: "B&", comment: "{BPQ32}", device: { model: "BPQ32" } },
  ),
  sent(
    "AprsDirect of 2024, qvarforth/trackdirect#40",
    "the last report's details are the ones that count",
    "OE9LRA-15>APMI04,WIDE1-1:!4812.46N/01625.00E#RNG0050 wide",
    { rangeM: 80_467, antenna: undefined, comment: "wide" },
  ),
];
