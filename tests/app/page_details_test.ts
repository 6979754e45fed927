/** What pages of every kind have to hold: names that are heard as they are seen, paper, a window of its own, lists that are true. */
import assert from "node:assert/strict";
import { passedOn } from "../../src/client/ui/passed_on.ts";
import { type Key, say } from "../../src/client/ui/say.ts";
import adminWords from "../../src/words/en/admin.json" with { type: "json" };
import { appTest, SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";
import type { Field } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

const DESK = { devices: ["desktop"] } as const, PHONE = { devices: ["phone"] } as const;

/** The gateway has a problem at these addresses, until the returned function is called. */
function faultAt({ app }: Field, path: string): () => void {
  const serve = app.handler;
  app.handler = (request, info) =>
    new URL(request.url).pathname === path
      ? Promise.resolve(Response.json({ error: "internal error" }, { status: 500 }))
      : serve(request, info);
  return () => void (app.handler = serve);
}

journey("the skip link lies over everything once it has the focus", async (field, screen) => {
  const phone = await field.phone({ screen });
  await phone.open("/");
  await phone.tab.until(`(() => {
    const skip = document.querySelector(".skip");
    skip.focus();
    const { x, y, width, height } = skip.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === skip;
  })()`);
}, { devices: ["phone", "desktop"] });

journey(
  "a cache that is printed from a desk is printed alone, from the sheet's edge on",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast" });
    const phone = await field.phone({ screen });
    await phone.open(`/c/${code}`);
    await phone.tab.count(".panes > .pane-list");
    await phone.tab.send("Emulation.setEmulatedMedia", { media: "print" });
    const seen = (selector: string) =>
      phone.tab.evaluate(`document.querySelector("${selector}").getClientRects().length > 0`);
    assert.equal(await seen(".panes > .pane-list"), false);
    assert.equal(await seen(".panes > .pane-detail"), true);
    assert.equal(
      await phone.tab.evaluate(`getComputedStyle(document.getElementById("page")).marginInlineStart`),
      "0px",
    );
  },
  DESK,
);

/** Buttons and links whose name lacks the words that one sees on them; and names that several switches share. */
const MISNAMED = `(() => {
  const plain = (text) => text.replace(/\\s+/g, " ").trim().toLowerCase();
  const nameOf = (one) => one.getAttribute("aria-labelledby")?.split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "").join(" ") ?? one.getAttribute("aria-label") ?? one.innerText;
  const wrong = [...document.querySelectorAll("main a, main button")]
    .filter((one) => one.innerText && !plain(nameOf(one)).includes(plain(one.innerText)))
    .map((one) => one.innerText + " is named " + nameOf(one));
  const switches = [...document.querySelectorAll(".switch input")].map(nameOf);
  return [...wrong, ...switches.filter((one, at) => switches.indexOf(one) !== at)].join("; ");
})()`;

journey(
  "what is read out has the words in it that one sees, and each switch says what it switches",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast" });
    await find(field.app, "OE3FND", code);
    const sysop = await field.app.sysop();
    await sysop.post("/keys/api", { name: "logger" });
    const phone = await field.phone({ call: SYSOP, screen });
    for (
      const [path, there] of [
        ["/activity", "a.entry"],
        ["/u/OE3FND", "a.entry"],
        ["/admin/keys", ".registry"],
        ["/admin/settings", ".switch input"],
      ] as const
    ) {
      await phone.open(path);
      await phone.tab.until(`document.querySelector("${there}") !== null`);
      assert.equal(await phone.tab.evaluate(MISNAMED), "", path);
    }
  },
  PHONE,
);

appTest(
  "the embedded map has a main part; /trust checks nothing where there is nothing to trust",
  {},
  async (app) => {
    for (const query of ["", "?cache=ABC1234"]) {
      assert.match((await app.visitor.get(`/embed${query}`)).text, /<main>[\s\S]*id="card"[\s\S]*<\/main>/);
    }
    const { text } = await app.visitor.get("/trust");
    assert.doesNotMatch(text, /check\.js/);
    assert.doesNotMatch(text, /id="live"/);
  },
);

journey(
  "a time is written as the browser's own locale writes it, where that is of the language",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast" });
    await find(field.app, "OE3FND", code);
    for (const [lang, is12] of [["en-GB", false], ["en-US", true]] as const) {
      const phone = await field.phone({ screen, lang });
      await phone.open("/activity");
      await phone.tab.count("a.entry");
      assert.equal(/\d\s[AP]M/i.test(await phone.tab.text("a.entry time")), is12, lang);
    }
  },
  PHONE,
);

journey("a window of its own shows one thing, without menus", async (field, screen) => {
  const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast" });
  const phone = await field.phone({ screen });
  await phone.open("/");
  await phone.tab.evaluate(`window.name = "own-/c/${code}"`);
  await phone.tab.goto(`${phone.url}/c/${code}`);
  await phone.sees("The old mast");
  await phone.tab.until(`document.querySelector("main.page-alone h1") !== null`);
  assert.equal(await phone.tab.evaluate(`document.querySelector("nav.bar, header.top, .pane-list")`), null);
  const left = await phone.tab.evaluate(`document.getElementById("page").getBoundingClientRect().left`);
  assert.equal(left, 0, "no room is left for a rail");
}, DESK);

