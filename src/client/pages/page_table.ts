/**
 * The pages of the app. One table tells the server which addresses to answer, draws the bar and the list of all pages, and
 * names the pages that tests visit. Pure data: the server reads it too.
 */
import type { Key } from "../ui/say.ts";

/**
 * Where a page is offered: in a phone's bar, under the bar's "+" (what one can add), in the list of all pages, in the rail
 * and list of administration, or only by links. A wide screen's rail has the first three, in the order of this table.
 */
export type Menu = "bar" | "add" | "more" | "admin" | "none";

/** What people do here, in the order in which menus name it. No group has more than seven pages. */
export const GROUPS = ["out", "air", "talk", "club"] as const;
type Group = typeof GROUPS[number];

/** One page of the app: in a menu it has an icon beside its title. */
export type PageEntry =
  & AnyPage
  & (
    | { readonly menu: "none"; readonly icon?: never; readonly group?: never }
    | {
      readonly menu: Exclude<Menu, "none">;
      /** Lucide's name of it. */
      readonly icon: string;
      /** Under which heading of the rail and of the list of all pages it stands; administration has groups without names. */
      readonly group?: Group;
      /** In administration: it is the first of a group, and menus leave room before it. */
      readonly begins?: true;
    }
  );

interface AnyPage {
  /** Its path with parameters, as routes are written: `/c/:code/log`. */
  readonly path: string;
  readonly title: Key;
  /** It shows nothing to somebody who is not signed in. */
  readonly needsSession?: boolean;
  /** It shows only what happens now and nothing without a connection, so its script is not loaded ahead. */
  readonly live?: boolean;
  /** The page of the list that stays beside it on a wide screen. */
  readonly beside?: string;
  /** An action has the thumb there: on a phone it has all of the screen, and bar and top give way to it. */
  readonly thumb?: true;
  /** On a wide screen the map stays beside it, where it was opened from there. */
  readonly onMap?: true;
  /** The page above it, where its address does not say that. */
  readonly above?: string;
}

