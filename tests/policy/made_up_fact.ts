/**
 * Follows one more fact of a cache, which stands in its declaration alone, all the way: run by `things_test.ts` in a process of
 * its own, where that declaration and one migration are replaced. Prints what each place said of it as JSON.
 */
import { instance, withInstances } from "../routes/federation/instances.ts";
import { bodyOf, changesOf, formOfCache, newDraft } from "../../src/client/phone/drafts/draft.ts";
import { shown } from "../../src/client/hide/conflict.tsx";
import { Flags } from "../../src/client/phone/known/flags.tsx";
import { FLAGS, flagsOf } from "../../src/client/phone/known/facts.ts";
import { filtersOf, passes, queryWith } from "../../src/client/marks/filters.ts";

const places: Record<string, unknown> = {};
const a = instance("a.example"), b = instance("b.example", { FED_PEERS: `${a.url}#${a.keyPrint}` });
await withInstances([a, b], async () => {
  const owner = await a.signIn("OE1OWN"), at = { lat: 48.2, lon: 16.37 };
  const made = (await owner.post("/api/caches", { title: "A box", ...at, madeUp: true })).body;
  const path = `/api/caches/${made.code}`, about = "bbox=16,48,17,49";
  const said = async (name: string, of: string) =>
    places[name] = (await a.visitor.get(of)).text.includes("Made up.");
  places.POST = made.madeUp;
  places.detail = (await a.visitor.get(path)).body.madeUp;
  places.list = (await a.visitor.get(`/api/caches?${about}`)).body.caches[0].madeUp;
  places["/api/v1"] = (await a.visitor.get(`/api/v1/caches?${about}`)).body.caches[0].madeUp;
  places.OpenAPI = (await a.visitor.get("/api/v1/openapi.json")).text.includes('"madeUp"');
  await said("GPX", `/api/v1/caches.gpx?${about}`);
  await said("KML", `/api/v1/caches.kml?${about}`);
  const csv = (await owner.get(`/api/my/caches.csv?${about}`)).text.split("\r\n");
  places.CSV = csv[1]!.split(",")[csv[0]!.split(",").indexOf("madeUp")];
  places.pack = (await owner.get(`/api/offline/pack?grid=JN88`)).body.caches?.[0]?.madeUp;
  places.export = JSON.parse((await owner.post("/api/account/OE1OWN/export", {})).text).caches?.[0]?.madeUp;

  await b.operator.post("/federation/sync");
  const theirs = (await b.visitor.get(`/api/caches?${about}&includeUnvetted=1`)).body.caches?.[0];
  places.mirrored = theirs?.madeUp;
  places["mirror in full"] =
    (await b.visitor.get(`/api/caches/${encodeURIComponent(theirs?.gid)}`)).body.madeUp;

  // On the phone: the form's value, what is sent, what differs, how it is chosen, drawn and looked for.
  const detail = (await owner.get(path)).body, form = formOfCache(detail);
  const draft = { ...newDraft("00", "OE1OWN", "a.example", 0), madeUp: true };
  places.form = (form as unknown as { madeUp?: boolean }).madeUp;
  places.draft = (bodyOf(draft) as { madeUp?: boolean }).madeUp;
  places.queued = (changesOf(form, { ...form, madeUp: false } as typeof form) as { madeUp?: boolean }).madeUp;
  places.conflict = shown(detail, "madeUp") !== shown({ ...detail, madeUp: false }, "madeUp");
  const asked = FLAGS.filter(({ step }) => step === "find");
  const ticks = Flags({ flags: asked, form, change() {} })!.props as { choices: string[] };
  places.ticked = ticks.choices.includes("madeUp");
  places.page = (await a.visitor.get(`/c/${made.code}`)).text.includes("Hide the first one here");
  places.print = flagsOf(detail).map(({ name }) => name);
  const filters = filtersOf("with=madeUp"), how = { mark: () => "none" as never, heard: undefined };
  places.filter = [passes(detail, filters, how), passes({ ...detail, madeUp: undefined }, filters, how)];
  places.address = queryWith("", filters);

  places.PATCH = (await owner.patch(path, { madeUp: false })).body.madeUp ?? false;
  places.patched = (await a.visitor.get(path)).body.madeUp ?? false;
  await b.operator.post("/federation/sync");
  places["mirror of the change"] =
    (await b.visitor.get(`/api/caches/${encodeURIComponent(theirs?.gid)}`)).body.madeUp ?? false;
  places.refused = (await owner.patch(path, { madeUp: "yes" })).status;
});
console.log(JSON.stringify(places));
