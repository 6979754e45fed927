/**
 * J10: two gateways as processes. The operator of one looks at the other, compares its key, trusts it, sees its caches come,
 * blocks it after seeing what that hides, and takes the block back.
 */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import { newPeer, peerStore } from "../../src/federation/tables/peer_store.ts";
import { spokenFingerprint } from "../../src/wire/mod.ts";
import { type Browser, chromiumThere, HOW_TO_GET_CHROMIUM, shareBrowser } from "../kit/browser.ts";
import { fp, Instance } from "../kit/instance_process.ts";
import { DESKTOP, openPhone, PHONE, type Phone, type Screen } from "../kit/phone.ts";
import { withFolder } from "../kit/server.ts";
import { missing } from "../kit/test_data.ts";

const HOME = "a.example", OTHER = "b.example", SYSOP = "OE1SYS", OWNER = "OE3OWN";
const WORDS = spokenFingerprint(fp(OTHER));
const PAGE = `/admin/neighbours/${OTHER}`;

/** What is pressed and seen, in the language of the walk. */
const SAID = {
  en: {
    none: "No neighbour is followed yet.",
    add: "Add a neighbour",
    look: "See who answers",
    agrees: "1 neighbour agrees, last check",
    network: "on the local network",
    read: "Read these words to the other side",
    check: "Check now",
    again: "Check again",
    fine: "agrees",
    leave: "Cancel",
    gone: "not reached",
    unasked: "It is not pulled automatically.",
    given: "Nothing was given up.",
    nothing: "Nothing is stored yet.",
    trust: "Add and trust",
    wrong: "That is not the last group.",
    trusted: "trusted",
    pull: "Pull now",
    pulled: "Pulled.",
    pulls: ["in 1 pull", "in the last 2 pulls"],
    pause: "Pause",
    yesPause: "Yes: Pause",
    pauses: "Its records are no longer fetched",
    paused: "It is paused: nothing is fetched",
    resume: "Resume",
    block: "Block",
    hides: ["1 cache will be hidden", "2 caches will be hidden"],
    undo: "You can undo it",
    yes: "Yes: Block",
    blocked: "is blocked, under every address.",
    back: "Unblock",
    done: "Undone.",
  },
  de: {
    none: "Noch kein Nachbar wird abgerufen.",
    add: "Nachbarn aufnehmen",
    look: "Nachsehen, wer antwortet",
    agrees: "1 Nachbar stimmt überein, zuletzt geprüft",
    network: "im lokalen Netz",
    read: "Lies diese Wörter der Gegenstelle über Funk",
    check: "Jetzt prüfen",
    again: "Noch einmal prüfen",
    fine: "stimmt überein",
    leave: "Abbrechen",
    gone: "nicht erreicht",
    unasked: "Es wird nicht von selbst abgerufen.",
    given: "Kein Datensatz wurde aufgegeben.",
    nothing: "Noch ist nichts gespeichert.",
    trust: "Aufnehmen und vertrauen",
    wrong: "Das ist nicht die letzte Gruppe.",
    trusted: "vertrauenswürdig",
    pull: "Jetzt abrufen",
    pulled: "Abgerufen.",
    pulls: ["in 1 Abruf", "in den letzten 2 Abrufen"],
    pause: "Anhalten",
    yesPause: "Ja: Anhalten",
    pauses: "Seine Datensätze werden nicht mehr abgerufen",
    paused: "Er ist angehalten",
    resume: "Fortsetzen",
    block: "Sperren",
    hides: ["1 Cache verschwindet", "2 Caches verschwinden"],
    undo: "Du kannst es rückgängig machen",
    yes: "Ja: Sperren",
    blocked: "ist gesperrt, unter jeder Adresse.",
    back: "Sperre aufheben",
    done: "Rückgängig gemacht.",
  },
};
type Said = typeof SAID["en"];

