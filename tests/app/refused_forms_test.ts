/**
 * Every form of members' pages, refused: what was typed stays, the gateway's sentence stands on the page with the name of the
 * field, and the button works again. A form that nobody has entered here is found by its source.
 */
import assert from "node:assert/strict";
import { files } from "../policy/source_files.ts";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { sealedStages, TAG } from "../kit/sealed_stage.ts";
import { hide } from "../kit/seed_game.ts";
import { seedAll } from "./all_pages.ts";

interface Form {
  /** The page. `:code` is a cache with a log of this member, `:staged` one with a tag, `:offered` one that is given away. */
  at: string;
  /** The button of a menu to press before those words. */
  menu?: string;
  /** Words to press before the form is there. */
  open?: string;
  /** What somebody types, by selector; the form is the one that the first field is in. */
  typed: Record<string, string>;
  /** Written by nobody who is signed in. */
  visitor?: true;
  /** Requests that are let through, because the form refuses only after them. */
  passes?: RegExp;
}

const FORMS: Record<string, Form> = {
  "account/addresses.tsx": { at: "/me/access", typed: { "#new-mail": "oe3fnd@example.org" } },
  "account/api_keys.tsx": { at: "/me/data", typed: { "#key-name": "my script" } },
  "account/calls_page.tsx": { at: "/me/calls", typed: { "#new-call": "OE5NEW" } },
  "account/erase.tsx": { at: "/me/data", open: "Erase everything …", typed: { "#erase": "OE3FND" } },
  "account/profile_page.tsx": { at: "/me/profile", typed: { "#bio": "On the air since 1987" } },
  "cache/own_log.tsx": {
    at: "/c/:code",
    open: "Edit",
    typed: { ".own-log form textarea": "Wet feet" },
  },
  "cache/report_form.tsx": {
    at: "/c/:code",
    menu: '.cache-tools [aria-label="More"]',
    open: "Report",
    typed: { "#report-text": "It stands on a railway" },
  },
  "hide/adoptions_page.tsx": { at: "/adoptions", typed: { "[id='note-:offered']": "I live next door" } },
  "shack/boxes/boxes_page.tsx": {
    at: "/me/boxes",
    typed: { "#claim-box": "OE3FND-BOX", "#claim-code": "ABCD-2345" },
  },
  "shack/stations/station_form.tsx": {
    at: "/me/stations",
    open: "Enter a station",
    typed: { "input[id^='call-']": "OE3FND-10", "input[id^='description-']": "Yagi to the north" },
  },
  "shack/watches/places.tsx": {
    at: "/me/watches",
    typed: { "#new-place": "JN88ee", "#new-place-radius": "30" },
  },
  "shack/watches/watches_page.tsx": { at: "/me/watches", typed: { "#new-watch": "OE1ABC-9" } },
  "account/sign_in/mail_form.tsx": {
    at: "/sign-in",
    visitor: true,
    passes: /\/auth\/claim$/,
    typed: { "#address": "oe3fnd@example.org" },
  },
  "account/sign_in/sign_in_page.tsx": { at: "/sign-in", visitor: true, typed: { "#callsign": "OE9NEW" } },
  "cache/stages/open_stage.tsx": { at: "/c/:staged/stages", typed: { "#code-1": "12345678" } },
  "talk/bbs/write_mail.tsx": {
    at: "/bbs",
    open: "Write mail",
    typed: { "#mail-to": "OE1XYZ", "#mail-subject": "The mast", "#mail-text": "Is it still there?" },
  },
  "talk/mailbox_page.tsx": { at: "/mailbox", typed: { "#mailbox-to": "OE1XYZ", "#mailbox-text": "See you" } },
  "talk/messages/write_message.tsx": { at: "/messages/OE1XYZ", typed: { "#message-text": "QRV?" } },
};

