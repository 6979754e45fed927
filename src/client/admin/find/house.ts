/** What the palette finds in administration: its pages, settings, receivers, neighbours and acts, and people and caches in its tables. */
import type { App } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { type PageName, PAGES, pagesIn } from "../../pages/page_table.ts";
import type { IconName } from "../../ui/icons/icon.tsx";
import type { Hit } from "../../palette/hit.ts";
import { language, say, sayRefusal } from "../../ui/say.ts";
import { addressOf as boxAddress, nameOf } from "../receivers/boxes.ts";
import { pageOf } from "../neighbours/neighbours.ts";
import { personAddress } from "../people/shapes.ts";
import { settingAddress } from "../settings/address.ts";
import { otherNames } from "../settings/other_names.ts";
import { type AdminKey, callProgram, isTold, tell } from "../tell.ts";
import { go } from "../../pages/router.ts";
import { sayInPassing } from "../../ui/look/over.tsx";
import { sayBytes } from "../../ui/times.ts";

// What an operator may want to do, by name: done at once where nothing is lost by it, else the way to where it is
// asked.

/** Acts that have a place: their names, and where it is. */
const PLACES = {
  code: `${PAGES.adminReceivers.path}#add-label`,
  neighbour: `${PAGES.adminNeighbours.path}/add`,
  link: PAGES.adminPeople.path,
  import: PAGES.adminCaches.path,
  undo: PAGES.adminDone.path,
  partner: PAGES.adminMail.path,
  restart: PAGES.adminSettings.path,
  invite: `${PAGES.admin.path}#invite-title`,
  poster: "/print/invitation",
  testMail: PAGES.adminMail.path,
  wall: PAGES.wall.path,
  logo: `${PAGES.adminSettings.path}#club-logo-group`,
} as const;

const ICONS = {
  code: PAGES.adminReceivers.icon,
  neighbour: PAGES.adminNeighbours.icon,
  link: PAGES.adminPeople.icon,
  import: PAGES.adminCaches.icon,
  undo: PAGES.adminDone.icon,
  partner: PAGES.adminMail.icon,
  restart: PAGES.adminSettings.icon,
  invite: PAGES.admin.icon,
  poster: "list",
  testMail: PAGES.adminMail.icon,
  wall: PAGES.admin.icon,
  logo: PAGES.adminSettings.icon,
} as const;

const houseActs = (app: App): Hit[] => [
  {
    kind: "act",
    id: "backup",
    name: tell("find.act.backup"),
    also: tell("find.act.backup.also"),
    icon: PAGES.adminGround.icon,
    to: () => void backUp(app),
  },
  ...(Object.keys(PLACES) as (keyof typeof PLACES)[]).map((id): Hit => ({
    kind: "act",
    id,
    name: tell(`find.act.${id}` satisfies AdminKey),
    also: tell(`find.act.${id}.also` satisfies AdminKey),
    icon: ICONS[id],
    to: PLACES[id],
  })),
];

/** Makes a whole backup, and says so wherever the reader has gone meanwhile. */
async function backUp({ gateway }: App): Promise<void> {
  sayInPassing(tell("ground.backup.doing"));
  const answer = await gateway.ask("POST", routeTo("POST /api/admin/backups"), {});
  if (answer.ok) {
    const { name, bytes } = answer.value;
    sayInPassing(tell("ground.backup.done", { name, size: sayBytes(bytes) }), {
      words: tell("ground.backups"),
      do: () => go(PAGES.adminGround.path),
    });
  } else if (answer.refused) {
    const why = `/help?why=${encodeURIComponent(answer.reason)}`;
    sayInPassing(sayRefusal(answer), { words: say("help.read"), do: () => go(why) });
  } else sayInPassing(say("doing.unreached"));
}

/** So many people and caches are asked for. */
const MOST = 5;