interface Scene {
  here: Instance;
  there: Instance;
  browser: Browser;
  /** The other one gets one more cache. */
  hides: () => Promise<unknown>;
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
      const hides = () => there.hide(owner!);
      await hides();
      const { [SYSOP]: sysop } = await here.members(SYSOP);
      browser = shareBrowser({ webgl: false, whole: false });
      await use({ here, there, hides, browser, cookie: sysop!.cookie! });
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

/** Caches come; a block shows what it hides, hides it, and is taken back. `before`: how many walks were before this one. */
async function blocks(
  phone: Phone,
  { here }: Scene,
  said: Said,
  before: number,
  byHand = false,
): Promise<void> {
  await eventually(
    "those of a trusted neighbour to come at once",
    async () => await caches(here) === before + 1,
  );
  // By hand one is pulled three times a minute at most, and trusting it has pulled already: few walks do it again.
  if (byHand) {
    await phone.press(said.pull);
    await phone.sees(said.pulled);
  }
  assert.equal(await caches(here), before + 1);
  await phone.sees(said.pulls[byHand ? 1 : 0]!);
  await phone.press(said.pause);
  await phone.sees(said.pauses);
  assert.deepEqual((await peersOf(here)).map((one: { paused: boolean }) => one.paused), [false]);
  await phone.press(said.yesPause);
  await phone.sees(said.paused);
  assert.deepEqual((await peersOf(here)).map((one: { paused: boolean }) => one.paused), [true]);
  await phone.press(said.resume);
  await phone.sees(said.pause);
  assert.deepEqual((await peersOf(here)).map((one: { enabled: boolean }) => one.enabled), [true]);
  await phone.press(said.block);
  await phone.sees(said.hides[before]!);
  await phone.sees(said.undo);
  assert.equal((await peersOf(here))[0].trust, "trusted", "looking blocks nothing");
  assert.equal(await caches(here), before + 1);
  await phone.press(said.yes);
  await phone.sees(said.blocked);
  assert.equal((await peersOf(here))[0].trust, "blocked");
  assert.equal(await caches(here), 0);
  await phone.press(said.back);
  // The pause has said the same of itself before.
  await phone.tab.until(`document.querySelector("#block-said")?.innerText.includes("${said.done}")`);
  assert.equal((await peersOf(here))[0].trust, "trusted");
  assert.equal(await caches(here), before + 1);
}

function walk(name: string, go: (scene: Scene) => Promise<void>): void {
  Deno.test({
    name,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => scene(go),
  });
}

/** Nobody knows the other one any longer, and it has one more cache: the next walk begins anew. */
async function forgets({ here, hides }: Scene): Promise<void> {
  const [{ url }] = await peersOf(here);
  await here.ask("DELETE", `/federation/peers?url=${encodeURIComponent(url)}`);
  assert.deepEqual(await peersOf(here), []);
  await hides();
}

const open = ({ here, browser, cookie }: Scene, screen: Screen, lang: "en" | "de") =>
  openPhone(browser, here.server.url, { cookie, screen, lang, lean: true });

/** From the empty list to a neighbour that agrees, by its address. */
async function byAddress(scene: Scene, phone: Phone, said: Said, before: number): Promise<void> {
  await phone.open("/admin/neighbours");
  await phone.sees(said.none);
  await phone.press(said.add);
  await phone.fill("#target", scene.there.server.url);
  await phone.press(said.look);
  await compares(phone, scene, 0, said);
  await blocks(phone, scene, said, before, before === 0);
  await phone.open("/admin/neighbours");
  await phone.sees(said.agrees);
  assert.deepEqual(phone.tab.complaints, []);
}

walk(
  "J10 a neighbour by its address: compared, trusted, its caches come, paused, blocked and taken back (desktop, phone in German)",
  async (scene) => {
    await byAddress(scene, await open(scene, DESKTOP, "en"), SAID.en, 0);
    await forgets(scene);
    const phone = await open(scene, PHONE, "de");
    await byAddress(scene, phone, SAID.de, 1);
    // Without a connection the last state stays, and says from when it is.
    await scene.here.server.stop();
    await phone.press(OTHER);
    await phone.tab.until(`location.pathname === ${JSON.stringify(PAGE)}`);
    await phone.sees("Du siehst den Stand von");
    await phone.sees("vertrauenswürdig");
  },
);

/** One that was seen on the network: compared, trusted, blocked and taken back. */
async function bySight(scene: Scene, phone: Phone, said: Said, before: number): Promise<void> {
  sighted(scene);
  await phone.open("/admin/neighbours/add");
  await phone.sees(said.network);
  // That nobody answers stands beside the address; it is nothing that broke here, so there is nothing to copy.
  await phone.fill("#target", "http://127.0.0.1:9");
  await phone.tab.press(`document.querySelector("#target").form.querySelector("[type=submit]")`);
  await phone.tab.until(
    `/127\\.0\\.0\\.1:9/.test(document.querySelector("#target").form.querySelector("[role=alert]")?.innerText)`,
  );
  assert.equal(await phone.tab.evaluate(`document.querySelectorAll("[role=alert] .code").length`), 0);
  // The browser tells of the 502 itself, which was wanted here.
  assert.match(phone.tab.complaints.splice(0).join(), /status of 502/);
  // The button of the field has the same words.
  await phone.tab.press(`document.querySelector(".sighted button")`);
  await phone.sees(said.nothing);
  await compares(phone, scene, 1, said);
  await blocks(phone, scene, said, before);
}

/** What is known of oneself, and of a neighbour that is gone: which address was tried, and what it said. */
async function looks(phone: Phone, { here }: Scene, said: Said, before: number): Promise<void> {
  await phone.open("/admin/neighbours/identity");
  await phone.sees(said.read);
  await phone.sees(spokenFingerprint(fp(HOME)).slice(0, 2).join(" "));
  await phone.press(said.check);
  await phone.sees(said.again);
  await phone.open(PAGE);
  await phone.sees(said.fine);
  await phone.press(said.block);
  await phone.sees(said.hides[before]!);
  await phone.press(said.leave);
  assert.equal((await peersOf(here))[0].trust, "trusted");
}
async function misses(phone: Phone, said: Said): Promise<void> {
  await phone.open(PAGE);
  await phone.sees(said.gone);
  await phone.sees(said.unasked);
  await phone.open("/admin/neighbours/exchange");
  await phone.sees(said.given);
  await phone.sees(OTHER);
  assert.deepEqual(phone.tab.complaints, []);
}

walk(
  "J10 a neighbour seen on the network, and what is known of oneself and of one that is gone (phone, desktop in German)",
  async (scene) => {
    const phone = await open(scene, PHONE, "en"), desk = await open(scene, DESKTOP, "de");
    await bySight(scene, phone, SAID.en, 0);
    await looks(phone, scene, SAID.en, 0);
    await forgets(scene);
    await bySight(scene, desk, SAID.de, 1);
    await looks(desk, scene, SAID.de, 1);
    await scene.there.server.stop();
    await desk.press(SAID.de.pull);
    await desk.sees(SAID.de.gone);
    await misses(desk, SAID.de);
    await misses(phone, SAID.en);
  },
);
