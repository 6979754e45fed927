/** Follows one more fact of a station all the way, as `made_up_fact.ts` does one of a cache. Prints what each place said of it. */
import { testApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { Flags } from "../../src/client/phone/known/flags.tsx";
import { flagsOf } from "../../src/client/phone/known/facts.ts";
import { saidOf, STATION_FLAGS } from "../../src/client/phone/known/other_facts.ts";

const places: Record<string, unknown> = {};
const app = testApp({ FIRST_PARTY_SITES: "OE1GATE-1" });
interface Station {
  call: string;
  madeUp?: boolean;
}
try {
  const member = await app.signIn("OE1ALI"), call = "OE1ALI-10";
  const form = saidOf({ madeUp: true }, STATION_FLAGS) as { madeUp?: boolean };
  const at = { lat: 48.2, lon: 16.4, roles: ["digipeater"] };
  const made = (await member.post("/api/my/stations", { callsign: call, ...at, ...form })).body;
  await member.post("/api/my/stations", { callsign: "OE1ALI-11", ...at });
  places.queued = form.madeUp;
  places.POST = made.madeUp;
  const own = async () =>
    ((await member.get("/api/my/stations")).body.stations as Station[]).find((one) => one.call === call)!;
  places["a member's"] = (await own()).madeUp;
  const listed = async (which: string) => {
    const { stations } = (await app.visitor.get("/api/v1/stations?bbox=16,48,17,49")).body;
    return (stations as Station[]).find((one) => one.call === which)!;
  };
  const detail = async () => (await app.visitor.get(`/api/stations/${call}`)).body as Station;
  places.list = (await listed(call)).madeUp;
  places.detail = (await detail()).madeUp;
  await app.ingest.post("/ingest", {
    packets: [rf(app, `${call}>APRS:!4830.00N/01630.00E&up`, "OE1GATE-1")],
  });
  places["heard, in the list"] = (await listed(call)).madeUp;
  places.heard = (await detail()).madeUp;
  places["of another"] = (await listed("OE1ALI-11")).madeUp ?? "nothing";
  places.OpenAPI = (await app.visitor.get("/api/v1/openapi.json")).text.includes('"madeUp"');
  const all = JSON.parse((await member.post("/api/account/OE1ALI/export", {})).text);
  places.export = all.myStations[0].madeUp;

  const ticks = Flags({ flags: STATION_FLAGS, form, change() {} })!.props as { choices: string[] };
  places.ticked = ticks.choices;
  places.drawn = flagsOf(await detail(), STATION_FLAGS).map(({ name }) => name);

  const change = (body: { description?: string; madeUp?: unknown }) =>
    member.patch(`/api/my/stations/${made.id}`, body);
  places["description alone"] = (await change({ description: "Hill" })).body.madeUp;
  places.refused = (await change({ madeUp: "yes" })).status;
  places["after the refusal"] = (await own()).madeUp;
  places.PATCH = (await change({ madeUp: false })).body.madeUp ?? false;
  places.patched = (await detail()).madeUp ?? false;
} finally {
  app.close();
}
console.log(JSON.stringify(places));
