/**
 * J10: two gateways as processes. The operator of one looks at the other, compares its key, trusts it, sees its caches come,
 * blocks it after seeing what that hides, and takes the block back.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { newPeer, peerStore } from "../../src/federation/peers/store.ts";
import { spokenFingerprint } from "../../src/wire/mod.ts";
import { type Browser, chromiumThere, HOW_TO_GET_CHROMIUM, openBrowser } from "../kit/browser.ts";
import { fp, Instance } from "../kit/instance_process.ts";
import { onceMore } from "../kit/once_more.ts";
import { DESKTOP, openPhone, PHONE, type Phone } from "../kit/phone.ts";
import { withFolder } from "../kit/server.ts";
import { missing } from "../kit/test_data.ts";

/** Where the README's picture of a comparison goes, where it is wanted. */
const PICTURES = Deno.env.get("FIRST_HOUR_PICTURES");
const HOME = "a.example", OTHER = "b.example", SYSOP = "OE1SYS", OWNER = "OE3OWN";
const WORDS = spokenFingerprint(fp(OTHER));
const PAGE = `/admin/neighbours/${OTHER}`;

/** What is pressed and seen, in the language of the walk. */
const SAID = {
  en: {
    nothing: "Nothing is stored yet.",
    trust: "Add and trust",
    wrong: "That is not the last group.",
    trusted: "trusted",
    pull: "Pull now",
    pulled: "Pulled.",
    pulls: "in the last 1 pulls",
    pause: "Pause",
    pauses: "Its records are no longer fetched",
    paused: "It is paused: nothing is fetched",
    resume: "Resume",
    block: "Block",
    hides: "1 cache will be hidden",
    undo: "It can be undone",
    yes: "Yes: Block",
    blocked: "is blocked, under every address.",
    back: "Take the block back",
    done: "Undone.",
  },
  de: {
    nothing: "Noch ist nichts gespeichert.",
    trust: "Aufnehmen und vertrauen",
    wrong: "Das ist nicht die letzte Gruppe.",
    trusted: "vertrauenswürdig",
    pull: "Jetzt abrufen",
    pulled: "Abgerufen.",
    pulls: "in den letzten 1 Abrufen",
    pause: "Anhalten",
    pauses: "Seine Datensätze werden nicht mehr abgerufen",
    paused: "Er ist angehalten",
    resume: "Fortsetzen",
    block: "Sperren",
    hides: "1 Cache verschwindet",
    undo: "Es lässt sich rückgängig machen",
    yes: "Ja: Sperren",
    blocked: "ist gesperrt, unter jeder Adresse.",
    back: "Sperre zurücknehmen",
    done: "Rückgängig gemacht.",
  },
};
type Said = typeof SAID["en"];

interface Scene {
  here: Instance;
  there: Instance;
  browser: Browser;
  /** Operator's session here. */
  cookie: string;
}

/** Two gateways, the other one with a cache. */
async function scene(use: (scene: Scene) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const started: Instance[] = [];
    const start = async (id: string) => {
      const one = new Instance(id, await Deno.makeTempDir({ dir: folder }), {});
      started.push(await one.start());
      return one;
    };
    let browser: Browser | undefined;
    try {
      const [here, there] = await Promise.all([start(HOME), start(OTHER)]);
      const { [OWNER]: owner } = await there.members(OWNER);
      await there.hide(owner!);
      const { [SYSOP]: sysop } = await here.members(SYSOP);
      browser = await openBrowser({ webgl: false });
      await use({ here, there, browser, cookie: sysop!.cookie! });
    } finally {
      await browser?.close();
      await Promise.all(started.map(({ server }) => server.stop()));
    }
  });
}

const peersOf = async (here: Instance) => (await here.ask("GET", "/federation/peers")).peers;
const caches = async (here: Instance): Promise<number> =>
  (await here.ask("GET", "/api/caches?bbox=-180,-90,180,90", undefined, {})).caches.length;

/** The other one announces itself on the local network. */
const sighted = ({ here, there }: Scene) =>
  here.beside((db) =>
    db.writeNow((tx) =>
      peerStore(db).add(tx, {
        ...newPeer({ url: `discovered:${OTHER}`, addedVia: "mdns", addedAt: now() }),
        instance: OTHER,
        enabled: false,
        sightings: [{ via: "mdns", fp: fp(OTHER), at: now(), addr: there.server.url }],
      })
    )
  );
const now = () => Math.floor(Date.now() / 1000);

/** From who answers to a trusted neighbour: a wrong word first, which changes nothing. */
async function compares(phone: Phone, { here }: Scene, before: number, said: Said): Promise<void> {
  await phone.sees(said.nothing);
  await phone.sees(WORDS.slice(0, 2).join(" "));
  assert.equal((await peersOf(here)).filter((one: { enabled: boolean }) => one.enabled).length, 0);
  assert.equal((await peersOf(here)).length, before);
  await phone.fill("#heard", "adult adviser");
  await phone.press(said.trust);
  await phone.sees(said.wrong);
  assert.equal((await peersOf(here)).length, before, "a wrong word adds nothing");
  await phone.tab.evaluate(`document.querySelector("#heard").select()`);
  await phone.fill("#heard", WORDS.slice(6).join(" "));
  await phone.press(said.trust);
  await phone.tab.until(`location.pathname === ${JSON.stringify(PAGE)}`);
  await phone.sees(said.trusted);
  const [peer] = await peersOf(here);
  assert.deepEqual([peer.instance, peer.trust, peer.enabled], [OTHER, "trusted", true]);
}

