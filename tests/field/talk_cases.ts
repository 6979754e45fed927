/** Messages, their answers, bulletins and telemetry as programs send them. */
import type { FieldCase } from "./field_case.ts";

const text = (
  of: string,
  right: string,
  lines: readonly string[],
  messages: readonly Record<string, unknown>[],
  call = "OE9TLK-1",
): FieldCase => ({
  of,
  right,
  sends: [{ internet: lines }],
  becomes: { [`/api/messages?call=${call}`]: { messages } },
});
const series = (
  of: string,
  right: string,
  lines: readonly string[],
  becomes: Record<string, unknown>,
): FieldCase => ({
  of,
  right,
  sends: [{ heard: lines }],
  becomes: { "/api/stations/OE9TLM-8/series": becomes },
});
const bulletins = (
  of: string,
  right: string,
  lines: readonly string[],
  messages: readonly unknown[],
): FieldCase => ({
  of,
  right,
  sends: [{ internet: lines }],
  becomes: { "/api/messages?bulletins=1": { messages } },
});
const FROM = "OE9TLK-1>APDR16,TCPIP*:";
const TLM = "OE9TLM-8>APMI04,WIDE1-1:";

export const TALK: readonly FieldCase[] = [
  text("RF-YVY/APRS-PropView#9", "the brace that closes a number is none of the text", [
    `${FROM}:OE9TLK-10:hello 501{4}`,
  ], [{ body: "hello 501", msgNo: "4" }]),
  text("adriann0/npm-aprs-parser#7", "numbers have letters too", [`${FROM}:OE9TLK-2 :hello{aB1}`], [
    { body: "hello", msgNo: "aB1" },
  ]),
  text("rossengeorgiev/aprs-python#58", "a number that acknowledges another is not part of the text", [
    `${FROM}:OE9TLK-14:weather oe9kbr {22}AA`,
  ], [{ body: "weather oe9kbr", msgNo: "22" }]),
  text("sjlongland/aioax25#3", "a radio ends its number with a carriage return", [
    `${FROM}:OE9TLK-2 :hello{018\r`,
  ], [{ body: "hello", msgNo: "018" }]),
  text("rossengeorgiev/aprs-python#23", "an ack is no message", [
    `${FROM}:OE9TLK-2 :ack38648`,
  ], []),
  text("rossengeorgiev/aprs-python#23", "a word that begins like one is", [
    `${FROM}:OE9TLK-2 :acknowledged, thanks`,
  ], [{ body: "acknowledged, thanks" }]),
  text("wb2osz/direwolf", "a brace in a sentence is no number", [
    `${FROM}:OE9TLK-2 :see {the list} below`,
  ], [{ body: "see {the list} below", msgNo: undefined }]),
  text("Xastir/Xastir#29", "a message that a gate passed on is its sender's", [
    "OE9GTE-1>APX209,WIDE1-1:}OE9TLK-1>APX209,TCPIP,OE9GTE-1*::OE9TLK-13:ping{3B}",
  ], [{ fromCall: "OE9TLK-1", toCall: "OE9TLK-13", body: "ping", msgNo: "3B" }]),
  text("ge0rg/aprsdroid#81", "an addressee in small letters is the station of that call", [
    `${FROM}:oe9tlk-3 :test{3`,
  ], [{ body: "test", msgNo: "3" }]),
  text("ge0rg/aprsdroid#31", "letters of other tongues arrive whole", [
    `${FROM}:OE9TLK-2 :Grüß Gott, привет 😀{7`,
  ], [{ body: "Grüß Gott, привет 😀", msgNo: "7" }]),
  bulletins("chrissnell/graywolf#504", "a group of bulletins has a name", [
    `${FROM}:BLN9TRAFF:Roadworks on A1`,
  ], [{ toCall: "BLN9TRAFF", body: "Roadworks on A1" }]),
  bulletins("chrissnell/graywolf#345", "two people's first lines are two bulletins", [
    `${FROM}:BLN1     :mine`,
    "OE9TLK-9>APRS,TCPIP*::BLN1     :theirs",
  ], [{ fromCall: "OE9TLK-9", body: "theirs" }, { fromCall: "OE9TLK-1", body: "mine" }]),
  bulletins("chrissnell/graywolf#504", "an announcement is a letter, and stays beside the lines", [
    `${FROM}:BLNA     :Flea market in May`,
    `${FROM}:BLN1     :Net at 1900`,
  ], [{ toCall: "BLN1" }, { toCall: "BLNA", body: "Flea market in May" }]),
  series("rossengeorgiev/aprs-python#29", "values may have more than eight bits", [
    `${TLM}T#790,551,564,999,085,716,11000000`,
  ], { telemetry: [{ sequence: "790", analog: [551, 564, 999, 85, 716], bits: "11000000" }] }),
  series("rossengeorgiev/aprs-python#94", "values may have decimals and be below nought", [
    `${TLM}T#123,12.7,-0.50,23,1000,65535,101`,
  ], { telemetry: [{ analog: [12.7, -0.5, 23, 1000, 65535], bits: "10100000" }] }),
  series("rossengeorgiev/aprs-python#76", "values that are left out stay out", [
    `${TLM}T#007,1,,3`,
  ], { telemetry: [{ analog: [1, null, 3], bits: null }] }),
  series(
    "FaradayRF/aprs2influxdb#17",
    "names, units and scale of a station's own messages count",
    [
      `${TLM}:OE9TLM-8 :PARM.Vin,Rx1h,Dg1h,Eff1h,Eff,O1,O2,O3,O4,I1,I2,I3,I4`,
      `${TLM}:OE9TLM-8 :UNIT.Volt,Pkt,Pkt,Pcnt,Pcnt,On,On,On,On,Hi,Hi,Hi,Hi`,
      `${TLM}:OE9TLM-8 :EQNS.0,0.079,0,0,10,0,0,10,0,0,1,0,0,1,0`,
      `${TLM}:OE9TLM-8 :BITS.11111111,Telemetry test, with comma`,
      `${TLM}T#001,160,2,3,50,60,00000000`,
    ],
    {
      channels: [
        { name: "Vin", unit: "Volt" },
        { name: "Rx1h", unit: "Pkt" },
        { name: "Dg1h", unit: "Pkt" },
        { name: "Eff1h", unit: "Pcnt" },
        { name: "Eff", unit: "Pcnt" },
      ],
      telemetry: [{ channels: [12.64, 20, 30, 50, 60] }],
    },
  ),
  series("qvarforth/trackdirect#40", "a factor that is no number changes nothing", [
    `${TLM}:OE9TLM-8 :EQNS.0,x,0,0,2,0`,
    `${TLM}T#002,7,7,7,7,7,00000000`,
  ], { telemetry: [{ channels: [7, 14, 7, 7, 7] }] }),
  series("adriann0/npm-aprs-parser#20", "the first of eight bits in a comment is the lowest", [
    `${TLM}!4812.46N/01625.00E>text|ss1122334455!"|more`,
  ], { telemetry: [{ bits: "10000000" }] }),
];