/** Forms that write nothing at once, and where else those are tested that do. */
const ELSEWHERE: Record<string, string> = {
  "account/data_page.tsx": "downloads",
  "account/devices.tsx": "opens in a row: devices_test.ts",
  "hide/edit_page.tsx": "goes into the queue, as below",
  "hide/hand_on.tsx": "is folded away: own_caches_test.ts",
  "hide/stages/edit_stages_page.tsx": "goes into the queue, as below",
  "hide/stages/stage_sheet.tsx": "keeps a draft on the phone: stages_edit_test.ts",
  "hide/wizard.tsx": "goes into the queue, as below",
  "log/own/cards_page.tsx": "needs a card that one's own receiver proved: cards_page_test.ts",
  "rig/terminal/compose.tsx": "speaks to one's own radio: terminal_test.ts",
  "rig/terminal/connect_form.tsx": "speaks to one's own radio: terminal_test.ts",
  "log/write_log_page.tsx": "goes into the queue: below",
  "log/own/field_notes/note_card.tsx": "goes into the queue: field_notes_test.ts",
  "log/own/lists/chosen_list.tsx": "is folded away: lists_page_test.ts",
  "log/own/lists/lists.tsx": "goes into the queue: field_notes_test.ts",
  "cache/kept/kept.tsx": "goes into the queue: field_notes_test.ts",
  "tools/command_line.tsx": "asks a tool, nothing of the gateway",
  "tools/decoders.tsx": "asks a tool, nothing of the gateway",
  "tools/elsewhere.tsx": "asks for a manifest: tools_install_test.ts",
  "app/top.tsx": "opens a search",
  "nearby/nearby_drawn.tsx": "opens a search",
  "visit/change_visit.tsx": "needs a visit at a neighbour: visiting_journey_test.ts",
  "waiting/waiting_actions.tsx": "changes the queue",
  "print/net_sheet.tsx": "asks for another page",
  "shack/boxes/box_commands.tsx": "needs a box of one's own: shack_journey_test.ts",
  "account/sign_in/sign_in_plain.tsx": "drawn by the server, for browsers without scripts",
  "account/sign_in/sign_in_ways.tsx": "needs a passkey after it: sign_in_test.ts",
  "talk/bbs/white_pages.tsx": "reads",
  "talk/messages/messages_page.tsx": "opens a conversation",
  "account/verify/by_lotw.tsx": "two files that no script can put back: member_test.ts",
};

Deno.test("every form of members' pages is refused here, or says where it is tested", () => {
  const found = files("src/client/", ".tsx").filter(({ text }) => /<form\b/.test(text))
    .map(({ path }) => path.slice("src/client/".length)).filter((path) => !path.startsWith("admin/"));
  assert.deepEqual(found.sort(), [...Object.keys(FORMS), ...Object.keys(ELSEWHERE)].sort());
});

/** How the gateway says it: a body that is wrong by its own sentence, which names the field. */
const REFUSALS = [
  [400, { reason: "invalid_body", error: "field: is not taken, says 400" }],
  [403, { reason: "refused_here", error: "field: not by you, says 403" }],
  [409, { reason: "taken_meanwhile", error: "field: changed meanwhile, says 409" }],
] as const;

const text = (one: string) => JSON.stringify(one);
const valuesOf = (phone: Phone, selectors: readonly string[]) =>
  phone.tab.evaluate(
    `${JSON.stringify(selectors)}.map((one) => document.querySelector(one)?.value)`,
  );

