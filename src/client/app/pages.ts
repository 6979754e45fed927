/** Which file draws which page; each is loaded when it is opened. */
import type { ComponentType } from "preact";
import { assets, loadStyle } from "../phone/assets.ts";
import {
  type AdminPage,
  isAdmin,
  isStyledFirst,
  type OwnStyle,
  type PageName,
  PAGES,
  type PropsOf,
} from "../pages/page_table.ts";

/** The file of a page has the page's component as its default export. */
type Loader<Name extends PageName> = () => Promise<{ default: ComponentType<PropsOf<Name>> }>;

const LOADERS: { readonly [Name in Exclude<PageName, AdminPage>]: Loader<Name> } = {
  nearby: () => import("../nearby/nearby_page.tsx"),
  hide: () => import("../hide/hide_page.tsx"),
  map: () => import("../map/map_page.tsx"),
  messages: () => import("../talk/messages/messages_page.tsx"),
  conversation: () => import("../talk/messages/conversation_page.tsx"),
  mailbox: () => import("../talk/mailbox_page.tsx"),
  bbs: () => import("../talk/bbs/bbs_page.tsx"),
  category: () => import("../talk/bbs/category_page.tsx"),
  thread: () => import("../talk/bbs/thread_page.tsx"),
  live: () => import("../live/live_page.tsx"),
  tak: () => import("../shack/tak/tak_page.tsx"),
  wall: () => import("../wall/wall_page.tsx"),
  station: () => import("../live/station_page.tsx"),
  mesh: () => import("../shack/mesh/mesh_page.tsx"),
  meshNode: () => import("../live/mesh_node/mesh_node_page.tsx"),
  ports: () => import("../shack/node/ports_page.tsx"),
  node: () => import("../shack/node/node_page.tsx"),
  spots: () => import("../shack/spots/spots_page.tsx"),
  rig: () => import("../rig/rig_page.tsx"),
  tools: () => import("../tools/tools_page.tsx"),
  mine: () => import("../hide/own_page.tsx"),
  adoptions: () => import("../hide/adoptions_page.tsx"),
  edit: () => import("../hide/edit_page.tsx"),
  editStages: () => import("../hide/stages/edit_stages_page.tsx"),
  radio: () => import("../print/radio_page.tsx"),
  waiting: () => import("../waiting/waiting_page.tsx"),
  packs: () => import("../packs/packs_page.tsx"),
  me: () => import("../account/me_page.tsx"),
  activity: () => import("../community/activity_page.tsx"),
  ranks: () => import("../community/ranks_page.tsx"),
  person: () => import("../community/profile_page.tsx"),
  verify: () => import("../account/verify/verify_page.tsx"),
  calls: () => import("../account/calls_page.tsx"),
  profile: () => import("../account/profile_page.tsx"),
  logs: () => import("../log/own/logs_page.tsx"),
  statistics: () => import("../log/own/statistics_page.tsx"),
  lists: () => import("../log/own/lists_page.tsx"),
  awards: () => import("../log/own/awards_page.tsx"),
  cards: () => import("../log/own/cards_page.tsx"),
  sharedList: () => import("../log/own/shared_list_page.tsx"),
  notices: () => import("../account/notices_page.tsx"),
  data: () => import("../account/data_page.tsx"),
  watches: () => import("../shack/watches/watches_page.tsx"),
  myStations: () => import("../shack/stations/stations_page.tsx"),
  myBoxes: () => import("../shack/boxes/boxes_page.tsx"),
  access: () => import("../account/access_page.tsx"),
  signIn: () => import("../account/sign_in/sign_in_page.tsx"),
  welcome: () => import("../community/welcome/welcome_page.tsx"),
  foundBox: () => import("../community/welcome/found_box_page.tsx"),
  more: () => import("./more_page.tsx"),
  help: () => import("../print/help/help_page.tsx"),
  chapter: () => import("../print/help/chapter_page.tsx"),
  cache: () => import("../cache/cache_page.tsx"),
  go: () => import("../go/go_page.tsx"),
  stages: () => import("../cache/stages/stages_page.tsx"),
  find: () => import("../log/find_page.tsx"),
  log: () => import("../log/write_log_page.tsx"),
};

/** A page's component may be given any parameters: they come from the same table as its path. */
type PageComponent = ComponentType<Record<string, string>>;

/** Pages that were shown before: they are drawn at once, without a frame in which they are awaited. */
const loaded = new Map<PageName, PageComponent>();
export const loadedPage = (name: PageName): PageComponent | undefined => loaded.get(name);

/** Pages with the style of another beside that of all; one that has its own is called as its sheet is. */
const LOOKS_LIKE: Partial<Record<PageName, OwnStyle>> = {
  stages: "go",
  editStages: "go",
  foundBox: "welcome",
  waiting: "moment",
  find: "moment",
  awards: "lists",
  cards: "lists",
};

/** Loads the component of a page and its words. */
export async function loadPage(name: PageName): Promise<PageComponent> {
  const load = isAdmin(PAGES[name])
    ? (await import("../admin/pages.ts")).LOADERS[name as AdminPage]
    : LOADERS[name as Exclude<PageName, AdminPage>];
  // It is asked for beside the script.
  const { restStyle, ownStyles } = assets(), own = ownStyles[LOOKS_LIKE[name] ?? name as OwnStyle];
  const styles = isStyledFirst(PAGES[name]) ? [] : [restStyle, ...(own ? [own] : [])];
  const style = Promise.all(styles.map(loadStyle));
  const page = await load();
  await style;
  const component = page.default as PageComponent;
  loaded.set(name, component);
  return component;
}
