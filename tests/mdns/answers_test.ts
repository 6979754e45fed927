/** Answers to the letter: when each is said, to whom, what goes along with it, and what is not said at all. */
import assert from "node:assert/strict";
import { encode } from "dns-packet";
import { readMessage, TYPE } from "../../src/mdns/read.ts";
import { announcement, hostRecords, probeFor, serviceRecords } from "../../src/mdns/records.ts";
import { Bus, linkAt, type Said, Station } from "./bus.ts";

const SERVICE = {
  kind: "_svc._tcp",
  label: "club-example",
  port: 8787,
  text: ["id=club.example", "path=/.well-known/svc"],
};
const KINDS = "_services._dns-sd._udp.local", KIND = "_svc._tcp.local";
const NAME = `club-example.${KIND}`, HOST = "club-example.local";
const ASKER = "10.0.0.9";
/** A moment's wait with the chance of the tests, in milliseconds: 20 and half of 100. */
const WAIT = 70;

/** A question about each name, in one message. */
const ask = (questions: [name: string, type: string][], over: object = {}): Uint8Array =>
  Uint8Array.from(encode({
    type: "query",
    questions: questions.map(([name, type]) => ({ name, type, class: "IN" })),
    ...over,
  }));
const settled = () => {
  const bus = new Bus();
  const station = new Station(bus, "10.0.0.1", { hosts: ["club-example"], service: SERVICE });
  bus.pass(10_000);
  const mark = bus.said.length;
  /** What the station said since, as `type name` of answers and of what goes along. */
  const heard = () =>
    bus.said.slice(mark).filter(({ from }) => from === "10.0.0.1").map(({ message }) => shown(message));
  return { bus, station, heard, mark };
};
type Message = Said["message"];
const list = (records: Message["answers"]) => records.map(({ type, name }) => `${type} ${name}`);
const shown = ({ answers, additionals }: Message) => ({ answers: list(answers), besides: list(additionals) });
const A = `${TYPE.A} ${HOST}`, NO_OTHER = `${TYPE.NSEC} ${HOST}`;
const PLACE = [A, NO_OTHER];

Deno.test("each claim announces its own records, twice, and the service leads to its host", () => {
  const bus = new Bus();
  new Station(bus, "10.0.0.1", { hosts: ["club-example"], service: SERVICE });
  bus.pass(10_000);
  const announced = bus.said.filter(({ message }) => message.isAnswer).map(({ message }) => shown(message));
  const service = [
    `${TYPE.PTR} ${KIND}`,
    `${TYPE.PTR} ${KINDS}`,
    `${TYPE.SRV} ${NAME}`,
    `${TYPE.TXT} ${NAME}`,
    `${TYPE.NSEC} ${NAME}`,
  ];
  const [host, first, again, second] = announced;
  assert.equal(announced.length, 4);
  for (const one of [host!, again!]) assert.deepEqual(one, { answers: PLACE, besides: [] });
  for (const one of [first!, second!]) {
    assert.deepEqual(one.answers, service);
    assert.deepEqual(one.besides, PLACE, "nothing of the answer over again");
  }
});

Deno.test("what goes along: of a place its address, of a text or a list of kinds nothing of the host", () => {
  const cases: [string, string, string[]][] = [
    [NAME, "SRV", PLACE],
    [NAME, "TXT", []],
    [KINDS, "PTR", [`${TYPE.PTR} ${KIND}`]],
  ];
  for (const [name, type, besides] of cases) {
    const { bus, heard } = settled();
    bus.say(ASKER, ask([[name, type]]));
    bus.pass(WAIT);
    assert.deepEqual(heard(), [{ answers: [`${TYPE[type as "SRV"]} ${name}`], besides }], `${type} ${name}`);
  }
});

Deno.test("a record is said to all once a second, and four times to who is about to claim its name", () => {
  const { bus, heard } = settled();
  const probe = probeFor(HOST, hostRecords(HOST, ["10.0.0.66"]));
  const times = (bytes: Uint8Array, after: number) => {
    bus.pass(after);
    const before = heard().length;
    bus.say(ASKER, bytes);
    return heard().length - before;
  };
  const plain = ask([[HOST, "A"]]);
  assert.deepEqual([times(plain, 0), times(plain, 999), times(plain, 1)], [1, 0, 1]);
  assert.deepEqual([times(probe, 249), times(probe, 1), times(probe, 249), times(probe, 1)], [0, 1, 0, 1]);
});