Deno.test("an address that is passed on is one that others reach, where one is known", () => {
  const lan = "http://192.168.1.20:8787", name = "https://club.example";
  assert.deepEqual(passedOn("http://localhost:8787", ["http://127.0.0.1:8787", lan, name]), [lan, name]);
  assert.deepEqual(passedOn(name, [lan, name]), [name, lan], "the page's own first");
  assert.deepEqual(passedOn("http://localhost:8787", []), ["http://localhost:8787"]);
});

Deno.test("pulls are counted, not what they brought", () => {
  const told = (records: number, n: number) =>
    say("peers.brought" as Key, { records, n }, { code: "en", words: adminWords });
  assert.equal(told(57, 1), "57 in 1 pull");
  assert.equal(told(1, 48), "1 in the last 48 pulls");
});

journey(
  "a cache that was removed offers no log, neither to its owner nor to operators",
  async (field, screen) => {
    const { app } = field;
    const { code, id } = await hide(app, "OE1XYZ", { title: "The old mast" });
    const about = { kind: "cache", id: String(id), reason: "It stood on a railway." };
    const { status, text } = await app.operator.post("/api/admin/moderation/remove", about);
    assert.equal(status, 200, text);
    for (const call of ["OE1XYZ", SYSOP]) {
      const phone = await field.phone({ call, screen });
      await phone.open(`/c/${code}`);
      await phone.sees("It stood on a railway.");
      assert.equal(await phone.tab.evaluate(`document.querySelector('main a[href$="/log"]')`), null, call);
    }
  },
  PHONE,
);

journey("what is in the built-in registry can be seen", async (field, screen) => {
  const { registries } = (await field.app.visitor.get("/api/tools/registries")).body;
  const { id } = registries.find((one: { builtin: boolean }) => one.builtin);
  const { entries } = JSON.parse((await field.app.visitor.get(`/api/tools/registries/${id}/file`)).text);
  assert.ok(entries.length > 0, "the program comes with tools");
  const phone = await field.phone({ call: SYSOP, screen });
  await phone.open("/admin/keys");
  await phone.press("See what is in it");
  await phone.tab.until(
    `document.querySelector(".registry [role=status]")?.innerText === "${entries.length} tools in it."`,
  );
}, PHONE);

journey(
  "loading is drawn as loading, failed as failed with a way to try again, and empty only when it is",
  async (field, screen) => {
    const NONE = "There was no session yet.", path = "/api/bbs/forward/log";
    const says = async (phone: { tab: { evaluate(what: string): Promise<unknown> } }, words: string) =>
      String(await phone.tab.evaluate("document.body.innerText")).includes(words);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const serve = field.app.handler;
    field.app.handler = async (request, info) => {
      if (new URL(request.url).pathname === path) await held;
      return await serve(request, info);
    };
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open("/admin/mail");
    await phone.sees("Sessions");
    assert.equal(await says(phone, NONE), false, "nothing was read yet");
    letGo();
    await phone.sees(NONE);
    field.app.handler = serve;

    // What the phone keeps would be shown: it is to know nothing of it.
    await phone.keeps(path);
    await phone.tab.evaluate(`new Promise((done) => {
      const open = indexedDB.open("service-gateway");
      open.onsuccess = () => {
        const clearing = open.result.transaction("kept", "readwrite");
        clearing.objectStore("kept").clear();
        clearing.oncomplete = () => done(open.result.close());
      };
    })`);
    let mend = faultAt(field, path);
    await phone.open("/admin/mail");
    await phone.tab.until(
      `[...document.querySelectorAll("main button")].some((one) => one.innerText === "Try again")`,
    );
    assert.equal(await says(phone, NONE), false);
    mend();
    await phone.tab.press(
      `[...document.querySelectorAll("main button")].find((one) => one.innerText === "Try again")`,
    );
    await phone.sees(NONE);

    mend = faultAt(field, "/api/import");
    await phone.open("/admin/caches");
    await phone.sees("The gateway has a problem");
    // Which catalogues there are is folded away.
    await phone.tab.press(
      `[...document.querySelectorAll("summary")].find((one) => one.innerText === "Catalogues")`,
    );
    await phone.sees("The gateway could not load this: it has a problem.");
    assert.equal(await says(phone, "There is no catalogue."), false);
    assert.equal(
      await says(phone, "It appears once the gateway answers"),
      false,
      "the gateway answers already",
    );
    mend();
    await phone.tab.press(
      `[...document.querySelectorAll("main button")].find((one) => one.innerText === "Try again")`,
    );
    await phone.tab.until(`!document.body.innerText.includes("could not read this")`);
  },
  PHONE,
);

journey(
  "what else is shown in administration is read again after something was done",
  async (field, screen) => {
    const phone = await field.phone({ call: SYSOP, screen });
    await phone.open("/admin/settings");
    await phone.tab.until(`document.querySelector(".switch input") !== null`);
    let asked = 0;
    const serve = field.app.handler;
    field.app.handler = (request, info) => {
      if (new URL(request.url).pathname === "/api/admin/setup") asked++;
      return serve(request, info);
    };
    await phone.tab.evaluate(`(() => {
    const one = document.querySelector(".switch input");
    one.click();
  })()`);
    await phone.tab.until(
      `!document.querySelector(".switch input").form.querySelector("button[type=submit]").disabled`,
    );
    await phone.tab.evaluate(`document.querySelector(".switch input").form.requestSubmit()`);
    await becomes("the checklist is read again", () => asked > 0);
  },
  PHONE,
);