/** Caches come; a block shows what it hides, hides it, and is taken back. */
async function blocks(phone: Phone, { here }: Scene, said: Said): Promise<void> {
  assert.equal(await caches(here), 0);
  await phone.press(said.pull);
  await phone.sees(said.pulled);
  assert.equal(await caches(here), 1);
  await phone.sees(said.pulls);
  await phone.press(said.pause);
  await phone.sees(said.paused);
  assert.deepEqual((await peersOf(here)).map((one: { paused: boolean }) => one.paused), [true]);
  await phone.press(said.resume);
  await phone.sees(said.pauses);
  assert.deepEqual((await peersOf(here)).map((one: { enabled: boolean }) => one.enabled), [true]);
  await phone.press(said.block);
  await phone.sees(said.hides);
  await phone.sees(said.undo);
  assert.equal((await peersOf(here))[0].trust, "trusted", "looking blocks nothing");
  assert.equal(await caches(here), 1);
  await phone.press(said.yes);
  await phone.sees(said.blocked);
  assert.equal((await peersOf(here))[0].trust, "blocked");
  assert.equal(await caches(here), 0);
  await phone.press(said.back);
  await phone.sees(said.done);
  assert.equal((await peersOf(here))[0].trust, "trusted");
  assert.equal(await caches(here), 1);
}

function walk(name: string, go: (scene: Scene) => Promise<void>): void {
  Deno.test({
    name,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => onceMore(name, () => scene(go)),
  });
}

walk(
  "J10 a neighbour by its address, in German: compared, trusted, its caches come, blocked and taken back (phone)",
  async (scene) => {
    const { here, there, browser, cookie } = scene;
    const phone = await openPhone(browser, here.server.url, { cookie, screen: PHONE, lang: "de" });
    await phone.open("/admin/neighbours");
    await phone.sees("Noch kein Nachbar wird abgerufen.");
    await phone.press("Nachbarn aufnehmen");
    await phone.fill("#target", there.server.url);
    await phone.press("Nachsehen, wer antwortet");
    await compares(phone, scene, 0, SAID.de);
    await blocks(phone, scene, SAID.de);
    await phone.open("/admin/neighbours");
    await phone.sees("1 Nachbar stimmt überein, zuletzt geprüft");
    assert.deepEqual(phone.tab.complaints, []);
    // Without a connection the last state stays, and says from when it is.
    await here.server.stop();
    await phone.press(OTHER);
    await phone.tab.until(`location.pathname === ${JSON.stringify(PAGE)}`);
    await phone.sees("Zu sehen ist der Stand von");
    await phone.sees("vertrauenswürdig");
  },
);

walk(
  "J10 a neighbour seen on the network, and what is known of oneself and of one that is gone (desktop)",
  async (scene) => {
    const { here, browser, cookie } = scene;
    sighted(scene);
    const desk = await openPhone(browser, here.server.url, { cookie, screen: DESKTOP });
    await desk.open("/admin/neighbours/add");
    await desk.sees("on the local network");
    await desk.press("See who answers");
    // The first such button belongs to the field, which is empty; the second to the one that was seen.
    await desk.tab.evaluate(`document.querySelector(".sighted button").click()`);
    await desk.sees(SAID.en.nothing);
    if (PICTURES) await desk.picture(join(PICTURES, "neighbour.png"));
    await compares(desk, scene, 1, SAID.en);
    await blocks(desk, scene, SAID.en);

    const german = await openPhone(browser, here.server.url, { cookie, screen: PHONE, lang: "de" });
    await german.open("/admin/neighbours/identity");
    await german.sees("Diese Wörter der Gegenstelle vorlesen");
    await german.sees(spokenFingerprint(fp(HOME)).slice(0, 2).join(" "));
    await german.press("Jetzt prüfen");
    await german.sees("Noch einmal prüfen");
    await german.open(PAGE);
    await german.sees("stimmt überein");
    await german.press("Sperren");
    await german.sees(SAID.de.hides);
    await german.press("Abbrechen");
    assert.equal((await peersOf(here))[0].trust, "trusted");
    // A neighbour that is gone: which address was tried, and what it said.
    await scene.there.server.stop();
    await german.press("Jetzt abrufen");
    await german.sees("nicht erreicht");
    await german.sees("Es wird nicht von selbst abgerufen.");
    await german.open("/admin/neighbours/exchange");
    await german.sees("Kein Datensatz wurde aufgegeben.");
    await german.sees(OTHER);
    assert.deepEqual(german.tab.complaints, []);
  },
);
