/** Which cache, find, letter, station, box and neighbour of the demonstration's club the sheet opens: each a person may see. */
import type { PageName } from "../../src/client/pages/page_table.ts";

export interface Objects {
  /** Values of a path's parameters. */
  common: Readonly<Record<string, string>>;
  /** Where a page needs another one. */
  own: Readonly<Partial<Record<PageName, Record<string, string>>>>;
}

/** How long the first packet of a mesh node may take, in milliseconds. */
const NODE_MS = 60_000;

/** `member` and `operator` are the cookies of their sessions. */
export async function objectsOf(url: string, member: string, operator: string): Promise<Objects> {
  // deno-lint-ignore no-explicit-any
  const ask = async (path: string, cookie: string, body?: object): Promise<any> => {
    const answer = await fetch(url + path, {
      headers: { cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const { session: { call } } = await ask("/api/start", member);
  const { activity } = await ask("/api/activity", member);
  const find = activity.find((one: { tier: string; loggerCall: string }) =>
    one.tier === "A" && one.loggerCall === call
  );
  const letters = (await ask(`/api/bbs/messages?to=${call}`, member)).messages;
  const { boxes } = await ask("/api/admin/boxes", operator);
  // The demonstration's node sends now and then: it is waited for.
  let node: string | undefined;
  for (const end = Date.now() + NODE_MS; node === undefined;) {
    const { nodes } = await ask("/api/meshtastic/nodes", member);
    node = nodes.find((one: { callsign: string | null }) => one.callsign === call)?.node;
    if (node === undefined && Date.now() > end) throw new Error(`no mesh node of ${call} was heard`);
    if (node === undefined) await new Promise((done) => setTimeout(done, 500));
  }
  const { peers } = await ask("/federation/peers", operator);
  const mine = await ask("/api/caches", member, {
    title: "The old mill",
    type: "multi",
    lat: 48.207,
    lon: 16.371,
    description: "Three steps along the stream.",
    hint: "Magnetic",
  });
  await ask(`/api/caches/${mine.code}/stages`, member, {
    stages: [
      { n: 1, unlock: "geo", lat: 48.207, lon: 16.371, clue: "Count the steps" },
      { n: 2, unlock: "nfc", code: "zq7-kestrel-94-lantern", clue: "Under the third bench" },
      { n: 3, unlock: "open", lat: 48.2075, lon: 16.372, clue: "Look up" },
    ],
  });
  const { lists } = await ask("/api/my/notebook", member), [list] = lists;
  const now = Math.floor(Date.now() / 1000), visits = ["found", "DNF", "note", "found"];
  const notes = visits.map((kind, n) => ({ code: list.codes[n], at: now - 600 * n, kind, text: "" }));
  await ask("/api/my/field-notes", member, {
    notes: [...notes, { code: "GC9Q2TX", at: now, kind: "found", text: "TFTC" }],
  });
  const own = { code: mine.code };
  return {
    common: {
      code: find.cacheCode,
      id: String(find.id),
      call: "OE1GUS-9",
      category: "ALL",
      chapter: "first-find",
      box: boxes[0].box,
      part: peers[0].instance,
      // The member's own: its page has the button that hides it.
      node,
    },
    own: {
      edit: own,
      editStages: own,
      stages: own,
      person: { call },
      sharedList: { share: lists.find(({ share }: { share: string | null }) => share !== null).share },
      adminPerson: { call },
      thread: { id: String(letters[0].threadId) },
    },
  };
}

/** Sheets for paper, which are no pages of the app. */
export const SHEETS = {
  "print-cache": "/c/:code/print",
  "print-label": "/c/:code/print/label",
  "print-log": "/c/:code/print/log",
  "print-list": "/print/caches",
  "print-net": "/print/net",
  "print-radio": "/print/radio",
  "print-invitation": "/print/invitation",
} as const;