export const PAGES = {
  nearby: { path: "/", title: "page.nearby", menu: "bar", icon: "compass", group: "out" },
  map: { path: "/map", title: "page.map", menu: "bar", icon: "map", group: "out" },
  hide: { path: "/hide", title: "page.hide", menu: "add", icon: "map-pin-plus", group: "out" },
  messages: { path: "/messages", title: "page.talk", menu: "bar", icon: "messages-square", group: "talk" },
  conversation: { path: "/messages/:call", title: "page.messages", menu: "none", beside: "messages" },
  mailbox: { path: "/mailbox", title: "page.mailbox", menu: "more", icon: "mailbox", group: "talk" },
  bbs: { path: "/bbs", title: "page.bbs", menu: "more", icon: "mails", group: "talk" },
  category: { path: "/bbs/b/:category", title: "page.category", menu: "none", beside: "bbs" },
  thread: { path: "/bbs/t/:id", title: "page.thread", menu: "none", beside: "bbs" },
  live: { path: "/live", title: "page.live", menu: "more", icon: "radio-tower", group: "air" },
  tak: { path: "/live/tak", title: "page.tak", menu: "none", live: true },
  wall: { path: "/wall", title: "page.wall", menu: "none", live: true },
  station: { path: "/s/:call", title: "page.station", menu: "none", beside: "live", onMap: true },
  mesh: { path: "/mesh", title: "page.mesh", menu: "more", icon: "waypoints", group: "air", live: true },
  meshNode: { path: "/mesh/:node", title: "page.mesh_node", menu: "none", live: true },
  ports: { path: "/ports", title: "page.ports", menu: "more", icon: "cable", group: "air", live: true },
  node: { path: "/node", title: "page.node", menu: "more", icon: "network", group: "air", live: true },
  spots: { path: "/spots", title: "page.spots", menu: "more", icon: "radar", group: "air", live: true },
  rig: { path: "/radio", title: "page.rig", menu: "more", icon: "radio", group: "air" },
  tools: { path: "/tools", title: "page.tools", menu: "more", icon: "wrench", group: "air" },
  waiting: { path: "/waiting", title: "page.waiting", menu: "more", icon: "hourglass", group: "out" },
  packs: { path: "/packs", title: "page.packs", menu: "more", icon: "package", group: "out" },
  activity: { path: "/activity", title: "page.activity", menu: "more", icon: "activity", group: "club" },
  ranks: { path: "/ranks", title: "page.ranks", menu: "more", icon: "trophy", group: "club" },
  me: { path: "/me", title: "page.me", menu: "more", icon: "user", group: "club" },
  verify: { path: "/me/verify", title: "page.verify", menu: "none" },
  calls: { path: "/me/calls", title: "page.calls", menu: "none", needsSession: true },
  profile: { path: "/me/profile", title: "page.profile", menu: "none", needsSession: true },
  logs: { path: "/me/logs", title: "page.logs", menu: "none", needsSession: true },
  statistics: { path: "/me/statistics", title: "page.statistics", menu: "none", needsSession: true },
  lists: { path: "/me/lists", title: "page.lists", menu: "none", needsSession: true },
  awards: { path: "/me/awards", title: "page.awards", menu: "none", needsSession: true },
  cards: { path: "/me/cards", title: "cards.title", menu: "none", needsSession: true },
  sharedList: { path: "/list/:share", title: "page.shared_list", menu: "none" },
  notices: { path: "/me/notices", title: "page.notices", menu: "none", needsSession: true },
  data: { path: "/me/data", title: "page.data", menu: "none", needsSession: true },
  watches: {
    path: "/me/watches",
    title: "page.watches",
    menu: "more",
    icon: "bell",
    group: "club",
    needsSession: true,
    live: true,
  },
  myStations: {
    path: "/me/stations",
    title: "page.my_stations",
    menu: "none",
    needsSession: true,
    live: true,
  },
  myBoxes: { path: "/me/boxes", title: "page.my_boxes", menu: "none", needsSession: true, live: true },
  access: { path: "/me/access", title: "page.access", menu: "none", needsSession: true },
  signIn: { path: "/sign-in", title: "page.sign_in", menu: "none" },
  welcome: { path: "/welcome", title: "page.welcome", menu: "none" },
  foundBox: { path: "/found-a-box", title: "page.found_box", menu: "none" },
  more: { path: "/more", title: "page.more", menu: "bar", icon: "menu" },
  mine: {
    path: "/me/caches",
    title: "page.mine",
    menu: "more",
    icon: "archive",
    group: "out",
    needsSession: true,
  },
  help: { path: "/help", title: "page.help", menu: "more", icon: "list", group: "club" },
  chapter: { path: "/help/:chapter", title: "page.help", menu: "none" },
  adoptions: { path: "/adoptions", title: "page.adoptions", menu: "none" },
  edit: { path: "/c/:code/edit", title: "page.edit", menu: "none", needsSession: true },
  editStages: { path: "/c/:code/edit/stages", title: "page.edit_stages", menu: "none", needsSession: true },
  cache: { path: "/c/:code", title: "page.cache", menu: "none", beside: "nearby", onMap: true },
  log: { path: "/c/:code/log", title: "page.log", menu: "none", needsSession: true },
  go: { path: "/c/:code/go", title: "page.go", menu: "none", thumb: true },
  radio: { path: "/c/:code/radio", title: "print.radio", menu: "none" },
  stages: { path: "/c/:code/stages", title: "page.stages", menu: "none" },
  person: { path: "/u/:call", title: "page.person", menu: "none", above: "/ranks" },
  find: { path: "/find/:id", title: "page.find", menu: "none", above: "/activity" },
  // Administration: whatever lies below `/admin` is for operators alone (`isAdmin`).
  admin: { path: "/admin", title: "page.admin", menu: "admin", icon: "gauge" },
  adminFirst: { path: "/admin/first", title: "page.admin_first", menu: "admin", icon: "list" },
  adminReceivers: {
    path: "/admin/receivers",
    title: "page.admin_receivers",
    menu: "admin",
    icon: "radio-tower",
    begins: true,
  },
  adminReceiver: {
    path: "/admin/receivers/:box",
    title: "page.admin_receivers",
    menu: "none",
    beside: "adminReceivers",
  },
  adminNeighbours: {
    path: "/admin/neighbours",
    title: "page.admin_neighbours",
    menu: "admin",
    icon: "network",
  },
  adminNeighbour: {
    path: "/admin/neighbours/:part",
    title: "page.admin_neighbours",
    menu: "none",
    beside: "adminNeighbours",
  },
  adminMail: { path: "/admin/mail", title: "page.admin_mail", menu: "admin", icon: "mails" },
  adminPeople: {
    path: "/admin/people",
    title: "page.admin_people",
    menu: "admin",
    icon: "user",
    begins: true,
  },
  adminPerson: {
    path: "/admin/people/:call",
    title: "page.admin_person",
    menu: "none",
    beside: "adminPeople",
  },
  adminReports: {
    path: "/admin/reports",
    title: "page.admin_reports",
    menu: "admin",
    icon: "flag",
  },
  adminDone: { path: "/admin/done", title: "page.admin_done", menu: "admin", icon: "activity" },
  adminCaches: { path: "/admin/caches", title: "page.admin_caches", menu: "admin", icon: "archive" },
  adminSettings: {
    path: "/admin/settings",
    title: "page.admin_settings",
    menu: "admin",
    icon: "settings",
    begins: true,
  },
  adminKeys: { path: "/admin/keys", title: "page.admin_keys", menu: "admin", icon: "key-round" },
  adminGround: { path: "/admin/ground", title: "page.admin_ground", menu: "admin", icon: "hard-drive" },
} as const satisfies Record<string, PageEntry>;

