/** Whose data are in the program. What each is used for stands in the book of words under its key. */
interface Source {
  key: "naturalEarth" | "geoNames" | "dxcc" | "ad1c" | "devices" | "symbols";
  name: string;
  url: string;
  /** None for what is in the public domain. */
  licence?: string;
}

export const DATA: readonly Source[] = [
  { key: "naturalEarth", name: "Natural Earth", url: "https://www.naturalearthdata.com" },
  { key: "geoNames", name: "GeoNames", url: "https://www.geonames.org", licence: "CC BY 4.0" },
  { key: "dxcc", name: "dxcc-json", url: "https://github.com/k0swe/dxcc-json", licence: "Apache-2.0" },
  { key: "ad1c", name: "AD1C country files", url: "https://www.country-files.com", licence: "MIT" },
  {
    key: "devices",
    name: "APRS device identification",
    url: "https://github.com/aprsorg/aprs-deviceid",
    licence: "CC BY-SA 2.0",
  },
  {
    key: "symbols",
    name: "APRS symbol index",
    url: "https://github.com/hessu/aprs-symbol-index",
    licence: "CC BY-SA 4.0",
  },
];
