/** What an operator may want to do, by name: done at once where nothing is lost by it, else the way to where it is asked. */
import type { App } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { PAGES } from "../../pages/page_table.ts";
import { go } from "../../pages/router.ts";
import type { Hit } from "../../palette/hit.ts";
import { sayInPassing } from "../../ui/look/over.tsx";
import { say, sayRefusal } from "../../ui/say.ts";
import { sayBytes } from "../../ui/times.ts";
import { type AdminKey, tell } from "../tell.ts";

/** Acts that have a place: their names, and where it is. */
const PLACES = {
  code: `${PAGES.adminReceivers.path}#add-label`,
  neighbour: `${PAGES.adminNeighbours.path}/add`,
  link: PAGES.adminPeople.path,
  import: PAGES.adminCaches.path,
  undo: PAGES.adminDone.path,
  partner: PAGES.adminMail.path,
  restart: PAGES.adminSettings.path,
} as const;

const ICONS = {
  code: PAGES.adminReceivers.icon,
  neighbour: PAGES.adminNeighbours.icon,
  link: PAGES.adminPeople.icon,
  import: PAGES.adminCaches.icon,
  undo: PAGES.adminDone.icon,
  partner: PAGES.adminMail.icon,
  restart: PAGES.adminSettings.icon,
} as const;

export const houseActs = (app: App): Hit[] => [
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
