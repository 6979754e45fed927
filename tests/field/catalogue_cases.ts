/** Catalogues of programmes and sites, and registers of offices, as they are published and as programs write them. */
import type { FieldCase } from "./field_case.ts";

const GPX = (...waypoints: string[]) =>
  `<?xml version="1.0"?><gpx version="1.0" creator="x" xmlns="http://www.topografix.com/GPX/1/0" ` +
  `xmlns:groundspeak="http://www.groundspeak.com/cache/1/0/1" xmlns:gsak="http://www.gsak.net/xmlv1/6">${
    waypoints.join("")
  }</gpx>`;
const wpt = (code: string, more: string, at = 'lat="47.5" lon="15.5"') =>
  `<wpt ${at}><name>${code}</name>${more}</wpt>`;
const cache = (type: string, more = "", attributes = 'available="True" archived="False"') =>
  `<type>Geocache|${type}</type><groundspeak:cache ${attributes}><groundspeak:name>Old mill</groundspeak:name>` +
  `<groundspeak:type>${type}</groundspeak:type>${more}</groundspeak:cache>`;
const oc = (...waypoints: string[]): FieldCase["sends"][number] => ({
  file: "catalogue/opencaching",
  text: GPX(...waypoints),
});
const POTA = '"reference","name","active","entityId","locationDesc","latitude","longitude","grid"\n';
const pota = (...rows: string[]): FieldCase["sends"][number] => ({
  file: "catalogue/pota",
  text: POTA + rows.join("\n"),
});
const SOTA =
  'SOTA Summits List (Date=25/11/2026)\n"SummitCode","AssociationName","RegionName","SummitName","AltM",' +
  '"AltFt","GridRef1","GridRef2","Longitude","Latitude","Points","BonusPoints","ValidFrom","ValidTo"\n';
const sota = (...rows: string[]): FieldCase["sends"][number] => ({
  file: "catalogue/sota",
  text: SOTA + rows.join("\n"),
});
const office = (text: string): FieldCase["sends"][number] => ({ file: "register", text });

