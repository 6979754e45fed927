/** Follows one more fact of a bulletin all the way, as `made_up_fact.ts` does one of a cache. Prints what each place said of it. */
import { instance, withInstances } from "../routes/federation/instances.ts";
import { Flags } from "../../src/client/phone/known/flags.tsx";
import { flagsOf } from "../../src/client/phone/known/facts.ts";
import { MAIL_FLAGS, saidOf } from "../../src/client/phone/known/other_facts.ts";

const places: Record<string, unknown> = {};
// Each mailbox writes numbers under its own operator's call.
const a = instance("a.example", { ADMIN_CALLSIGNS: "OE1AAA" });
const b = instance("b.example", { ADMIN_CALLSIGNS: "OE1BBB", FED_PEERS: `${a.url}#${a.keyPrint}` });
interface Letter {
  subject: string;
  threadId: number;
  madeUp?: boolean;
}
await withInstances([a, b], async () => {
  const writer = await a.signIn("OE1OWN");
  const form = { text: "Come.", ...saidOf({ madeUp: true }, MAIL_FLAGS) };
  const { text: body, ...said } = form;
  const post = (subject: string, more: object) =>
    writer.post("/api/bbs/messages", { fromCall: "OE1OWN", toCall: "ALL", subject, body, ...more });
  const list = async (of: typeof a) =>
    (await of.visitor.get("/api/bbs/bulletins?includeUnvetted=1")).body.bulletins as Letter[];
  const has = (letters: Letter[], subject = "With") =>
    letters.find((one) => one.subject === subject)!.madeUp ?? false;
  places.queued = (said as { madeUp?: boolean }).madeUp;
  await post("Without", {});
  const { threadId } = (await post("With", said)).body;
  places.list = has(await list(a));
  places.thread = has((await a.visitor.get(`/api/bbs/thread/${threadId}`)).body.messages);
  await writer.post("/api/bbs/messages", {
    fromCall: "OE1OWN",
    toCall: "OE2FND",
    subject: "Mail",
    body,
    madeUp: true,
  });
  places.mailbox = has((await writer.get("/api/bbs/sent?from=OE1OWN")).body.messages, "Mail");
  places.RSS = (await a.visitor.get("/feeds/bulletins.xml")).text.split("Made up.").length === 2;
  const all = JSON.parse((await writer.post("/api/account/OE1OWN/export", {})).text);
  places.export = has(all.bbsBulletins);

  await b.operator.post("/federation/sync");
  const theirs = await list(b);
  places.mirrored = has(theirs);
  places["mirror without"] = has(theirs, "Without");

  const ticks = Flags({ flags: MAIL_FLAGS, form, change() {} })!.props as { choices: string[] };
  places.ticked = ticks.choices;
  places.drawn = flagsOf(theirs.find(({ subject }) => subject === "With")!, MAIL_FLAGS).map(({ name }) =>
    name
  );

  places.refused = (await post("Wrong", { madeUp: "yes" })).status;
  places["after the refusal"] = (await list(a)).length;
});
console.log(JSON.stringify(places));
