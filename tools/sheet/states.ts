/**
 * The states that no page of a well club shows, as pictures: nothing there, no signal, refused, removed, somebody else's, what
 * strangers wrote, what a browser or an address cannot do. Each on a gateway of its own, in this process.
 */
import { join } from "node:path";
import { SYSOP } from "../../tests/kit/app.ts";
import { enrolBox, rf } from "../../tests/kit/boxes.ts";
import { closeShared } from "../../tests/kit/browser.ts";
import { type Field, type FieldOptions, inField, type Phone, type Screen } from "../../tests/kit/phone.ts";
import { find, hide, suspend } from "../../tests/kit/seed_game.ts";
import { knows } from "../../tests/routes/federation/neighbours.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const PLAIN = "club.example";
const HOSTILE = `</script><img src=x onerror=alert(1)> \u202Edesrever\u2067 ` + "W".repeat(70);

/** A phone in the state: `take` gives one as the sheet wants it. */
type Scene = (field: Field, take: (call?: string) => Promise<Phone>) => Promise<Phone>;

const save = (phone: Phone) => phone.tab.click("main form .button-main");
const state = (phone: Phone, name: string) =>
  phone.tab.until(`document.querySelector("[data-state=${name}]") !== null`);

/** The log page of a new cache, kept on the phone. */
async function atLog(field: Field, take: (call?: string) => Promise<Phone>, call = "OE3FND"): Promise<Phone> {
  const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  const phone = await take(call);
  await phone.open(`/c/${code}/log`);
  await phone.tab.count("#text");
  await phone.fill("#text", "The view is worth it");
  return phone;
}

/** Opens a page whose data the gateway answers so. */
const answered = (path: string, part: string, status: number, body: object): Scene => async (field, take) => {
  const phone = await take("OE3FND"), { handler } = field.app;
  field.app.handler = (request, info) =>
    request.url.includes(part)
      ? Promise.resolve(
        Response.json(body, { status, headers: status === 429 ? { "retry-after": "40" } : {} }),
      )
      : handler(request, info);
  await phone.open(path);
  return phone;
};

const onPlain = (path: string): Scene => async ({ app, url }, take) => {
  await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
  const phone = await take(), address = `http://${PLAIN}:${new URL(url).port}`;
  const plain = Object.assign(Object.create(phone), { url: address }) as Phone;
  await plain.open(path);
  return plain;
};

/** A cache and a find that strangers wrote, at a page of it. */
const hostile = (path: (code: string, log: number) => string): Scene => async ({ app }, take) => {
  const text = { title: HOSTILE.slice(-110), description: HOSTILE.repeat(3), hint: HOSTILE, ...PLACE };
  const { code } = await hide(app, "OE1XYZ", text);
  const { id } = await find(app, "OE5OTH", code, { text: HOSTILE });
  const phone = await take("OE3FND");
  await phone.open(path(code, id));
  return phone;
};

