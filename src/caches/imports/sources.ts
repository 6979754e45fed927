/**
 * The catalogues of other programmes that can be imported, and how their published files name things. Facts of each
 * programme's own download, as of 2026. The game never publishes an imported place to other instances.
 */

/** Types that imported places may have besides the game's own. */
export type ImportedType = "sota" | "pota" | "wwff" | "iota" | "bunker" | "castle" | "traditional" | "other";

export interface ImportSource {
  id: string;
  sourceName: string;
  type: ImportedType;
  /** Whether it has to be named in IMPORT_ALLOW, since the programme wants to be asked first. */
  needsPermission: boolean;
  /** Where the programme publishes its list; used when the request names no address. */
  url?: string;
  /** Page of one place; `{}` is its reference. */
  link?: string;
  attribution?: string;
  /** Column names in lower case for each field, the first that is there counts. */
  columns: Columns;
  /** Why a row is no place today, by column values; nothing where it is one. */
  retired?: (row: (column: string) => string, today: string) => string | false;
}

/** Fields of a place and the columns that may hold them. */
type Columns = Partial<
  Record<"reference" | "title" | "lat" | "lon" | "grid" | "box" | "notes", string[]>
>;

const COMMON: Columns = {
  reference: ["reference", "ref", "ref no", "refno", "code", "wca", "wca #", "id"],
  title: ["name", "title", "name of castle", "castle"],
  lat: ["latitude", "lat"],
  lon: ["longitude", "long", "lon", "lng"],
  grid: ["grid", "locator", "gridsquare", "iarulocator", "maidenhead", "qth locator"],
  notes: ["notes", "information", "comments", "type"],
};

/** dd/mm/yyyy as a sortable text; empty for anything else. */
const sortable = (date: string): string => {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date.trim());
  return parts ? `${parts[3]}-${parts[2]!.padStart(2, "0")}-${parts[1]!.padStart(2, "0")}` : "";
};

export const SOURCES: readonly ImportSource[] = [
  {
    id: "sota",
    sourceName: "Summits on the Air",
    type: "sota",
    needsPermission: false,
    url: "https://storage.sota.org.uk/summitslist.csv",
    link: "https://www.sotadata.org.uk/en/summit/{}",
    columns: {
      reference: ["summitcode"],
      title: ["summitname"],
      lat: ["latitude", "gridref2"],
      lon: ["longitude", "gridref1"],
      notes: ["regionname"],
    },
    retired: (row, today) => {
      const from = sortable(row("validfrom")), to = sortable(row("validto"));
      return to !== "" && to < today ? `counted until ${to}` : from > today && `counts from ${from}`;
    },
  },
  {
    id: "pota",
    sourceName: "Parks on the Air",
    type: "pota",
    needsPermission: false,
    url: "https://pota.app/all_parks_ext.csv",
    link: "https://pota.app/#/park/{}",
    columns: { ...COMMON, notes: ["locationdesc"] },
    retired: (row) => row("active") === "0" && "no longer active",
  },
  {
    id: "wwff",
    sourceName: "World Wide Flora and Fauna",
    type: "wwff",
    needsPermission: true,
    url: "https://wwff.co/wwff-data/wwff_directory.csv",
    link: "https://wwff.co/directory/?showRef={}",
    columns: { ...COMMON, notes: ["notes", "county"] },
    retired: (row) =>
      row("status") !== "" && row("status").toLowerCase() !== "active" && `status ${row("status")}`,
  },
  {
    id: "gcau",
    sourceName: "Geocaching Australia",
    type: "traditional",
    needsPermission: true,
    link: "https://geocaching.com.au/cache/{}",
    columns: COMMON,
  },
  {
    id: "iota",
    sourceName: "Islands on the Air",
    type: "iota",
    needsPermission: true,
    link: "https://www.iota-world.org/iotamaps/?grpref={}",
    columns: {
      ...COMMON,
      box: ["latitude_min", "latitude_max", "longitude_min", "longitude_max"],
      notes: ["islands", "grp_region"],
    },
  },
  {
    id: "bunker",
    sourceName: "Bunkers on the Air",
    type: "bunker",
    needsPermission: false,
    link: "https://wwbota.net/bunkers/?ref={}",
    columns: COMMON,
  },
  {
    id: "castle",
    sourceName: "World Castles Award",
    type: "castle",
    needsPermission: false,
    columns: { ...COMMON, notes: ["location", "information"] },
  },
  {
    id: "opencaching",
    sourceName: "Opencaching",
    type: "traditional",
    needsPermission: false,
    columns: COMMON,
  },
  { id: "other", sourceName: "Other places", type: "other", needsPermission: false, columns: COMMON },
];

export const sourceOf = (id: string): ImportSource | undefined => SOURCES.find((source) => source.id === id);
