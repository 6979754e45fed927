/** Every page of the app with something on it: what tests that walk all pages open, and what has to be there for it. */
import { isAdmin, PAGES } from "../../src/client/pages/page_table.ts";
import { SYSOP, type TestApp } from "../kit/app.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import { find, hide } from "../kit/seed_game.ts";
import { seedTalk } from "../kit/seed_talk.ts";
import { seedMesh, seedMeshtastic, seedNode, seedSpots } from "../kit/shack.ts";
import { knows } from "../routes/federation/neighbours.ts";

export interface Seeded {
  /** A cache's code. */
  code: string;
  /** A thread of bulletins. */
  thread: number;
  /** End of the address of a shared list of caches. */
  share: string;
  /** A node of Meshtastic. */
  node: string;
}

/** Every page for its reader. */
export const addresses = ({ code, thread, share, node }: Seeded, whose: "member" | "operator"): string[] => [
  ...Object.values(PAGES).filter((page) => isAdmin(page) === (whose === "operator")).map(({ path }) =>
    path.replace("/t/:id", `/t/${thread}`).replace(":code", code).replace(":id", "1").replace(
      ":call",
      "OE3FND",
    )
      .replace(":category", "ALL").replace(":box", "OE1XYZ-BOX").replace(":part", "b.example")
      .replace(":chapter", "first-find").replace(":share", share).replace(":node", node)
  ),
  ...(whose === "operator" ? ["add", "exchange", "identity"].map((part) => `/admin/neighbours/${part}`) : []),
];

/** Pages that are the whole screen have a way out and what one does there; all others the bars of the app as well. */
export const stopsLeast = (path: string): number => /^\/wall$|\/go$/.test(path) ? 1 : 5;

/** Who reads which pages. */
export const READERS = [["OE3FND", "member"], [SYSOP, "operator"]] as const;

/** Something on every page, each with this text where others may write one. */
export async function seedAll(app: TestApp, text: string): Promise<Seeded> {
  const { code } = await hide(app, "OE1XYZ", { title: text, description: text.repeat(3), hint: text });
  await find(app, "OE3FND", code, { text });
  knows(app, "b.example", {
    lastError: text,
    tried: [{ base: text, said: "unreachable", why: text }],
  });
  const heard = (packet: string) =>
    rf(app, `OE3FND>APRS,OE1DIG*,WIDE2-1:@111111z${packet}${text.slice(0, 60)}`, "OE3FND");
  await app.ingest.post("/ingest", {
    packets: [
      heard("4812.50N/01622.43E_220/004g005t077b09900"),
      heard("4812.60N/01622.43E_220/004g005t078b09901"),
    ],
  });
  await seedMesh(app, text.slice(0, 60));
  await seedNode(app);
  const node = await seedMeshtastic(app, text);
  seedSpots(app, text);
  const box = await enrolBox(app, "OE1XYZ-BOX");
  await box.post("/ingest", {
    packets: [{ ...heard("4812.70N/01622.43E_220/004g005t079b09902"), site: "OE1XYZ-10" }],
  });
  const finder = await app.signIn("OE3FND"), lists = "/api/my/notebook/lists";
  const { id } = (await finder.post(lists, { name: text.slice(0, 80) })).body;
  await finder.put(`${lists}/${id}/${code}`, { on: true });
  const { share } = (await finder.patch(`${lists}/${id}`, { shared: true })).body;
  await finder.put(`/api/my/notebook/notes/${code}`, { text });
  await finder.post("/api/my/field-notes", {
    notes: [{ code: "GCNONE", at: app.world.now() - 60, kind: "note", text }],
  });
  return { code, share, node, thread: await seedTalk(app, "OE3FND", text) };
}
