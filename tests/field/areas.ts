/** The cases from the field, by what they are of. */
import { APRS } from "./aprs_cases.ts";
import { CATALOGUES } from "./catalogue_cases.ts";
import type { FieldCase, PlainCase } from "./field_case.ts";
import { FILES } from "./file_cases.ts";
import { FREQUENCIES } from "./frequency_cases.ts";
import { MESH } from "./mesh_cases.ts";
import { MIC_E } from "./mic_e_cases.ts";
import { NODES } from "./node_cases.ts";
import { TALK } from "./talk_cases.ts";
import { TRACKERS } from "./tracker_cases.ts";
import { WEATHER } from "./weather_cases.ts";
import { PLAIN as LINES } from "./plain_cases.ts";
import { WRITTEN } from "./written_cases.ts";

export const AREAS: Readonly<Record<string, readonly FieldCase[]>> = {
  aprs: APRS,
  catalogues: CATALOGUES,
  files: FILES,
  frequencies: FREQUENCIES,
  "mic-e": MIC_E,
  trackers: TRACKERS,
  talk: TALK,
  mesh: MESH,
  weather: WEATHER,
};

export const PLAIN: readonly PlainCase[] = [...LINES, ...WRITTEN, ...NODES];