Deno.test("an answer that others may have waits its moment and is said once, however often it is asked for", () => {
  const { bus, station, heard } = settled();
  bus.say(ASKER, ask([[KIND, "PTR"]]));
  bus.say(ASKER, ask([[KIND, "PTR"]]));
  bus.pass(WAIT - 1);
  bus.say(ASKER, ask([[KINDS, "PTR"]]));
  assert.deepEqual(station.responder.tick(bus.now), [], "nothing before its time");
  assert.deepEqual(heard(), []);
  bus.pass(1);
  assert.deepEqual(heard().map(({ answers }) => answers), [[`${TYPE.PTR} ${KIND}`, `${TYPE.PTR} ${KINDS}`]]);
  assert.equal(station.responder.wakeAt, Infinity);
  bus.pass(10_000);
  assert.equal(heard().length, 1);
});

Deno.test("a question for what is ours alone and what others may have waits for both, unless it claims a name", () => {
  const both: [string, string][] = [[HOST, "ANY"], [KIND, "PTR"]];
  const { bus, heard } = settled();
  bus.say(ASKER, ask(both));
  assert.deepEqual(heard(), []);
  bus.pass(WAIT);
  assert.deepEqual(heard().map(({ answers }) => answers), [[A, `${TYPE.PTR} ${KIND}`]]);
  const claimed = settled();
  claimed.bus.say(
    ASKER,
    ask(both, { authorities: [{ type: "A", name: HOST, ttl: 120, data: "10.0.0.66" }] }),
  );
  assert.deepEqual(claimed.heard().map(({ answers }) => answers), [[A, `${TYPE.PTR} ${KIND}`]]);
});

Deno.test("a question beside another that is nobody's is answered; knowing somebody else's service is not knowing ours", () => {
  const { bus, heard } = settled();
  bus.say(ASKER, ask([["other.local", "A"], [HOST, "A"]]));
  assert.deepEqual(heard().map(({ answers }) => answers), [[A]]);
  const others = serviceRecords({ ...SERVICE, label: "other" })[0]!;
  bus.say(ASKER, ask([[KIND, "PTR"]], { answers: [{ ...others, ttl: 4500 }] }));
  bus.pass(WAIT);
  assert.deepEqual(heard().at(-1)!.answers, [`${TYPE.PTR} ${KIND}`]);
});

Deno.test("a plain resolver is answered for what is ours, with those questions and no others, twenty times at once", () => {
  const { bus, mark } = settled();
  const plainly = (questions: [string, string][]) =>
    bus.say(ASKER, ask(questions, { id: 7 }), undefined, 40_000);
  const replies = () =>
    bus.said.slice(mark).filter(({ to }) => to.port === 40_000).map(({ message }) => message);
  plainly([["other.local", "A"]]);
  assert.deepEqual(replies(), [], "what is not ours is somebody else's to answer");
  plainly([["other.local", "A"], [HOST, "A"], [NAME, "SRV"]]);
  assert.deepEqual(replies()[0]!.questions.map(({ name }) => name), [HOST, NAME]);
  for (let n = 0; n < 30; n++) plainly([[HOST, "A"]]);
  assert.equal(replies().length, 20);
});

Deno.test("a message from a network that is gone moves nothing, and what waited for one is not said there any more", () => {
  const { bus, station, heard } = settled();
  const question = readMessage(ask([[HOST, "A"]]))!;
  const from = { address: ASKER, port: 5353 };
  assert.deepEqual(station.responder.heard(question, from, "lan1", false, bus.now), []);
  bus.say(ASKER, ask([[KIND, "PTR"]]));
  station.responder.setLinks([linkAt("10.0.0.1", "lan1")], bus.now);
  assert.ok(station.responder.wakeAt > bus.now + WAIT);
  bus.pass(WAIT + 50);
  assert.deepEqual(heard(), []);
});

Deno.test("who leaves before anything was announced takes nothing back", () => {
  const bus = new Bus();
  const station = new Station(bus, "10.0.0.1", { hosts: ["club-example"], service: SERVICE });
  station.leave();
  assert.deepEqual(bus.said, []);
});

Deno.test("the host's own name that its system answers for is looked for by a question, every five minutes", () => {
  const bus = new Bus();
  new Station(bus, "10.0.0.1", { hosts: ["pi"], own: "pi" });
  bus.pass(10_000);
  bus.say("10.0.0.1", probeFor("pi.local", hostRecords("pi.local", ["10.0.0.1"])));
  bus.pass(1000);
  const mark = bus.said.length;
  bus.pass(299_000);
  const asked = () =>
    bus.said.slice(mark).map(({ message }) => message.questions.map(({ name, type }) => `${type} ${name}`));
  assert.deepEqual(asked(), [[`${TYPE.A} pi.local`]]);
  bus.say("10.0.0.1", announcement(hostRecords("pi.local", ["10.0.0.1"])));
  bus.pass(10_000);
  assert.equal(asked().filter((one) => one.length > 0).length, 1, "answered");
});
