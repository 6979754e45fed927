/**
 * What cannot easily be put right, in a browser: what it touches is said first, a wrong word or a change of mind changes nothing,
 * then it is done, and the way back is offered also where the row went with the thing.
 */
import assert from "node:assert/strict";
import { newPeer, peerStore } from "../../src/federation/tables/peer_store.ts";
import { ALL_WORDS } from "../../src/words/all_words.ts";
import admin from "../../src/words/en/admin.json" with { type: "json" };
import { SYSOP } from "../kit/app.ts";
import { archiveOf, vectorTile } from "../kit/pmtiles.ts";
import { partner } from "../kit/bbs.ts";
import { enrolBox } from "../kit/boxes.ts";
import { listSigner, toolList } from "../kit/tool_list.ts";
import { journey } from "../kit/journey.ts";
import { club, FINDER, OWNER } from "../kit/moderated.ts";
import { eventually } from "../kit/eventually.ts";
import { count } from "../kit/people.ts";
import type { Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";
import { files } from "../policy/source_files.ts";
import { becomes } from "../kit/waits.ts";

const HEARS = { env: { FIRST_PARTY_SITES: "OE1GATE-1" } };

interface Walk {
  /** What its button says to who does not see what stands beside it, or its words. */
  button: string;
  /** Sentences that say what it touches. */
  touches: readonly string[];
  /** What has to be typed. */
  word?: string;
  /** Fields that it asks for: selector and text. */
  fields?: Readonly<Record<string, string>>;
  /** The press that does it. */
  yes: string;
  /** What is said when it is done. */
  done: string;
  /** What it changes: the same until the last press, and then not. */
  state: () => unknown;
}

const button = (words: string) =>
  `[...document.querySelectorAll("button, [role=switch]")].find((one) => {
    const named = one.closest("label")?.querySelector(".entry-name") ?? one;
    const name = (one.ariaLabel ?? named.innerText).replace(/[\\u2066-\\u2069]/g, ""), words = ${
    JSON.stringify(words)
  };
    // Before it stand the words that one sees, where it has not got them in it.
    return name === words || name.endsWith(": " + words);
  })`;

/** Walks through one: asked, left, asked again, a wrong word, the right one. */
async function walk(phone: Phone, danger: Walk): Promise<void> {
  const { touches, word, fields = {}, yes, done, state } = danger;
  const ask = async () => {
    await phone.tab.press(button(danger.button));
    for (const one of touches) await phone.sees(one);
  };
  const before = await state();
  await ask();
  await phone.press("Cancel");
  await phone.tab.count(".danger-ask", 0);
  await ask();
  const typed = `.danger-ask input[id$="-word"]`;
  if (word !== undefined) {
    await phone.tab.count(".danger-ask [type=submit]:disabled");
    await phone.write(typed, `${word}X`);
    await phone.tab.count(".danger-ask [type=submit]:disabled");
    await phone.tab.evaluate(`document.querySelector(".danger-ask").requestSubmit()`);
    await phone.write(typed, word);
  }
  for (const [selector, text] of Object.entries(fields)) await phone.write(selector, text);
  assert.deepEqual(await state(), before, "nothing is done before the last press");
  await phone.press(yes);
  await phone.sees(done);
  assert.notDeepEqual(await state(), before, "it is done");
}

/** The whole name of the last button whose name begins and ends so. */
const labelled = async (phone: Phone, begins: string, ends: string): Promise<string> =>
  String(
    await phone.tab.evaluate(
      `[...document.querySelectorAll("button")].map((one) => (one.ariaLabel ?? "").replace(/[\\u2066-\\u2069]/g, ""))
      .findLast((words) => words.startsWith(${JSON.stringify(begins)}) && words.endsWith(${
        JSON.stringify(ends)
      }))`,
    ),
  );

const complaints = (phone: Phone) => phone.tab.complaints.filter((text) => !/status of 4\d\d/.test(text));

journey(
  "a station is trusted no more, a rule and a neighbour go; what the model takes back is offered",
  async (field, screen) => {
    const { app } = field;
    const phone = await field.phone({ call: SYSOP, screen });
    const sites = () => count(app, "trusted_site", "site = 'OE1XYZ-10'");
    assert.equal((await app.operator.post("/api/admin/sites", { site: "OE1XYZ-10" })).status, 201);
    await phone.open("/admin/receivers");
    await phone.press("Finds that OE1XYZ-10 verified");
    await phone.sees("0 finds are radio-verified by what it heard.");
    await walk(phone, {
      button: "Stop trusting OE1XYZ-10",
      touches: ["OE1XYZ-10 verified 0 finds, which stay verified."],
      yes: "Yes: Stop trusting",
      done: "OE1XYZ-10 no longer counts.",
      state: sites,
    });
    assert.equal(sites(), 0);
    await phone.press("Trust OE1XYZ-10 again");
    await phone.sees("Undone.");
    assert.equal(sites(), 1);

    assert.equal((await app.operator.post("/api/admin/boxes/codes", { label: "Attic" })).status, 201);
    await phone.open("/admin/receivers");
    await walk(phone, {
      button: "Withdraw the code for Attic",
      touches: ["No box joins with it any more."],
      yes: "Yes: Withdraw it",
      done: "The code for Attic is withdrawn.",
      state: () => count(app, "box_code"),
    });

    await enrolBox(app, "hut", { sites: ["OE9HUT-10"] });
    await phone.open("/admin/receivers/hut");
    const trusts = () => count(app, "box_site");
    await walk(phone, {
      button: "What OE9HUT-10 hears counts",
      touches: ["From now on nothing that OE9HUT-10 hears through it counts.", "This box verified 0 finds"],
      yes: "Yes: Stop trusting",
      done: "OE9HUT-10 no longer counts.",
      state: trusts,
    });
    await phone.press("What OE9HUT-10 hears counts");
    await phone.sees("Undone.");
    assert.equal(trusts(), 1);
    const services = () => count(app, "box", "services = 1");
    await phone.press("It may run services");
    await becomes("it may run them", () => services() === 1);
    await walk(phone, {
      button: "It may run services",
      touches: ["It no longer fetches packet mail"],
      yes: "Yes: Stop its services",
      done: "It runs no services any more.",
      state: services,
    });
    assert.equal(services(), 0);

    await partner(app, "OE5XBB", ["DEU"]);
    await phone.open("/admin/mail");
    await phone.sees("OE5XBB");
    const inUse = () => count(app, "bbs_partner", "enabled = 1");
    await walk(phone, {
      button: "Turn OE5XBB off",
      touches: ["0 messages that wait for it", "1 rule does nothing meanwhile."],
      yes: "Yes: Turn off",
      done: "OE5XBB is off.",
      state: inUse,
    });
    assert.equal(inUse(), 0);
    await phone.press("Turn OE5XBB on");
    await phone.tab.count('[aria-label$="Turn OE5XBB off"]');
    const rules = () => count(app, "bbs_rule", "route = 'DEU'");
    await walk(phone, {
      button: "Remove the rule DEU to OE5XBB",
      touches: ["Mail that waits because of it is routed another way."],
      yes: "Yes: Remove",
      done: "Removed.",
      state: rules,
    });
    assert.equal(rules(), 0);
    await phone.press("Put it back");
    await phone.sees("Undone.");
    assert.equal(rules(), 1);

    const url = "http://192.168.1.9:8787";
    app.db.writeNow((tx) =>
      peerStore(app.db).add(tx, {
        ...newPeer({ url, addedVia: "manual", addedAt: app.world.now() }),
        instance: "b.example",
      })
    );
    await phone.open("/admin/neighbours/b.example");
    const trusted = () => count(app, "fed_peer", "trust = 'trusted'");
    app.db.writeNow((tx) =>
      app.db.change<{ url: string }>("UPDATE fed_peer SET trust = 'trusted' WHERE url = :url")(tx, { url })
    );
    await phone.open("/admin/neighbours/b.example");
    await walk(phone, {
      button: "Stop trusting b.example",
      touches: ["Its word no longer confirms finds.", "0 records of it stay"],
      yes: "Yes: Stop trusting",
      done: "is no longer trusted.",
      state: trusted,
    });
    assert.equal(trusted(), 0);
    await walk(phone, {
      button: "Remove b.example",
      touches: ["Its key is forgotten", "0 records stay", "You cannot undo this"],
      word: "b.example",
      yes: "Yes: Remove",
      done: "Removed.",
      state: () => count(app, "fed_peer"),
    });
    assert.equal(count(app, "fed_peer"), 0);
    assert.deepEqual(complaints(phone), []);
  },
  { devices: ["phone"] },
);

journey(
  "an offer is taken back or given away, what somebody made is removed and brought back, a suspension undone at once",
  async (field, screen) => {
    const { app } = field;
    const { seen } = await club(app), sysop = await app.sysop();
    const [first, second] = [
      await hide(app, "OE1OLD", { title: "The old mast" }),
      await hide(app, "OE1OLD", { title: "The old mill" }),
    ];
    app.db.writeNow((tx) => {
      for (const { id } of [first, second]) {
        app.db.change<{ id: number }>("UPDATE cache SET owner_account = NULL WHERE id = :id")(tx, { id });
      }
    });
    for (const { code } of [first, second]) {
      const offered = await sysop.post("/api/admin/adoptions", { code, note: "its owner left" });
      assert.equal(offered.status, 201, offered.text);
    }
    const account = app.accounts.holder(OWNER)!.accountId;
    const owned = () => count(app, "cache", `id = ${second.id} AND owner_account = ${account}`);
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open("/admin/caches");
    await phone.sees("The old mill");
    await walk(phone, {
      button: `Take the offer of ${first.code} back`,
      touches: ["0 requests are cancelled."],
      yes: "Yes: Take the offer back",
      done: "The offer is taken back.",
      state: () => count(app, "adoption_offer"),
    });
    const asker = await app.signIn("OE3NEW");
    const asked = await asker.post(`/api/caches/${second.code}/adoption`, { inPlace: true, note: "near it" });
    assert.equal(asked.status, 201, asked.text);
    await phone.open("/admin/caches");
    await phone.sees("near it");
    const asks = () => count(app, "adoption_request", "status = 'pending'");
    await walk(phone, {
      button: "Decline the request of OE3NEW",
      touches: ["OE3NEW is told that the request is declined.", "0 other requests stay."],
      yes: "Yes: Decline",
      done: "The request is declined.",
      state: asks,
    });
    assert.equal(asks(), 0);
    await phone.press("Assign it to somebody who did not ask here");
    await phone.fill(`[id^="to-"]`, OWNER);
    await walk(phone, {
      button: `Assign ${second.code} to this callsign`,
      touches: [`${OWNER} owns the cache from now on.`, "0 other requests are declined."],
      fields: { [`[id^="to-note"]`]: "lives next to it" },
      yes: "Yes: Assign it",
      done: "It was handed over.",
      state: owned,
    });
    assert.equal(owned(), 1);

    await phone.open(`/admin/people/${OWNER}`);
    const status = async () => (await app.visitor.get(`/api/caches/${seen.code}`)).status;
    const label = `${seen.code} Plain to see`;
    await walk(phone, {
      button: `Remove: ${label}`,
      touches: ["1 cache", "It can be brought back, disabled."],
      fields: { [`.danger-ask input[id$="-why"]`]: "it endangers" },
      yes: "Yes: Remove",
      done: "Removed.",
      state: status,
    });
    assert.equal(await status(), 410);
    await walk(phone, {
      button: `Bring back: ${label}`,
      touches: ["It comes back disabled; its owner turns it on."],
      fields: { [`.danger-ask input[id$="-why"]`]: "looked again" },
      yes: "Yes: Bring back",
      done: "It is back.",
      state: status,
    });
    assert.equal(await status(), 200);

    const finder = app.accounts.holder(FINDER)!.accountId;
    await phone.open(`/admin/people/${FINDER}`);
    await walk(phone, {
      button: `Suspend ${FINDER}`,
      touches: ["1 callsign", "All sessions end at once"],
      word: FINDER,
      fields: { "#suspend-reason": "advertising" },
      yes: "Yes: Suspend",
      done: `${FINDER} is suspended.`,
      state: () => app.accounts.suspension(finder),
    });
    assert.ok(app.accounts.suspension(finder));
    await phone.press("End the suspension");
    await phone.sees("Undone.");
    assert.equal(app.accounts.suspension(finder), undefined);
    assert.deepEqual(complaints(phone), []);
  },
  { ...HEARS, devices: ["desktop"] },
);

/** A list of tools, signed by a key of its own. */
const listOf = () => {
  const signer = listSigner(), entries = [{ version: "1", name: "compass", entry: "compass/manifest.json" }];
  return { authority: signer.authority, bytes: new TextEncoder().encode(toolList(entries, signer)) };
};
const LIST = "https://tools.example/club/registry.json";
const [old, fresh] = [listOf(), listOf()];
let listed = old;

journey(
  "a list of tools is signed with another key: it is pinned after both keys were shown, and the list removed",
  async (field, screen) => {
    const { app } = field;
    listed = old;
    const spec = { spec: LIST, authority: old.authority };
    const made = await app.operator.post("/api/admin/tool-registries", spec);
    assert.equal(made.status, 201, made.text);
    listed = fresh;
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open("/admin/keys");
    await phone.sees(LIST);
    const shown = () => count(app, "tool_registry", "enabled = 1");
    const off = await labelled(phone, "Turn off: Turn ", " off");
    await walk(phone, {
      button: off,
      touches: ["Nobody here is offered its tools while it is off."],
      yes: "Yes: Turn off",
      done: `${off.slice("Turn off: Turn ".length, -" off".length)} is off.`,
      state: shown,
    });
    await phone.press("Turn on");
    await phone.sees("Undone.");
    const pinned = () => count(app, "tool_registry", `authority = '${fresh.authority}'`);
    assert.equal(pinned(), 0);
    await phone.tab.press(
      `[...document.querySelectorAll(".registry")].find((one) => one.innerText.includes("tools.example"))
        .querySelectorAll(":scope > button")[0]`,
    );
    await phone.sees("is signed with another key now.");
    await walk(phone, {
      button: "Pin the new key",
      touches: [`Pinned now: ${old.authority}`, `The file names: ${fresh.authority}`],
      yes: "Yes: Pin the new key",
      done: "The new key is pinned.",
      state: pinned,
    });
    assert.equal(pinned(), 1);
    await walk(phone, {
      button: await labelled(phone, "Remove the list", ""),
      touches: ["Nobody here is offered its tools any more."],
      yes: "Yes: Remove the list",
      done: "Removed.",
      state: pinned,
    });
    assert.equal(pinned(), 0);
    assert.deepEqual(complaints(phone), []);
  },
  {
    devices: ["phone"],
    fetch: ({ url }) => Promise.resolve({ status: 200, bytes: listed.bytes, headers: {}, url }),
  },
);

journey("the files of accounts without a verified call are cleared, and come back", async (field, screen) => {
  const { app } = field;
  const newcomer = await app.signIn("OE3NEW", { verified: false });
  const made = await newcomer.post("/api/caches", { title: "Draft", status: "draft", lat: 48.2, lon: 16.3 });
  assert.equal(made.status, 201, made.text);
  const photo = Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 2, 3);
  const type = { "content-type": "image/jpeg" };
  const put = await newcomer.send("POST", `/api/caches/${made.body.id}/media`, photo, type);
  assert.equal(put.status, 201, put.text);
  const kept = () => count(app, "media", "1");
  const phone = await field.phone({ call: SYSOP, screen });
  await phone.open("/admin/ground");
  await phone.sees("OE3NEW");
  await walk(phone, {
    button: admin["newcomers.clear"],
    touches: [],
    fields: { "#clear-reason-all": "The disk is full" },
    yes: "Yes: Clear their texts and files",
    done: admin["newcomers.clear.done"],
    state: kept,
  });
  assert.equal(kept(), 0);
  await phone.press(admin["newcomers.undo"]);
  await eventually("they are back", () => kept() === 1);
  assert.deepEqual(complaints(phone), []);
}, { devices: ["desktop"] });