const pages = (): Hit[] =>
  pagesIn("admin").map((name) => ({
    kind: "page",
    id: name,
    name: say(PAGES[name].title),
    line: name === "admin" ? undefined : say("page.admin"),
    also: otherOf(name),
    icon: iconOf(name),
    to: PAGES[name].path,
  }));

/** Every page of a menu has one. */
const iconOf = (name: PageName): IconName => {
  const page = PAGES[name];
  return "icon" in page ? page.icon : "settings";
};

const otherOf = (name: PageName): string | undefined => {
  const key = `also.page.${name}`;
  return isTold(key) ? tell(key) : undefined;
};

async function settings({ gateway }: App): Promise<Hit[]> {
  const lang = language.peek().code;
  const answer = await gateway.get(routeTo("GET /api/admin/settings", { query: { lang } }));
  if (!answer.ok) return [];
  const { groups, settings, environment } = answer.value;
  const titles = new Map(groups.map(({ id, title }) => [id, title]));
  return [
    ...settings.map((one) => ({ ...one, title: titles.get(one.group) ?? "" })),
    ...environment.settings.map((one) => ({ ...one, title: one.group })),
  ].map(({ key, label, hint, title }) => ({
    kind: "setting",
    id: key,
    name: label,
    line: title,
    also: `${key} ${hint} ${otherNames(key)}`,
    icon: "settings",
    to: settingAddress(key),
  }));
}

async function receivers({ gateway }: App): Promise<Hit[]> {
  const answer = await gateway.get(routeTo("GET /api/admin/boxes"));
  if (!answer.ok) return [];
  return answer.value.boxes.filter(({ revokedAt }) => revokedAt === null).map((box) => ({
    kind: "receiver",
    id: box.box,
    name: nameOf(box),
    foreign: true,
    line: box.callsign ?? undefined,
    also: `${box.box} ${box.trust?.sites.join(" ") ?? ""}`,
    icon: "radio-tower",
    to: boxAddress(box.box),
  }));
}

async function neighbours({ gateway }: App): Promise<Hit[]> {
  const answer = await gateway.get(routeTo("GET /federation/peers"));
  if (!answer.ok) return [];
  return answer.value.peers.map(({ url, instance }) => ({
    kind: "neighbour",
    id: url,
    name: instance ?? url,
    line: instance ? url : undefined,
    icon: "network",
    to: pageOf({ instance, url }),
  }));
}

async function people({ gateway }: App, q: string): Promise<Hit[]> {
  const answer = await gateway.get(
    routeTo("GET /api/admin/moderation/people", { query: { q, limit: MOST } }),
  );
  if (!answer.ok) return [];
  return answer.value.people.flatMap(({ callsign, email }) =>
    callsign === null ? [] : [{
      kind: "person",
      id: callsign,
      name: callsign,
      line: email ?? undefined,
      icon: "user",
      to: personAddress(callsign),
    }]
  );
}

async function caches({ gateway }: App, q: string): Promise<Hit[]> {
  const answer = await gateway.get(routeTo("GET /api/admin/caches", { query: { q, limit: MOST } }));
  if (!answer.ok) return [];
  return answer.value.caches.map(({ code, title, ownerCall }) => ({
    kind: "cache",
    id: code,
    name: title,
    foreign: true,
    line: [code, ownerCall].filter(Boolean).join(" · "),
    icon: "archive",
    to: `/c/${encodeURIComponent(code)}`,
  }));
}

const flat = async (parts: Promise<Hit[]>[]): Promise<Hit[]> => (await Promise.all(parts)).flat();

/** `begun`: an operator opened the palette. */
export function houseOf(app: App) {
  callProgram(app.start.peek()?.value.program ?? "main.ts");
  return {
    known: () =>
      flat([
        Promise.resolve([...houseActs(app), ...pages()]),
        ...[receivers, neighbours, settings].map((read) => read(app)),
      ]),
    find: (text: string) => flat([people(app, text), caches(app, text)]),
  };
}