/** Sheets that some pages have for themselves alone, beside that of all. */
export type OwnStyle = "go" | "lists" | "map" | "moment" | "rig" | "wall" | "welcome";

export type PageName = keyof typeof PAGES;

/** The pages of administration. Their files are listed in `admin/pages.ts`, which is loaded with the first of them. */
export type AdminPage = Extract<PageName, `admin${string}`>;

/** The parameters of a path: of `"/c/:code/log"` they are `{ code: string }`. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}` ? { [K in Name]: string }
  : Record<never, string>;

/** What a page's component is given. */
export type PropsOf<Name extends PageName> = ParamsOf<typeof PAGES[Name]["path"]>;

/** The page of an address path and its parameters; `undefined` where the app has none. */
export function pageAt(path: string): { name: PageName; params: Record<string, string> } | undefined {
  const parts = path.split("/");
  for (const name of Object.keys(PAGES) as PageName[]) {
    const wanted = PAGES[name].path.split("/");
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, i) => {
      if (!part.startsWith(":")) return part === parts[i];
      const value = decoded(parts[i]!);
      if (!value) return false;
      params[part.slice(1)] = value;
      return true;
    });
    if (fits) return { name, params };
  }
  return undefined;
}

/** Whether the style that the app begins with is all that a page needs. */
export const isStyledFirst = ({ path }: Pick<PageEntry, "path">): boolean => path === PAGES.nearby.path;

/** Whether a page is administration: shown to operators of this instance alone, and loaded by nobody else. */
export const isAdmin = ({ path }: Pick<PageEntry, "path">): boolean =>
  `${path}/`.startsWith(`${PAGES.admin.path}/`);

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // escapes that are no UTF-8: no page has such an address
  }
}

/** The pages of a group, in the order of the table. `menus`: those of these menus alone. */
export const pagesOf = (group: Group, ...menus: readonly Menu[]): PageName[] =>
  pagesIn(...menus).filter((name) => (PAGES[name] as PageEntry).group === group);

/** The page of a phone's bar under which another one is found: that of its group, as for all ways to talk. */
export function barOf(name: PageName): PageName | undefined {
  const { beside, group }: PageEntry = PAGES[name];
  return group === "talk" ? "messages" : beside && beside !== name ? barOf(beside as PageName) : undefined;
}

/**
 * Whether menus offer a page: not one about what this instance does not have. `configured`: as `/api/start` says, which names
 * such parts as their pages are named here.
 */
export const isOffered = (
  name: PageName,
  configured: Readonly<Record<string, boolean>> | undefined,
): boolean => configured?.[name] !== false;

/** The pages that a menu offers, in the order of the table. */
export const pagesIn = (...menus: readonly Menu[]): PageName[] =>
  (Object.keys(PAGES) as PageName[]).filter((name) => menus.includes(PAGES[name].menu));