journey(
  "each form is refused by 400, 403 and 409: what was typed stays, the sentence is there, the button works again",
  async (field) => {
    const { code } = await seedAll(field.app, "Something");
    const staged = await hide(field.app, "OE1XYZ", { title: "In stages", type: "multi" });
    await sealedStages(field.app, staged, [{ n: 1, unlock: "nfc", code: TAG, clue: "There" }]);
    const offered = (await hide(field.app, "OE1OWN", { title: "Given away" })).code;
    await (await field.app.sysop()).post("/api/admin/adoptions", { code: offered, note: "moved away" });
    const named = (one: string) =>
      one.replace(":code", code).replace(":staged", staged.code).replace(":offered", offered);

    const member = await field.phone({ call: "OE3FND" });
    const visitor = await field.phone();
    // A message that nobody has seen is told above each page, and moves what is about to be pressed there.
    await member.open("/me");
    await member.press("Seen");
    let answer: typeof REFUSALS[number] = REFUSALS[0], passes: RegExp | undefined, refused = 0;
    const handler = field.app.handler;
    field.app.handler = (request, info) => {
      const { pathname } = new URL(request.url);
      // What the app tells on its own is not the form's.
      const isForm = request.method !== "GET" && !passes?.test(pathname) &&
        !/\/(read|seen|prefs|register)$/.test(pathname);
      if (!isForm) return handler(request, info);
      refused++;
      return Promise.resolve(Response.json(answer[1], { status: answer[0] }));
    };

    for (const [file, form] of Object.entries(FORMS)) {
      const phone = form.visitor ? visitor : member;
      passes = form.passes;
      const selectors = Object.keys(form.typed).map(named);
      await phone.open(named(form.at));
      if (form.passes) {
        await phone.write("#callsign", "OE3FND");
        await phone.tab.press(`document.querySelector("#callsign").form.querySelector("[type=submit]")`);
      }
      if (form.menu) await phone.tab.press(`document.querySelector(${text(form.menu)})`);
      if (form.open) await phone.press(form.open);
      for (const [i, typed] of Object.values(form.typed).entries()) await phone.write(selectors[i]!, typed);
      const button = `document.querySelector(${text(selectors[0]!)})?.form?.querySelector("[type=submit]")`;
      for (const one of REFUSALS) {
        answer = one;
        const before = refused, what = `${file}, ${one[0]}`;
        await phone.tab.until(`${button}?.matches(":not(:disabled, [aria-disabled=true])")`);
        await phone.tab.press(button);
        await phone.sees(one[1].error);
        await phone.tab.until(`${button}?.matches(":not(:disabled, [aria-disabled=true])")`);
        assert.equal(refused, before + 1, what);
        assert.deepEqual(await valuesOf(phone, selectors), Object.values(form.typed), what);
      }
    }
  },
  { devices: ["phone"], env: { APP_URL: "http://club.example" } },
);

journey(
  "a log with its photo, refused by 400, 403, 409 and the photo by 413: all is kept, says why, and goes in the end",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast" });
    const phone = await field.phone({ call: "OE3FND" });
    let answers: (readonly [number, { reason: string; error: string }])[] = [...REFUSALS];
    let closed = /\/logs$/;
    const handler = field.app.handler;
    field.app.handler = (request, info) => {
      const { pathname } = new URL(request.url);
      const answer = request.method === "POST" && closed.test(pathname) ? answers.shift() : undefined;
      return answer
        ? Promise.resolve(Response.json(answer[1], { status: answer[0] }))
        : handler(request, info);
    };
    await phone.open(`/c/${code}/log`);
    await phone.fill("#text", "In the rain");
    await phone.photo("#photo", { width: 64 });
    await phone.tab.count(".photos .button");
    await phone.press("Log find");
    for (const [status, { error }] of REFUSALS) {
      await phone.sees(error);
      // The photo waits for its log, with its pixels.
      assert.equal(
        await phone.tab.evaluate(`document.querySelectorAll("[data-state=waiting]").length`),
        1,
        `${status}`,
      );
      assert.ok((await bytesKept(phone)) > 0, `${status}`);
      await phone.sees("In the rain");
      if (answers.length === 0) {
        answers = [[413, {
          reason: "larger_than_here",
          error: "photo: larger than this gateway takes, says 413",
        }]];
        closed = /\/media$/;
      }
      await phone.press("Try again");
    }
    await phone.sees("photo: larger than this gateway takes, says 413");
    assert.ok((await bytesKept(phone)) > 0, "413");
    await phone.tab.count("[data-state=settled]", 1);
    await phone.press("Try again");
    await phone.tab.count("[data-state=settled]", 2);
    // What was sent leaves the phone, the small version of the photo too.
    await phone.comes(`${BYTES}.then((bytes) => bytes === 0)`);
    const [log, ...more] = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs;
    assert.deepEqual([log.text, log.photos.length, more], ["In the rain", 1, []]);
  },
  { devices: ["phone"] },
);

/** How many bytes of photos the phone keeps for the queue. */
const BYTES = `new Promise((done) => {
  indexedDB.open("service-gateway-files").onsuccess = ({ target: { result: db } }) => {
    db.transaction("files").objectStore("files").getAll().onsuccess = ({ target: { result } }) => {
      db.close();
      done(result.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
    };
  };
})`;
const bytesKept = (phone: Phone) => phone.tab.evaluate(BYTES) as Promise<number>;
