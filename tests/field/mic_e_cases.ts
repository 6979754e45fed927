/** Mic-E as the radios of each maker send it: place, state, course, what the radio is, and what is left as comment. */
import type { FieldCase } from "./field_case.ts";

const CALL = "OE9MIC-9", PATH = `/api/stations/${CALL}`;
const micE = (of: string, right: string, info: string, becomes: Record<string, unknown>, to = "T8RY3P") => ({
  of,
  right,
  sends: [{ heard: [`${CALL}>${to},WIDE1-1:${info}`] }],
  becomes: { [PATH]: becomes },
} satisfies FieldCase);
const HEAD = '`.2Ul"Oj/';

export const MIC_E: readonly FieldCase[] = [
  micE(
    "ge0rg/aprsdroid#437",
    "the two bytes of the maker are none of a comment, and the height is one (Yaesu FTM-300D)",
    `${HEAD}\`"4Y}_1`,
    { comment: "", altitudeM: 66 },
  ),
  micE(
    "ge0rg/aprsdroid#437",
    "a comment stands between height and maker (Yaesu FT5D)",
    `${HEAD}\`"4Y}out and about_3`,
    { comment: "out and about", altitudeM: 66 },
  ),
  micE(
    "rossengeorgiev/aprs-python#67",
    "`]` and `=` are of the radio (Kenwood TM-D710)",
    `${HEAD}]"4V}=`,
    { comment: "", altitudeM: 63 },
  ),
  micE(
    "rossengeorgiev/aprs-python#74",
    "`]` in front is of the radio too (Kenwood TM-D700)",
    `${HEAD}]"4&}JEEP>qrv:RU15`,
    { comment: "JEEP>qrv:RU15", altitudeM: 15 },
  ),
  micE(
    "aprsorg/aprs-deviceid#78",
    "so are `>` and `&` (Kenwood TH-D75)",
    `${HEAD}>hello&`,
    { comment: "hello" },
  ),
  micE("aprsorg/aprs-deviceid#78", "and `>` and `^` (Kenwood TH-D74)", `${HEAD}>hello^`, {
    comment: "hello",
  }),
  micE(
    "aprsorg/aprs-deviceid#134",
    "a radio that came later has two bytes too (Yaesu FTM-500D)",
    `${HEAD}\`hello_4`,
    {
      comment: "hello",
    },
  ),
  micE("aprsorg/aprs-deviceid#119", "and so has the one before (Yaesu FTM-200D)", `${HEAD}\`hello_2`, {
    comment: "hello",
  }),
  micE("aprsorg/aprs-deviceid#160", "a blank may be a maker's byte (SainSonic AP510)", `${HEAD}\`hello X`, {
    comment: "hello",
  }),
  micE("wb2osz/direwolf, its list of radios", "Anytone's handheld marks itself", `${HEAD}'hello(8`, {
    comment: "hello",
  }),
  micE("wb2osz/direwolf, its list of radios", "and its radio for cars", `${HEAD}\`hello(5`, {
    comment: "hello",
  }),
  micE(
    "wb2osz/direwolf, its list of radios",
    "a TinyTrak3 has a bar, which opens no telemetry",
    `${HEAD}'"4T}|3`,
    {
      comment: "",
      altitudeM: 61,
    },
  ),
  micE(
    "ge0rg/aprsdroid#93",
    "a radio that says where it listens, behind the height, is listened to there (Kenwood TH-D72)",
    `${HEAD}>"4T}145.500MHz T088 mobile=`,
    { comment: "mobile", altitudeM: 61, frequency: { mhz: 145.5, tone: "T088" } },
  ),
  micE(
    "chrissnell/graywolf#76",
    "a radio before its first fix sends noughts, and is nowhere",
    "`vX\x1cl\x1c\x1cj/`_1",
    {
      lat: null,
      lon: null,
    },
    "PPP0P0",
  ),
  micE(
    "chrissnell/graywolf#219",
    "a hundred degrees are added before the wrap: a station in the far west is there",
    "`2U^l5/k/`_1",
    { lon: -122.961 },
    "T7QYSR",
  ),
  micE("aprsorg/aprs-deviceid#219", "a program that names no maker loses nothing", `${HEAD}\`hello there`, {
    comment: "hello there",
    micE: "In Service",
  }),
];
