import assert from "node:assert/strict";
import { decode, encode } from "dns-packet";
import { amprRecord, checkAmpr, judgeAmpr } from "../../../src/accounts/proofs/ampr.ts";
import { askDns, type DnsAnswer, dnsQuestion, independent, readDnsAnswer } from "../../../src/base/mod.ts";

const NAME = "_svc-verify.oe1abc.ampr.org";
const VALUE = "svc-verify=abc";
const RD = 1 << 8, AD = 1 << 5, TC = 1 << 9;

// deno-lint-ignore no-explicit-any
const message = (change: any = {}): Uint8Array =>
  encode({
    type: "response",
    id: 0,
    flags: RD,
    questions: [{ type: "TXT", name: NAME, class: "IN" }],
    answers: [{ type: "TXT", name: NAME, class: "IN", ttl: 1, data: [VALUE] }],
    ...change,
  });
const ede = (code: number) => ({
  flags: RD | 2, // SERVFAIL
  answers: [],
  additionals: [{
    type: "OPT",
    name: ".",
    udpPayloadSize: 512,
    options: [{ code: 15, data: Buffer.from([0, code]) }],
  }],
});

Deno.test("amprRecord() names the label directly above the zone after the base call", () => {
  assert.deepEqual(amprRecord("OE1ABC", "AMPR.org.", "abc"), {
    name: NAME,
    type: "TXT",
    value: VALUE,
    record: `${NAME}. 300 IN TXT "svc-verify=abc"`,
  });
});

Deno.test("dnsQuestion() has ID 0, wants recursion and DNSSEC records", () => {
  const asked = decode(Buffer.from(dnsQuestion(NAME, "TXT")));
  assert.deepEqual(
    [asked.id, asked.type, asked.flag_rd, asked.questions.length, asked.additionals[0].flag_do],
    [0, "query", true, 1, true],
  );
  assert.deepEqual(asked.questions[0], { name: NAME, type: "TXT", class: "IN" });
});

const read: [string, Uint8Array, DnsAnswer][] = [
  ["one record", message(), { kind: "records", values: [VALUE], validated: false }],
  ["a validated one", message({ flags: RD | AD }), { kind: "records", values: [VALUE], validated: true }],
  [
    "character-strings, joined",
    message({
      answers: [{ type: "TXT", name: NAME, data: ["svc-ver", "ify=", "abc"] }],
    }),
    { kind: "records", values: [VALUE], validated: false },
  ],
  [
    "a name in other letters' case",
    message({
      answers: [{ type: "TXT", name: NAME.toUpperCase(), data: [VALUE] }],
    }),
    { kind: "records", values: [VALUE], validated: false },
  ],
  ["a record of another name", message({ answers: [{ type: "TXT", name: "x." + NAME, data: [VALUE] }] }), {
    kind: "nothing",
    validated: false,
  }],
  [
    "a CNAME with the record behind it",
    message({
      answers: [{ type: "CNAME", name: NAME, data: "evil.example" }, {
        type: "TXT",
        name: "evil.example",
        data: [VALUE],
      }],
    }),
    { kind: "alias", validated: false },
  ],
  ["a DNAME", message({ answers: [{ type: "DNAME", name: "ampr.org", data: "evil.example" }] }), {
    kind: "alias",
    validated: false,
  }],
  ["no such name", message({ flags: RD | 3, answers: [] }), { kind: "nothing", validated: false }],
  ["a name without TXT", message({ flags: RD | AD, answers: [] }), { kind: "nothing", validated: true }],
  ["a server failure", message({ flags: RD | 2, answers: [] }), { kind: "silent", why: "SERVFAIL" }],
  ["a bogus signature", message(ede(6)), { kind: "bogus" }],
  ["a signature that is over", message(ede(7)), { kind: "bogus" }],
  ["a failure of another kind", message(ede(22)), { kind: "silent", why: "SERVFAIL" }],
  ["a truncated answer", message({ flags: RD | TC }), { kind: "silent", why: "truncated" }],
  ["a query", message({ type: "query" }), { kind: "silent", why: "not an answer" }],
  ["an answer to another question", message({ questions: [{ type: "TXT", name: "a.b", class: "IN" }] }), {
    kind: "silent",
    why: "answers another question",
  }],
  ["an answer about another type", message({ questions: [{ type: "A", name: NAME, class: "IN" }] }), {
    kind: "silent",
    why: "answers another question",
  }],
  ["an answer without a question", message({ questions: [] }), {
    kind: "silent",
    why: "answers another question",
  }],
  ["rubbish", Uint8Array.of(1, 2, 3), { kind: "silent", why: "not a DNS message" }],
];
for (const [what, bytes, expected] of read) {
  Deno.test(`readDnsAnswer() reads ${what}`, () =>
    assert.deepEqual(readDnsAnswer(bytes, NAME, "TXT"), expected));
}

Deno.test("readDnsAnswer() survives every cut of a message", () => {
  const whole = message({ flags: RD | AD });
  for (let length = 0; length < whole.length; length++) {
    assert.notEqual(readDnsAnswer(whole.slice(0, length), NAME, "TXT").kind, "records");
  }
});