export const CATALOGUES: readonly FieldCase[] = [
  {
    of: "cgeo/cgeo#18606",
    right: "stages that GSAK wrote under names of their own are no caches: their type says so",
    sends: [oc(
      wpt("OC1ZZ", cache("Traditional Cache")),
      wpt("OC1ZZ Virtueel punt Church", "<sym>Virtual Stage</sym><type>Waypoint|Virtual Stage</type>"),
    )],
    becomes: {
      answer: { imported: 1, skipped: 1 },
      "/api/caches/OC1ZZ": { title: "Old mill", type: "traditional" },
    },
  },
  {
    of: "cgeo/cgeo#13374",
    right: "a type in small letters between blanks is the same type",
    sends: [oc(wpt(
      "OP9ZZ",
      "<type> Geocache | unknown </type><groundspeak:cache><groundspeak:name>Riddle</groundspeak:name>" +
        "<groundspeak:type> unknown </groundspeak:type></groundspeak:cache>",
    ))],
    becomes: { "/api/caches/OP9ZZ": { type: "mystery", title: "Riddle" } },
  },
  {
    of: "cgeo/cgeo#8409",
    right: "a waypoint at 0, 0 is one whose place nobody gave, and not one in the Gulf of Guinea",
    sends: [
      oc(wpt("OC2ZZ", cache("Multi-cache"), 'lat="0.0" lon="0.0"'), wpt("OC3ZZ", cache("Multi-cache"))),
    ],
    becomes: {
      answer: { imported: 1, skipped: 1 },
      "/api/caches/OC2ZZ": 404,
      "/api/caches/OC3ZZ": { type: "multi" },
    },
  },
  {
    of: "cgeo/cgeo#4652",
    right: "a file that BaseCamp saved again has types and symbols of its own, and its places are places",
    sends: [{
      file: "catalogue/other",
      text: GPX(wpt("TURM", "<desc>Old tower</desc><sym>Flag, Blue</sym><type>user</type>")),
    }],
    becomes: { "/api/caches/TURM": { title: "Old tower", type: "other" } },
  },
  {
    of: "cachly/issues-tracker#1389",
    right: "reference points of GSAK belong to their cache",
    sends: [oc(
      wpt("OC4ZZ", cache("Traditional Cache")),
      wpt(
        "RPA5-5",
        "<type>Waypoint|Reference Point</type><gsak:wptExtension><gsak:Parent>OC4ZZ</gsak:Parent></gsak:wptExtension>",
      ),
    )],
    becomes: { answer: { imported: 1, skipped: 1 }, "/api/caches/RPA5-5": 404 },
  },
  {
    of: "cachly/issues-tracker#743",
    right: "Geocaching Australia's own block has the cache's name, kind and size",
    sends: [{
      file: "catalogue/opencaching",
      text: GPX(wpt(
        "GA9ZZ",
        '<type>Geocache|Unknown</type><geocache status="Available" xmlns="http://geocaching.com.au/geocache/1"><name>Bridge</name>' +
          "<type>Multi-cache</type><container>Micro</container><difficulty>2.5</difficulty><terrain>9</terrain></geocache>",
      )),
    }],
    becomes: { "/api/caches/GA9ZZ": { title: "Bridge", type: "multi", size: "micro", difficulty: 2.5 } },
  },
  {
    of: "cachly/issues-tracker#3798",
    right: "a kind that nobody knows here is kept as another place, and not refused",
    sends: [oc(wpt("LC1ZZ", cache("Lab Cache")))],
    becomes: { "/api/caches/LC1ZZ": { type: "other", title: "Old mill" } },
  },
  {
    of: "cachly/issues-tracker#1116",
    right:
      "waypoints of a cache that come first in the file are left out, and the cache behind them is there",
    sends: [oc(wpt("PK5ZZ", "<type>Waypoint|Parking Area</type>"), wpt("OC5ZZ", cache("Traditional Cache")))],
    becomes: { answer: { imported: 1, skipped: 1 }, "/api/caches/OC5ZZ": { status: "active" } },
  },
  {
    of: "steve8x8/geotoad#125",
    right: "archived in capitals is archived",
    sends: [oc(wpt("OC6ZZ", cache("Traditional Cache", "", 'available="FALSE" archived="TRUE"')))],
    becomes: { answer: { imported: 0, gone: 1 }, "/api/caches/OC6ZZ": 404 },
  },
  {
    of: "elliotstokes/gpx-parse#24",
    right: "c:geo's GPX 1.0 with members of GPX 1.1: place, link and owner are read",
    sends: [oc(wpt(
      "OC7ZZ",
      `<url>https://oc.example/OC7ZZ</url><urlname>Old mill</urlname>${
        cache("Earthcache", "<groundspeak:placed_by>Q0ABC</groundspeak:placed_by>")
      }`,
    ))],
    becomes: { "/api/caches/OC7ZZ": { type: "earth", title: "Old mill" } },
  },
  {
    of: "GPXSee, files of countries with a comma",
    right:
      "a number of XML has a point (xsd:decimal): with a comma it is no place, and the cache beside it is kept",
    sends: [
      oc(
        wpt("OC8ZZ", cache("Traditional Cache"), 'lat="47,25" lon="15,75"'),
        wpt("OC9ZZ", cache("Virtual Cache")),
      ),
    ],
    becomes: {
      answer: { imported: 1, skipped: 1 },
      "/api/caches/OC8ZZ": 404,
      "/api/caches/OC9ZZ": { type: "virtual" },
    },
  },
  {
    of: "osmandapp/OsmAnd#20698",
    right: "members of a namespace that the file forgot to name cost no waypoint",
    sends: [{
      file: "catalogue/other",
      text: GPX(
        wpt("P1", "<desc>First</desc><extensions><osmand:icon>special_star</osmand:icon></extensions>"),
        wpt("P2", "<desc>Second</desc><extensions><osmand:icon>x</osmand:icon></extensions>"),
      ),
    }],
    becomes: { answer: { imported: 2 }, "/api/caches/P2": { title: "Second" } },
  },
  {
    of: "osmandapp/OsmAnd#10115",
    right: "points without a name are left and counted, and the named one among them is there",
    sends: [{
      file: "catalogue/other",
      text: GPX(wpt("", ""), wpt("P3", "<desc>Third</desc>"), wpt(" ", "")),
    }],
    becomes: { answer: { imported: 1, skipped: 2 }, "/api/caches/P3": { title: "Third" } },
  },
  {
    of: "mapbox/togeojson#42, #56",
    right: "a text in CDATA is that text, wherever its lines begin, and no markup",
    sends: [oc(wpt(
      "OC10Z",
      "<type>Geocache|Traditional Cache</type><groundspeak:cache><groundspeak:name>\n  <![CDATA[Mill & <b>bridge</b>]]>\n" +
        "</groundspeak:name><groundspeak:type>Traditional Cache</groundspeak:type></groundspeak:cache>",
    ))],
    becomes: { "/api/caches/OC10Z": { title: "Mill & <b>bridge</b>" } },
  },
  {
    of: "pota.app, all_parks_ext.csv",
    right: "quotes around everything, a comma and quotes inside a name",
    sends: [
      pota('"AT-0007","Park ""Old Mill"", East","1","206","AT-NO,AT-OO","48.123456","15.654321","JN78TC"'),
    ],
    becomes: { "/api/caches/AT-0007": { title: 'Park "Old Mill", East', type: "pota", lat: 48.123456 } },
  },
  {
    of: "bikespace/bikespace#207, a list without coordinates",
    right: "a park without a place has that of its locator",
    sends: [pota('"AT-0008","Park","1","206","AT-NO","","","JN78TC"')],
    becomes: { "/api/caches/AT-0008": { title: "Park", status: "active" } },
  },
  {
    of: "pota.app, parks that wait for their place",
    right: "0, 0 with no locator is no place; the park behind it is kept",
    sends: [
      pota(
        '"AT-0009","Nowhere","1","206","AT-NO","0","0",""',
        '"AT-0010","Here","1","206","AT-NO","48","15","JN78MA"',
      ),
    ],
    becomes: {
      answer: { imported: 1, skipped: 1 },
      "/api/caches/AT-0009": 404,
      "/api/caches/AT-0010": { title: "Here" },
    },
  },
  {
    of: "ericberman/MyFlightbookWeb#280",
    right: "lines that end with two carriage returns are lines",
    sends: [{
      file: "catalogue/pota",
      text: (POTA + '"AT-0011","Park","1","206","AT-NO","48","15",""\n').replaceAll("\n", "\r\r\n"),
    }],
    becomes: { answer: { imported: 1, skipped: 0 }, "/api/caches/AT-0011": { title: "Park" } },
  },
  {
    of: "OpenTubeX/OpenTubeX#879",
    right: "a file whose last line has no end has that line too",
    sends: [
      pota(
        '"AT-0012","First","1","206","AT-NO","48","15",""',
        '"AT-0013","Last","1","206","AT-NO","48","15",""',
      ),
    ],
    becomes: { answer: { imported: 2 }, "/api/caches/AT-0013": { title: "Last" } },
  },
  {
    of: "openaddresses/openaddresses.io#78",
    right: "a row whose quote is never closed costs nobody else",
    sends: [pota(
      '"AT-0014","Broken,"1","206","AT-NO","48","15",""',
      '"AT-0015","Whole","1","206","AT-NO","48","15",""',
      '"AT-0016,Open',
      '"AT-0017","Whole too","1","206","AT-NO","48","15",""',
    )],
    becomes: { "/api/caches/AT-0015": { title: "Whole" }, "/api/caches/AT-0017": { title: "Whole too" } },
  },
  {
    of: "sota.org.uk, summitslist.csv",
    right: "the title above the header is none; a summit's reference keeps its stroke",
    sends: [
      sota(
        'OE/ZZ-001,Austria,Region,"Berg, Großer",1500,4921,15.5,47.5,15.5000,47.5000,6,3,01/01/2004,31/12/2099',
      ),
    ],
    becomes: { answer: { imported: 1 }, "/api/caches?bbox=15,47,16,48": /Berg, Großer/ },
  },
  {
    of: "sota.org.uk, summits that were struck off",
    right: "a summit whose time has passed is none today, day before month",
    sends: [sota("OE/ZZ-002,Austria,Region,Gone,1500,4921,15.5,47.5,15.5,47.5,6,3,01/03/2004,02/01/2025")],
    becomes: { answer: { imported: 0, gone: 1 } },
  },
  {
    of: "wwff.co, wwff_directory.csv",
    right:
      "a list that its programme gives only when asked is refused until it is allowed, and nothing is kept",
    sends: [{
      file: "catalogue/wwff",
      text:
        "reference,status,name,program,latitude,longitude,iaruLocator\nOEFF-0001,active,Wood,OEFF,47.5,15.5,JN77RM\n",
    }],
    becomes: { answer: { reason: "source_needs_permission" }, "/api/caches/OEFF-0001": 404 },
  },
  {
    of: "wca.qrz.ru, castles in semicolons",
    right: "semicolons and decimal commas are read as such",
    sends: [{
      file: "catalogue/castle",
      text: "WCA;Name of castle;Latitude;Longitude\nOE-00001;Burg Alt;47,5;15,25\n",
    }],
    becomes: { "/api/caches/OE-00001": { title: "Burg Alt", lat: 47.5, lon: 15.25 } },
  },
  {
    of: "NaturalHistoryMuseum/scratchpads2#2167",
    right: "tabs between the columns, and line feeds alone",
    sends: [{
      file: "catalogue/bunker",
      text: "Ref\tName\tLat\tLong\nB/OE-9001\tBunker, East\t47.5\t15.5\n",
    }],
    becomes: { "/api/caches?bbox=15,47,16,48": /Bunker, East/ },
  },
  {
    of: "hamradiowallet.com#258",
    right: "HD.dat has a licence for each of its lines, and the date's month first",
    sends: [
      office("HD|1|||W1ZZZ|A|HA|01/02/2021|12/31/2031||||\nHD|2|||W2ZZZ|E|HA|01/02/2001|12/31/2011||||\n"),
    ],
    becomes: { "/api/licence/W1ZZZ": { status: "licensed" }, "/api/licence/W2ZZZ": { status: "expired" } },
  },
  {
    of: "open-afc-project/openafc#224",
    right: "a stroke inside a field of one line costs that line at most",
    sends: [office(
      "HD|1|||W1ZZY|A|HA|01/02/2021|12/31/2031|a | b|||\nHD|2|||W2ZZY|A|HA|01/02/2021|12/31/2031||||\n",
    )],
    becomes: { "/api/licence/W2ZZY": { status: "licensed" } },
  },
  {
    of: "the FCC's l_amat.zip, its AM.dat",
    right: "who takes the file of classes is told which file of the package has the licences",
    sends: [office("AM|1|||W1ZZX|E|D|1||||||||||||\nAM|2|||W2ZZX|G|D|2||||||||||||\n")],
    becomes: {
      answer: {
        refused:
          "Error: The file names classes, and not whether a licence is current: take HD.dat of the same package",
      },
    },
  },
  {
    of: "the FCC's l_amat.zip itself",
    right: "a package is not read as a list: it is said to unpack it",
    sends: [office("PK\u0003\u0004\u0014\u0000\u0000\u0000HD.dat")],
    becomes: { answer: { refused: "Error: The file is a ZIP: unpack it, and take the list in it" } },
  },
  {
    of: "ISED, amateur_delim.txt",
    right: "semicolons, a heading, and no word of a status: what is listed is licensed",
    sends: [office("callsign;first_name;surname;city\nVE3ZZZ;A;B;Ottawa\nVA2ZZZ;C;D;Laval\n")],
    becomes: { "/api/licence/VE3ZZZ": { status: "licensed" }, "/api/licence/VA2ZZZ": { status: "licensed" } },
  },
  {
    of: "Bundesnetzagentur, list of call signs",
    right: "its heading in German, and dates with points",
    sends: [office("Rufzeichen;Klasse;Name;valid until\nDL9ZZZ;A;x;31.12.2031\n")],
    becomes: { "/api/licence/DL9ZZZ": { status: "licensed" } },
  },
  {
    of: "Ofcom, call signs that can be had",
    right: "what nobody has is no licence",
    sends: [office('"Call sign","Status"\n"M7ZZZ","Allocated"\n"M7ZZY","Available"\n')],
    becomes: {
      "/api/licence/M7ZZZ": { status: "licensed" },
      "/api/licence/M7ZZY": { status: "unconfirmed" },
    },
  },
  {
    of: "ACMA, spectra_rrl",
    right: "its columns CALL_SIGN, STATUS_TEXT and DATE_OF_EXPIRY are the three",
    sends: [office(
      "LICENCE_NO,CALL_SIGN,STATUS_TEXT,DATE_OF_EXPIRY\n1,VK2ZZZ,Granted,2031-01-02\n2,VK3ZZZ,Expired,2039-01-02\n3,VK4ZZZ,Granted,2019-01-02\n",
    )],
    becomes: {
      "/api/licence/VK2ZZZ": { status: "licensed" },
      "/api/licence/VK3ZZZ": { status: "expired" },
      "/api/licence/VK4ZZZ": { status: "expired" },
    },
  },
  {
    of: "ANFR, list of the indicatifs",
    right: "its heading in French",
    sends: [office("Indicatif;Nom;Commune\nF4ZZZ;x;Paris\n")],
    becomes: { "/api/licence/F4ZZZ": { status: "licensed" } },
  },
];
