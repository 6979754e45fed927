/** Follows one more fact of a log all the way, as `made_up_fact.ts` does one of a cache. Prints what each place said of it. */
import { instance, withInstances } from "../routes/federation/instances.ts";
import type { App } from "../../src/client/phone/app.ts";
import { editedBody } from "../../src/client/log/edit_log.ts";
import { newLog } from "../../src/client/log/new_log.ts";
import { Flags } from "../../src/client/phone/known/flags.tsx";
import { flagsOf } from "../../src/client/phone/known/facts.ts";
import { LOG_FLAGS, saidOf } from "../../src/client/phone/known/other_facts.ts";

const places: Record<string, unknown> = {};
const a = instance("a.example"), b = instance("b.example", { FED_PEERS: `${a.url}#${a.keyPrint}` });
await withInstances([a, b], async () => {
  const owner = await a.signIn("OE1OWN"), finder = await a.signIn("OE2FND"), at = { lat: 48.2, lon: 16.37 };
  const { code } = (await owner.post("/api/caches", { title: "A box", ...at, minTrust: "B" })).body;
  const path = `/api/caches/${code}/logs`;
  const position = { ...at, accuracyM: 5, at: a.world.now() };
  const made = (await finder.post(path, { text: "Dry.", position, madeUp: true })).body;
  places.POST = made.madeUp;
  places.book = (await a.visitor.get(path)).body.logs[0].madeUp;
  places.find = (await a.visitor.get(`/api/finds/${made.id}`)).body.log.madeUp;
  places.OpenAPI = (await a.visitor.get("/api/v1/openapi.json")).text.includes('"madeUp"');
  const said = async (name: string, of: string) =>
    places[name] = (await a.visitor.get(of)).text.includes("Made up.");
  await said("GPX of one", `/api/v1/caches/${code}.gpx`);
  await said("ADIF", "/api/v1/profile/OE2FND.adif");
  await said("RSS", "/feeds/activity.xml");
  const pack = (await finder.get("/api/offline/pack?grid=JN88")).body;
  places.pack = pack.caches?.[0]?.logs?.[0]?.madeUp;
  places.export = JSON.parse((await finder.post("/api/account/OE2FND/export", {})).text).logs?.[0]?.madeUp;

  await b.operator.post("/federation/sync");
  const theirs = (await b.visitor.get("/api/caches?bbox=16,48,17,49&includeUnvetted=1")).body.caches?.[0];
  const mirrored = async (text = "Dry.") => {
    const { logs } = (await b.visitor.get(`/api/caches/${encodeURIComponent(theirs?.gid)}/logs`)).body;
    return logs.find((log: { text: string }) => log.text === text)?.madeUp ?? false;
  };
  places.mirrored = await mirrored();

  // On the phone: what is written and waits, how it is changed there, ticked and drawn.
  const app = {
    gateway: { now: () => a.world.now() },
    storage: { deviceKey: () => Promise.resolve(undefined), addDeviceKey: () => Promise.resolve(undefined) },
    world: { newId: () => "0123456789abcdef" },
    drain: { refresh: () => Promise.resolve(), items: { peek: () => [] } },
  } as unknown as App;
  const about = { account: "OE2FND", instance: "a.example", cache: code, title: "A box" };
  const form = { text: "Dry.", ...saidOf({ madeUp: true }, LOG_FLAGS) };
  const item = await newLog(app, about, { ...form, kind: "note", position: undefined });
  places.queued = item.body.madeUp;
  places["sent from the queue"] = (await finder.post(path, item.body)).body.madeUp;
  places.edited = (await editedBody(app, item, "Wet.", { madeUp: false })).madeUp;
  const ticks = Flags({ flags: LOG_FLAGS, form, change() {} })!.props as { choices: string[] };
  places.ticked = ticks.choices;
  places.drawn = flagsOf(made, LOG_FLAGS).map(({ name }) => name);
  places.page = (await a.visitor.get(`/find/${made.id}`)).text.includes("Hide the first one here");

  const mend = (body: { text: string; madeUp?: unknown }) => finder.patch(`${path}/${made.id}`, body);
  places["text alone"] = (await mend({ text: "Dry inside." })).body.madeUp;
  places.refused = (await mend({ text: "Dry inside.", madeUp: "yes" })).status;
  places.PATCH = (await mend({ text: "Dry inside.", madeUp: false })).body.madeUp ?? false;
  const book = (await a.visitor.get(path)).body.logs as { id: number; madeUp?: boolean }[];
  places.patched = book.find(({ id }) => id === made.id)!.madeUp ?? false;
  await b.operator.post("/federation/sync");
  places["mirror of the change"] = await mirrored("Dry inside.");

  // What acts as it is said is neither shown nor changed.
  const needy = (await finder.post(path, { kind: "DNF", text: "No lid.", needsMaintenance: true })).body;
  const acted = async () => (await a.visitor.get(`/api/caches/${code}`)).body.needsMaintenance as boolean;
  const once = [await acted(), "needsMaintenance" in needy];
  await owner.post(path, { kind: "maintenance" });
  await finder.patch(`${path}/${needy.id}`, { text: "No lid at all.", needsMaintenance: true });
  places["needs a look"] = [...once, await acted()];
});
console.log(JSON.stringify(places));