const records = (value = VALUE, validated = false): DnsAnswer => ({
  kind: "records",
  values: [value],
  validated,
});
const nothing = (validated = false): DnsAnswer => ({ kind: "nothing", validated });
const alias = (validated = false): DnsAnswer => ({ kind: "alias", validated });
const silent: DnsAnswer = { kind: "silent", why: "refused" };
const proved = (proof: string) => ({ proved: true, proof });
const refused = (reason: string) => ({ proved: false, reason });
const few = (answered: number) => ({ proved: false, reason: "too_few_resolvers", answered });

const judged: [string, DnsAnswer[], unknown][] = [
  ["the first resolver validated it", [records(VALUE, true)], proved("dnssec")],
  ["validated, though another knows nothing yet", [records(VALUE, true), nothing()], proved("dnssec")],
  ["validated with another code", [records("x", true), records(), records()], refused("wrong_code")],
  ["validated absence", [nothing(true), records(), records()], refused("not_published")],
  ["validated alias", [alias(true)], refused("cname")],
  ["only a later resolver's AD flag", [silent, records(VALUE, true)], few(1)],
  ["two agree", [records(), records()], proved("2 resolvers")],
  ["three agree", [records(), records(), records()], proved("3 resolvers")],
  ["two of three answer and agree", [silent, records(), records()], proved("2 resolvers")],
  ["one alone, unsigned", [records()], few(1)],
  ["one of three answers", [records(), silent, silent], few(1)],
  ["none answers", [silent, silent], few(0)],
  ["no resolver at all", [], few(0)],
  ["two differ in a value", [records(), records("x")], refused("resolvers_disagree")],
  ["one has it, one not yet", [records(), nothing()], refused("resolvers_disagree")],
  ["one sees one more record", [records(), {
    kind: "records",
    values: ["z", VALUE].sort(),
    validated: false,
  }], refused("resolvers_disagree")],
  ["both see nothing", [nothing(), nothing()], refused("not_published")],
  ["one sees nothing, the rest is silent", [nothing(), silent], refused("not_published")],
  ["both see another code", [records("x"), records("x")], refused("wrong_code")],
  ["one sees an alias", [alias(), records()], refused("cname")],
  ["one says the signatures are bogus", [records(), records(), { kind: "bogus" }], refused("dnssec_bogus")],
];
for (const [what, answers, expected] of judged) {
  Deno.test(`judgeAmpr(): ${what}`, () => assert.deepEqual(judgeAmpr(answers, VALUE), expected));
}

Deno.test("two paths of one host are one resolver", async () => {
  const resolvers = ["https://a.example/dns-query", "https://a.example/other", "https://b.example/dns-query"];
  assert.deepEqual(independent(resolvers), [resolvers[0], resolvers[2]]);
  let asked = 0;
  const answer = () => {
    asked++;
    return Promise.resolve(
      new Response(Uint8Array.from(message()), { headers: { "content-type": "application/dns-message" } }),
    );
  };
  assert.deepEqual(await checkAmpr(answer, resolvers.slice(0, 2), NAME, VALUE), few(1));
  assert.equal(asked, 1);
  assert.deepEqual(await checkAmpr(answer, resolvers, NAME, VALUE), proved("2 resolvers"));
});

Deno.test("askDns() takes a refused connection, a wrong status and a wrong type for silence", async () => {
  const ask = (response: () => Promise<Response>) => askDns(response, "https://a.example/", NAME, "TXT");
  const type = { headers: { "content-type": "text/html" } };
  assert.deepEqual(await ask(() => Promise.reject(new Error("no route"))), {
    kind: "silent",
    why: "no route",
  });
  assert.equal((await ask(() => Promise.resolve(new Response("", { status: 503 })))).kind, "silent");
  assert.equal((await ask(() => Promise.resolve(new Response("x", type)))).kind, "silent");
});

Deno.test("askDns() reads no more of an answer than a message may hold", async () => {
  let read = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += 10_000;
      controller.enqueue(new Uint8Array(10_000));
    },
  });
  const reply = () =>
    Promise.resolve(new Response(body, { headers: { "content-type": "application/dns-message" } }));
  const answer = await askDns(reply, "https://a.example/", NAME, "TXT");
  assert.deepEqual(answer, { kind: "silent", why: "answer too long" });
  assert.ok(read <= 90_000, `${read} bytes`);
});

Deno.test("readDnsAnswer() takes addresses at the name that was asked for, of the type that was asked for", () => {
  const address = (over: object) =>
    message({
      flags: RD | AD,
      questions: [{ type: "A", name: NAME, class: "IN" }],
      answers: [{ type: "A", name: NAME, data: "44.1.2.3" }, { type: "AAAA", name: NAME, data: "::1" }],
      ...over,
    });
  const nothing = { kind: "nothing", validated: true };
  assert.deepEqual(readDnsAnswer(address({}), NAME, "A"), {
    kind: "records",
    values: ["44.1.2.3"],
    validated: true,
  });
  assert.deepEqual(
    readDnsAnswer(address({ answers: [{ type: "A", name: `x.${NAME}`, data: "1.2.3.4" }] }), NAME, "A"),
    nothing,
  );
  assert.equal(readDnsAnswer(address({}), NAME, "AAAA").kind, "silent");
});
