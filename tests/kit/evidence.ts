/** Evidence as the tier rule gets it: a find, who was heard where, and by whom. */
import type { Evidence, Fix, Hearing } from "../../src/caches/mod.ts";

/** When it was found, unix seconds. */
export const T = 1_780_315_200;
/** 48 N: 1e-5 degree of latitude is 1.112 m. */
export const CACHE = { lat: 48.2, lon: 16.3 };
/** A place so many metres north of the cache. */
export const north = (metres: number) => ({ lat: CACHE.lat + metres / 111_195, lon: CACHE.lon });

/** Heard directly by a trusted site of somebody else. */
export const heard = (over: Partial<Hearing> = {}): Hearing => ({
  site: "OE1XYZ-10",
  lat: 48.25,
  lon: 16.35,
  deliveredBy: { kind: "secret" },
  trusted: true,
  radioPort: true,
  direct: true,
  at: T - 180,
  ...over,
});

/** A position of the logger, 42 m from the cache, three minutes before. */
export const fix = (over: Partial<Fix> = {}, hearing: Partial<Hearing> = {}): Fix => ({
  call: "OE1ABC-7",
  at: T - 180,
  ...north(42),
  ambiguityM: 0,
  via: "rf",
  port: "kiss",
  direct: true,
  hearings: [heard(hearing)],
  commanded: false,
  signedByDevice: false,
  ...over,
});

/** What the phone of the signed-in logger says, so many metres away. */
export const reading = (metres: number, over: object = {}) => ({
  ...north(metres),
  accuracyM: 10,
  at: T - 10,
  session: true,
  ...over,
});

export const living = (fixes: Fix[]): Evidence["place"] => ({
  kind: "living",
  station: "OE5LIV-9",
  ownerBases: ["OE5LIV"],
  fixes,
});
export const livingFix = (over: Partial<Fix> = {}, hearing: Partial<Hearing> = {}) =>
  fix({ call: "OE5LIV-9", at: T - 120, ...CACHE, ...over }, hearing);

export const evidence = (over: Partial<Evidence> = {}): Evidence => ({
  place: { kind: "fixed", ...CACHE, lastStage: false },
  foundAt: T,
  logger: {
    accountId: 7,
    call: "OE1ABC",
    bases: ["OE1ABC", "OE1OLD"],
    stations: ["OE1ABC-9", "OE3CLB-10"],
    proven: true,
  },
  fixes: [],
  ...over,
});

/** A quorum of peers heard the logger. */
export const PEERS = {
  call: "OE1ABC",
  confirmed: true,
  instances: ["oe5.example", "dl1.example"],
  quorum: 2,
  at: T - 300,
  bucketS: 600,
  distanceM: 100,
};