journey("a map of the region is sent, put in place, and removed", async (field, screen) => {
  const phone = await field.phone({ call: SYSOP, screen });
  const map = archiveOf(3, 20, { tile: vectorTile("Wien"), says: JSON.stringify({ name: "Alps" }) });
  const there = () => {
    try {
      return Deno.statSync(`${field.app.dataDir}/tiles/offline.pmtiles`).size;
    } catch {
      return undefined;
    }
  };
  await phone.open("/admin/ground");
  await phone.tab.count("#map-file");
  await phone.tab.evaluate(`(() => {
    const bytes = Uint8Array.from(atob("${Buffer.from(map).toString("base64")}"), (one) => one.charCodeAt(0));
    const files = new DataTransfer(), field = document.querySelector("#map-file");
    files.items.add(new File([bytes], "alps.pmtiles"));
    field.files = files.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  await phone.press(admin["regional.use"]);
  await phone.sees(admin["regional.there"].replace("{name}", "Alps"));
  assert.equal(there(), map.length);
  await walk(phone, {
    button: admin["regional.remove"],
    touches: [admin["regional.remove.what"]],
    yes: "Yes: Remove the map",
    done: admin["regional.removed"],
    state: there,
  });
  assert.equal(there(), undefined);
  assert.deepEqual(complaints(phone), []);
}, { devices: ["desktop"] });

journey("a club's logo is sent, stands in the header, and is removed", async (field, screen) => {
  const phone = await field.phone({ call: SYSOP, screen });
  const logo = async () => (await field.app.visitor.get("/club/logo.png")).status;
  await phone.open("/admin/settings");
  await phone.tab.count("#club-logo");
  await phone.tab.evaluate(`(() => {
    const field = document.querySelector("#club-logo"), files = new DataTransfer();
    field.closest("details").open = true;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#c00"/></svg>';
    files.items.add(new File([svg], "club.svg", { type: "image/svg+xml" }));
    field.files = files.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  await phone.sees(admin["club.logo.done"]);
  assert.equal(await logo(), 200);
  await phone.open("/admin/settings");
  await phone.tab.until(
    `getComputedStyle(document.querySelector(".logo")).backgroundImage.includes("/club/logo.png")`,
  );
  await phone.tab.count("#club-logo");
  await phone.tab.evaluate(`document.querySelector("#club-logo").closest("details").open = true`);
  await walk(phone, {
    button: admin["club.logo.drop"],
    touches: [admin["club.logo.drop.what"]],
    yes: "Yes: Remove the logo",
    done: admin["club.logo.dropped"],
    state: logo,
  });
  assert.equal(await logo(), 404);
  assert.deepEqual(complaints(phone), []);
}, { devices: ["desktop"] });

Deno.test("every danger of administration is walked through by a test, up to its last press", () => {
  const tests = [
    "admin_dangers",
    "admin_house",
    "admin_people",
    "admin_visitors",
    "chosen",
    "first_hour",
    "neighbours_journey",
    "wave",
  ]
    .map((name) => Deno.readTextFileSync(new URL(`./${name}_test.ts`, import.meta.url))).join("\n");
  // Of how many things it says in the tests, where it says so.
  const said = (found: typeof ALL_WORDS.en, key: string, n = 2): string => {
    const words: string | { other: string } = found![key as keyof typeof found]!;
    return typeof words === "string" ? words : words.other.replace("{n}", `${n}`);
  };
  const sources = files("src/client/admin/", ".tsx").filter(({ text }) => text.includes("<Danger\n"));
  let seen = 0;
  for (const { path, text } of sources) {
    for (
      const [, key] of text.matchAll(/<Danger\s[\s\S]*?label=\{(?:tell|say)\("([\w.]+)"(?:, \{ n \})?\)\}/g)
    ) {
      seen++;
      assert.ok(
        [2, 3].some((n) => tests.includes(`Yes: ${said(ALL_WORDS.en, key!, n)}`)) ||
          tests.includes(`Ja: ${said(ALL_WORDS.de, key!)}`) ||
          tests.includes(`"danger.do", { what: said(lang, "${key}") }`) ||
          key === "reports.remove" && tests.includes('await key(phone, "x")'),
        `${path}: nobody presses "${said(ALL_WORDS.en, key!)}"`,
      );
    }
  }
  assert.equal(seen, sources.reduce((n, { text }) => n + text.split("<Danger\n").length - 1, 0));
  assert.ok(seen > 18, String(seen));
});