const SCENES: Record<string, Scene | { scene: Scene; with: FieldOptions }> = {
  "no caches": async (_, take) => {
    const phone = await take();
    await phone.open("/");
    return phone;
  },
  "no signal": async (field, take) => {
    for (const title of ["The old mast", "By the river"]) {
      await hide(field.app, "OE1XYZ", { title, ...PLACE });
    }
    const phone = await take("OE3FND");
    await phone.open("/");
    await phone.ready();
    await field.unplug();
    await phone.open("/");
    return phone;
  },
  "waits": async (field, take) => {
    const phone = await atLog(field, take);
    await phone.photo("#photo");
    await phone.tab.count(".photos li");
    await phone.ready();
    await field.unplug();
    await save(phone);
    await state(phone, "waiting");
    return phone;
  },
  "sent": async (field, take) => {
    const phone = await atLog(field, take);
    await save(phone);
    await state(phone, "settled");
    return phone;
  },
  "refused": async (field, take) => {
    const phone = await atLog(field, take);
    const [{ code }] = (await field.app.visitor.get("/api/caches")).body.caches;
    await (await field.app.signIn("OE1XYZ")).patch(`/api/caches/${code}`, { status: "archived" });
    await save(phone);
    await state(phone, "needs_you");
    return phone;
  },
  "found already": async (field, take) => {
    const phone = await atLog(field, take);
    const [{ code }] = (await field.app.visitor.get("/api/caches")).body.caches;
    await find(field.app, "OE3FND", code, { text: "First" });
    await save(phone);
    await state(phone, "settled");
    return phone;
  },
  "no room": async (field, take) => {
    const phone = await atLog(field, take);
    await phone.tab.evaluate(`void (IDBObjectStore.prototype.add = () => {
      throw new DOMException("full", "QuotaExceededError");
    })`);
    await save(phone);
    await phone.tab.count("main form .notice");
    return phone;
  },
  "radio command": {
    scene: async ({ app }, take) => {
      const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
      const phone = await take("OE3FND");
      const raw = `OE3FND-7>APRS,WIDE1-1,qAR,OE9GAT-10::OE1SYS-15:FOUND ${code} nice view{7`;
      await app.ingest.post("/ingest", {
        packets: [{ raw, heardAt: app.world.now(), via: "aprsis", port: "aprs-is" }],
      });
      await phone.open("/waiting");
      return phone;
    },
    with: {},
  },
  "removed": async ({ app }, take) => {
    const { id, code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    await app.operator.post("/api/admin/moderation/remove", {
      kind: "cache",
      id: String(id),
      reason: "A railway",
    });
    const phone = await take("OE3FND");
    await phone.open(`/c/${code}`);
    return phone;
  },
  "no location": async (field, take) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await take();
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `navigator.geolocation.watchPosition = (_, no) => (setTimeout(() => no({ code: 1 })), 1);`,
    });
    await phone.open(`/c/${code}/go`);
    return phone;
  },
  "poor location": async (field, take) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await take();
    await phone.tab.stand(field.url, { latitude: 48.203, longitude: 16.37, accuracy: 120 });
    await phone.open(`/c/${code}/go`);
    return phone;
  },
  "clock wrong": async (_, take) => {
    const phone = await take();
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: "const real = Date.now; Date.now = () => real() + 4 * 60_000;",
    });
    await phone.open("/");
    return phone;
  },
  "suspended": async (field, take) => {
    const phone = await atLog(field, take);
    await phone.ready();
    await field.unplug();
    await save(phone);
    await state(phone, "waiting");
    suspend(field.app, "OE3FND");
    field.plugIn();
    await phone.open("/waiting");
    return phone;
  },
  "no receiver": async ({ app }, take) => {
    app.db.writeNow((tx) => app.accounts.store.create(tx, "OE3NEW", app.world.now()));
    const phone = await take("OE3NEW");
    await phone.open("/me/verify");
    return phone;
  },
  "plain http": { scene: onPlain("/"), with: { names: [PLAIN] } },
  "plain http packs": { scene: onPlain("/packs"), with: { names: [PLAIN] } },
  "plain http sign-in": { scene: onPlain("/sign-in"), with: { names: [PLAIN] } },
  "no webgl": {
    scene: async ({ app }, take) => {
      await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
      const phone = await take();
      await phone.open("/map");
      return phone;
    },
    with: { webgl: false },
  },
  "fault": answered("/activity", "/api/activity", 500, { error: "internal error" }),
  "limit": answered("/packs?take=JN", "/api/offline/pack", 429, { error: "Slower", reason: "limited" }),
  "pack too large": answered("/packs?take=JN", "/api/offline/pack", 413, {
    error: "5001 caches are too many for one pack",
    reason: "pack_too_large",
  }),
  "hostile list": hostile(() => "/"),
  "hostile cache": hostile((code) => `/c/${code}`),
  "hostile find": hostile((_, log) => `/find/${log}`),
  "peer unreachable": async ({ app }, take) => {
    const tried = [{ base: "https://b.example", said: "unreachable" as const, why: "connection refused" }];
    knows(app, "b.example", { lastError: "unreachable", tried });
    const phone = await take(SYSOP);
    await phone.open("/admin/neighbours/b.example");
    return phone;
  },
  "box silent": async ({ app }, take) => {
    const box = await enrolBox(app, "OE1XYZ-BOX"), now = app.world.now;
    app.world.now = () => now() - 41 * 60;
    await box.post("/ingest", { packets: [{ ...rf(app, "OE5AIR-9>APRS:>hello", "OE1XYZ-10") }] });
    app.world.now = now;
    const phone = await take(SYSOP);
    await phone.open("/admin/receivers/OE1XYZ-BOX");
    return phone;
  },
};

/** Pictures of all of them in one language on one screen; gives the names of the files. */
export async function stateSheet(
  { out, looks, lang, device, screen }: {
    out: string;
    looks: readonly string[];
    lang: string;
    device: string;
    screen: Screen;
  },
): Promise<string[]> {
  const made: string[] = [];
  for (const [name, entry] of Object.entries(SCENES)) {
    const { scene, with: options } = typeof entry === "function" ? { scene: entry, with: {} } : entry;
    await inField(async (field) => {
      const phone = await scene(
        field,
        (call) => field.phone({ screen, lang, place: PLACE, ...(call !== undefined && { call }) }),
      );
      await phone.tab.until(`document.querySelector("main h1, main .notice") !== null`);
      await phone.tab.evaluate("new Promise((done) => setTimeout(done, 500))");
      for (const look of looks) {
        await phone.tab.evaluate(`void (document.documentElement.dataset.theme = ${JSON.stringify(look)})`);
        const file = `state-${[name.replaceAll(" ", "-"), device, look, lang].join("-")}.png`;
        await phone.picture(join(out, file));
        made.push(file);
      }
    }, options);
  }
  await closeShared();
  return made;
}
