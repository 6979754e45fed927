/** Who plays in the demonstration, and who visits what: a made-up club at Vaduz, whose map it has. No call here is meant to be anybody's. */
export const OPERATOR = "OE1DEM";
/** The club's receiver, on a hill above the town. */
export const SITE = { call: "OE1DEM-10", lat: 47.143, lon: 9.544 };
export const MESH_NODE = "OE1DEM-12";
/** The neighbours' receiver, and the hill on which it stands. */
export const NEIGHBOUR_SITE = { call: "OE5DEM-10", lat: 48.3245, lon: 14.2586 };
/** A digipeater that repeats what it hears. */
export const DIGIPEATER = "OE3XDM-3";

/** How somebody's call is verified: on the air, by the sysop, or not yet. */
type Proof = "air" | "sysop" | "none";

export const MEMBERS: readonly { call: string; name: string; grid: string; proof: Proof }[] = [
  { call: "OE1ANA", name: "Anna", grid: "JN47SD", proof: "air" },
  { call: "OE1BEN", name: "Benedikt", grid: "JN47SC", proof: "air" },
  { call: "OE3CLA", name: "Clara", grid: "JN47SF", proof: "air" },
  { call: "OE3DAN", name: "Daniel", grid: "JN47QG", proof: "air" },
  { call: "OE3EVA", name: "Eva", grid: "JN47SB", proof: "sysop" },
  { call: "OE1FLO", name: "Florian", grid: "JN47SE", proof: "sysop" },
  { call: "OE1GUS", name: "Gustav", grid: "JN47TD", proof: "air" },
  { call: "OE5HAN", name: "Hanna", grid: "JN78DH", proof: "none" },
];

/**
 * What stands for a find. `radio`: a trusted receiver heard the beacon (tier A). `witnessed`: a neighbour's receiver
 * did and says so. Further: the phone, or a strong tag (B); a digipeater alone, or nothing; a command over the air;
 * signed on the phone and sent hours later.
 */
type How = "radio" | "witnessed" | "digipeated" | "phone" | "tag" | "nothing" | "command" | "later";

export interface Visit {
  /** Days before today. */
  day: number;
  who: string;
  cache: string;
  how: How;
  kind?: "found" | "DNF" | "note";
  text: string;
}

export const VISITS: readonly Visit[] = [
  {
    day: 16,
    who: "OE1BEN",
    cache: "mast",
    how: "radio",
    text: "Heard at 5/9 from the car park. TNX for the hill!",
  },
  { day: 16, who: "OE3CLA", cache: "mast", how: "phone", text: "Came by bike, the handheld stayed at home." },
  {
    day: 16,
    who: "OE3DAN",
    cache: "stone",
    how: "digipeated",
    text: "Deep in the quarry, only the digipeater heard me.",
  },
  { day: 16, who: "OE3EVA", cache: "gone", how: "nothing", kind: "DNF", text: "No gate, no box." },
  { day: 9, who: "OE1ANA", cache: "radio", how: "radio", text: "One beacon at the bench, and there it is." },
  {
    day: 9,
    who: "OE1FLO",
    cache: "radio",
    how: "phone",
    text: "My battery was empty: it does not count here.",
  },
  { day: 9, who: "OE1GUS", cache: "view", how: "command", text: "73 from the river" },
  {
    day: 9,
    who: "OE1ANA",
    cache: "island",
    how: "tag",
    text: "The tag opened without any signal. Very nice walk.",
  },
  {
    day: 9,
    who: "OE5HAN",
    cache: "view",
    how: "phone",
    text: "First visit to the club. Not verified yet, says the page.",
  },
  { day: 4, who: "OE1GUS", cache: "letter", how: "radio", text: "Stamped. The book is nearly full." },
  {
    day: 4,
    who: "OE1BEN",
    cache: "letter",
    how: "later",
    text: "Written between the vines without signal, sent at home.",
  },
  {
    day: 4,
    who: "OE1ANA",
    cache: "letter",
    how: "nothing",
    kind: "note",
    text: "I bring a new book on Sunday.",
  },
  { day: 1, who: "OE3DAN", cache: "mast", how: "radio", text: "Second try, first light, 3 W." },
  { day: 1, who: "OE1BEN", cache: "far", how: "witnessed", text: "The neighbours heard me. TNX!" },
  { day: 1, who: "OE1FLO", cache: "sound", how: "nothing", text: "Listened twice. Logged from memory." },
  {
    day: 1,
    who: "OE3CLA",
    cache: "stone",
    how: "radio",
    text: "Four centimetres, and a fine echo on 144.800.",
  },
];
