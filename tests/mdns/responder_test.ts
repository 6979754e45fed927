/** Hosts that share a network: who gets a name, what is answered to whom, and how little a storm moves. */
import assert from "node:assert/strict";
import { encode } from "dns-packet";
import { TYPE } from "../../src/mdns/read.ts";
import {
  announcement,
  askFor,
  goodbye,
  hostRecords,
  probeFor,
  serviceRecords,
} from "../../src/mdns/records.ts";
import { Bus, linkAt, Station } from "./bus.ts";

const service = (label = "club-example", port = 8787) => ({
  kind: "_svc._tcp",
  label,
  port,
  text: ["id=club.example", "fp=0011223344556677", "path=/.well-known/svc"],
});
const club = (bus: Bus, address = "10.0.0.1") =>
  new Station(bus, address, { hosts: ["club-example"], service: service() });
const ask = (name: string, type: string, over: object = {}): Uint8Array =>
  Uint8Array.from(encode({ type: "query", questions: [{ name, type, class: "IN" }], ...over }));
const settled = () => {
  const bus = new Bus();
  const station = club(bus);
  bus.pass(10_000);
  return { bus, station, mark: bus.said.length };
};
const KIND = "_svc._tcp.local", NAME = `club-example.${KIND}`, HOST = "club-example.local";

Deno.test("a name is asked for three times, a quarter of a second apart, then announced twice", () => {
  const bus = new Bus();
  const station = new Station(bus, "10.0.0.1", { hosts: ["club-example"] });
  bus.pass(10_000);
  assert.deepEqual(
    bus.said.map(({ at, message }) => [at - 1125, message.isAnswer, message.authorities.length]),
    [[0, false, 1], [250, false, 1], [500, false, 1], [750, true, 0], [1750, true, 0]],
  );
  assert.deepEqual(station.responder.names(), [HOST]);
});

Deno.test("who asks for the kind hears the instance with its place, texts and address, a moment later", () => {
  const { bus, mark } = settled();
  bus.say("10.0.0.9", askFor([{ name: KIND, type: "PTR" }]));
  assert.equal(bus.said.length, mark + 1, "not at once: several may have the kind");
  bus.pass(120);
  const { message } = bus.said.at(-1)!;
  assert.deepEqual(message.answers.map(({ type, data, ttl }) => [type, data, ttl]), [[TYPE.PTR, NAME, 4500]]);
  assert.deepEqual(message.additionals.map(({ type, name }) => `${type} ${name}`), [
    `${TYPE.A} ${HOST}`,
    `${TYPE.NSEC} ${HOST}`,
    `${TYPE.SRV} ${NAME}`,
    `${TYPE.TXT} ${NAME}`,
    `${TYPE.NSEC} ${NAME}`,
  ]);
  const place = message.additionals.find(({ type }) => type === TYPE.SRV)!.data;
  assert.deepEqual(place, { port: 8787, target: HOST });
});

Deno.test("what is ours alone is answered at once: address, place, texts, the kinds there are, and that there is no IPv6", () => {
  const wanted: [string, string, string[]][] = [
    [HOST, "A", [`1 ${HOST} 120`]],
    ["CLUB-EXAMPLE.Local", "A", [`1 ${HOST} 120`]],
    [HOST, "AAAA", [`47 ${HOST} 120`]],
    [HOST, "ANY", [`1 ${HOST} 120`]],
    [NAME, "SRV", [`33 ${NAME} 120`]],
    [NAME, "TXT", [`16 ${NAME} 4500`]],
    ["_services._dns-sd._udp.local", "PTR", ["12 _services._dns-sd._udp.local 4500"]],
    ["other.local", "A", []],
    ["_http._tcp.local", "PTR", []],
    [`x.${NAME}`, "SRV", []],
  ];
  for (const [name, type, answered] of wanted) {
    const { bus, mark } = settled();
    bus.say("10.0.0.9", ask(name, type));
    bus.pass(200);
    assert.deepEqual(bus.answersSince(mark), answered, `${type} ${name}`);
  }
  const { bus } = settled();
  bus.say("10.0.0.9", ask(HOST, "A"));
  bus.pass(200);
  const besides = bus.said.at(-1)!.message.additionals.map(({ type, name }) => `${type} ${name}`);
  assert.deepEqual(besides, [`${TYPE.NSEC} ${HOST}`], "with an address goes that there is none of IPv6");
});

Deno.test("what the asker knows already is not said again, unless it is half over", () => {
  const known = (ttl: number) =>
    ask(KIND, "PTR", { answers: [{ type: "PTR", name: KIND, ttl, data: NAME }] });
  const { bus, mark } = settled();
  bus.say("10.0.0.9", known(2250));
  bus.pass(200);
  assert.deepEqual(bus.answersSince(mark), []);
  bus.say("10.0.0.9", known(2249));
  bus.pass(200);
  assert.deepEqual(bus.answersSince(mark), [`12 ${KIND} 4500`]);
});

Deno.test("a plain resolver gets an ordinary answer of its own: its question, its number, short times", () => {
  const { bus, mark } = settled();
  bus.say("10.0.0.9", ask(HOST, "A", { id: 4711 }), undefined, 40_000);
  const reply = bus.said[mark + 1]!;
  assert.deepEqual(reply.to, { address: "10.0.0.9", port: 40_000 });
  assert.deepEqual([reply.message.id, reply.message.questions.length], [4711, 1]);
  assert.deepEqual(bus.answersSince(mark), [`1 ${HOST} 10`]);
  bus.say("10.0.0.9", ask(HOST, "AAAA", { id: 4712 }), undefined, 40_000);
  assert.deepEqual([bus.said.at(-1)!.message.id, bus.said.at(-1)!.message.answers], [4712, []]);
});

Deno.test("a storm of questions moves little: each record once a second to all, ten a second to plain resolvers", () => {
  const { bus, mark } = settled();
  for (let n = 0; n < 1000; n++) {
    bus.say("10.0.0.9", ask(n % 2 ? HOST : KIND, n % 2 ? "A" : "PTR"));
    bus.say("10.0.0.9", ask(HOST, "A"), undefined, 40_000);
    bus.pass(5);
  }
  const answers = bus.said.slice(mark).filter(({ message }) => message.isAnswer);
  assert.ok(answers.filter(({ to }) => to.address === "group").length <= 12);
  assert.ok(answers.filter(({ to }) => to.port === 40_000).length <= 20 + 50);
});

Deno.test("goodbye: everything that was announced is taken back, and a browser hears it as no sighting", () => {
  const { bus, station, mark } = settled();
  const ears = new Station(bus, "10.0.0.5", { listens: true });
  station.leave();
  const taken = bus.answersSince(mark);
  assert.deepEqual(taken, [
    `1 ${HOST} 0`,
    `12 ${KIND} 0`,
    "12 _services._dns-sd._udp.local 0",
    `33 ${NAME} 0`,
    `16 ${NAME} 0`,
  ]);
  assert.deepEqual(ears.found, []);
});

Deno.test("a name that another host has is left to it, with the service under it, and asked for again after five minutes", () => {
  const { bus, station } = settled();
  const late = new Station(bus, "10.0.0.2", {
    hosts: ["club-example"],
    service: service("club-example", 9999),
  });
  bus.pass(5000);
  assert.deepEqual([late.responder.names(), late.responder.lost()], [[], [HOST, NAME]]);
  assert.deepEqual(station.responder.names(), [HOST]);
  const mark = bus.said.length;
  bus.say("10.0.0.9", ask(NAME, "SRV"));
  bus.pass(200);
  const place = bus.said.slice(mark).flatMap(({ message }) => message.answers).map(({ data }) => data);
  assert.deepEqual(place, [{ port: 8787, target: HOST }]);
  station.leave();
  bus.pass(3000);
  assert.deepEqual(late.responder.names(), [], "asked for a moment ago");
  bus.pass(310_000);
  assert.deepEqual(late.responder.names(), [HOST]);
});

Deno.test("a name that another host takes away is told at once, and again only after it was ours", () => {
  const bus = new Bus();
  const told: [string, number][] = [];
  const station = new Station(bus, "10.0.0.1", {
    hosts: ["club-example"],
    lost: (name) => told.push([name, bus.now]),
  });
  bus.pass(70_000);
  const spoof = () => bus.say("10.0.0.66", announcement(hostRecords(HOST, ["10.0.0.66"])));
  spoof(); // in doubt: asked for anew
  assert.deepEqual(told, []);
  bus.pass(300);
  spoof();
  assert.deepEqual([station.responder.lost(), told], [[HOST], [[HOST, bus.now]]]);
  // Asked for again after five minutes, and still another's: nothing new.
  bus.pass(300_300);
  assert.deepEqual(station.responder.lost(), []);
  spoof();
  assert.deepEqual([station.responder.lost(), told.length], [[HOST], 1]);
  bus.pass(400_000);
  assert.deepEqual(station.responder.names(), [HOST]);
  spoof();
  bus.pass(300);
  spoof();
  assert.deepEqual(told.at(-1), [HOST, bus.now]);
  assert.equal(told.length, 2);
});

Deno.test("whoever leaves frees the name: it is asked for again at once, but by no number of false goodbyes more often", () => {
  const bus = new Bus();
  const stations = ["10.0.0.1", "10.0.0.1"].map((address) =>
    new Station(bus, address, { hosts: ["pi"], own: "pi" })
  );
  bus.pass(20_000);
  const answering = () => {
    const mark = bus.said.length;
    bus.say("10.0.0.9", ask("pi.local", "A"));
    return bus.answersSince(mark).length;
  };
  assert.ok(answering() > 0);
  stations[0]!.leave();
  bus.pass(5000);
  assert.equal(answering(), 1, "the other program of the host");
  // Another host has it, and somebody says again and again that it leaves.
  const other = new Station(bus, "10.0.0.2", { hosts: ["pi"] });
  bus.pass(10_000);
  assert.deepEqual(other.responder.lost(), ["pi.local"]);
  const mark = bus.said.length;
  for (let n = 0; n < 600; n++) {
    bus.say("10.0.0.66", goodbye(hostRecords("pi.local", ["10.0.0.1"])));
    bus.pass(100);
  }
  const asked = bus.said.slice(mark).filter(({ from }) => from === "10.0.0.2").length;
  assert.ok(asked > 0 && asked <= 18, `${asked} messages in a minute`);
});

Deno.test("of two that ask at the same moment one gets the name, and the other hears of it", () => {
  for (const [first, second] of [["10.0.0.1", "10.0.0.2"], ["10.0.0.2", "10.0.0.10"]]) {
    const bus = new Bus();
    const both = [first!, second!].map((address) => new Station(bus, address, { hosts: ["club-example"] }));
    bus.pass(10_000);
    assert.deepEqual(both.map(({ responder }) => responder.names().length), [0, 1], "the higher address");
  }
});

Deno.test("the host's own name: taken while nobody answers for it, given up to the host's service when that one starts", () => {
  const bus = new Bus();
  const options = { hosts: ["club-example", "pi"], own: "pi" };
  const station = new Station(bus, "10.0.0.1", options);
  bus.pass(10_000);
  assert.deepEqual(station.responder.names(), [HOST, "pi.local"]);
  const says = (name: string) => {
    const mark = bus.said.length;
    bus.say("10.0.0.9", ask(name, "A"));
    return bus.answersSince(mark).length;
  };
  assert.equal(says("pi.local"), 1);
  // The system's own service asks for the name, from the same host.
  let mark = bus.said.length;
  bus.say("10.0.0.1", probeFor("pi.local", hostRecords("pi.local", ["10.0.0.1"])));
  assert.deepEqual(bus.answersSince(mark), [], "it gets the name unanswered");
  bus.pass(2000);
  assert.equal(says("pi.local"), 0);
  assert.equal(says(HOST), 1);
  assert.deepEqual(station.responder.names(), [HOST, "pi.local"], "both still lead here");
  // After five minutes it is looked for; it answers, and nothing changes. When it is gone the name is taken again.
  mark = bus.said.length;
  bus.pass(300_000);
  bus.say("10.0.0.1", announcement(hostRecords("pi.local", ["10.0.0.1"])));
  bus.pass(10_000);
  assert.equal(says("pi.local"), 0);
  bus.pass(320_000);
  assert.equal(says("pi.local"), 1);
});

Deno.test("the host's own name where its service runs already is that one's; from another host the name is taken", () => {
  const start = (from: string, data: string) => {
    const bus = new Bus();
    const station = new Station(bus, "10.0.0.1", { hosts: ["pi"], own: "pi" });
    bus.pass(300);
    bus.say(from, announcement(hostRecords("pi.local", [data])));
    bus.pass(5000);
    return [station.responder.names(), station.responder.lost()];
  };
  assert.deepEqual(start("10.0.0.1", "10.0.0.1"), [["pi.local"], []]);
  assert.deepEqual(start("10.0.0.7", "10.0.0.7"), [[], ["pi.local"]]);
});

Deno.test("somebody who claims a name in use: doubted at most once a minute, defended when asked, never believed unasked for long", () => {
  const { bus, station } = settled();
  const lie = announcement(hostRecords(HOST, ["10.0.0.66"]));
  bus.pass(60_000);
  const mark = bus.said.length;
  for (let n = 0; n < 100; n++) {
    bus.say("10.0.0.66", lie);
    bus.pass(100);
  }
  const asked = bus.said.slice(mark).filter(({ from, message }) => from === "10.0.0.1" && !message.isAnswer);
  assert.ok(asked.length <= 1, "it asked anew, met the lie and left the name");
  // The liar gone, the name comes back by itself.
  bus.pass(310_000);
  assert.deepEqual(station.responder.names(), [HOST]);
  const again = bus.said.length;
  bus.say("10.0.0.66", probeFor(HOST, hostRecords(HOST, ["10.0.0.66"])));
  assert.deepEqual(bus.answersSince(again), [`1 ${HOST} 120`], "whoever asks before claiming is told");
});

Deno.test("an answer that does not come from port 5353 claims nothing", () => {
  const bus = new Bus();
  const station = club(bus);
  bus.pass(300);
  bus.say("10.0.0.66", announcement(hostRecords(HOST, ["10.0.0.66"])), undefined, 5354);
  bus.pass(5000);
  assert.deepEqual(station.responder.names(), [HOST]);
});

Deno.test("a service whose host name somebody else has is not announced: its callers would go there", () => {
  const bus = new Bus();
  const station = club(bus);
  bus.pass(300);
  bus.say("10.0.0.66", announcement(hostRecords(HOST, ["10.0.0.66"])));
  bus.pass(5000);
  assert.deepEqual(station.responder.lost(), [HOST]);
  const mark = bus.said.length;
  bus.say("10.0.0.9", ask(NAME, "SRV"));
  bus.say("10.0.0.9", ask(KIND, "PTR"));
  bus.pass(500);
  assert.deepEqual(bus.answersSince(mark), []);
});

Deno.test("on another network everything is asked for anew, with that network's addresses", () => {
  const { bus, station } = settled();
  station.responder.setLinks([linkAt("10.0.0.3")], bus.now);
  const early = bus.said.length;
  bus.say("10.0.0.9", ask(HOST, "A"));
  assert.deepEqual(bus.answersSince(early), [], "not before it was asked for");
  bus.pass(5000);
  assert.deepEqual(station.responder.names(), [HOST]);
  const mark = bus.said.length;
  bus.say("10.0.0.9", ask(HOST, "A"));
  assert.deepEqual(bus.said.slice(mark).flatMap(({ message }) => message.answers).map(({ data }) => data), [
    "10.0.0.3",
  ]);
  station.responder.setLinks([], bus.now);
  assert.deepEqual([station.responder.names(), station.responder.wakeAt], [[], Infinity]);
});

Deno.test("a browser asks at once, twice more, then every five minutes", () => {
  const bus = new Bus();
  new Station(bus, "10.0.0.5", { listens: true, link: linkAt("10.0.0.5") });
  bus.pass(700_000);
  assert.deepEqual(bus.said.map(({ at }) => at - 1050), [0, 1000, 5000, 305_000, 605_000]);
  assert.ok(bus.said.every(({ message }) => message.questions[0]!.name === KIND));
});

Deno.test("a browser finds what answers, and asks for what an answer leaves out", () => {
  const bus = new Bus();
  const ears = new Station(bus, "10.0.0.5", { listens: true });
  club(bus);
  bus.pass(5000);
  const [found] = ears.found;
  assert.deepEqual([found!.label, found!.port, found!.from, found!.text.get("id")], [
    "club-example",
    8787,
    "10.0.0.1",
    "club.example",
  ]);
  bus.pass(400_000);
  const mark = bus.said.length;
  const pointer = serviceRecords(service("other"))[0]!;
  bus.say("10.0.0.7", announcement([pointer]));
  bus.say("10.0.0.7", announcement([pointer]));
  const asked = bus.said.slice(mark).filter(({ from }) => from === "10.0.0.5");
  assert.deepEqual(asked.map(({ message }) => message.questions.map(({ type }) => type)), [[
    TYPE.SRV,
    TYPE.TXT,
  ]]);
});

Deno.test("a browser bounds what strangers make it ask and tell", () => {
  const bus = new Bus();
  const ears = new Station(bus, "10.0.0.5", { listens: true });
  bus.pass(10_000);
  const mark = bus.said.length;
  for (let n = 0; n < 200; n++) bus.say("10.0.0.66", announcement([serviceRecords(service(`liar${n}`))[0]!]));
  assert.equal(bus.said.slice(mark).filter(({ from }) => from === "10.0.0.5").length, 32);
  bus.say(
    "10.0.0.66",
    announcement(Array.from({ length: 20 }, (_, n) => serviceRecords(service(`b${n}`))).flat()),
  );
  assert.equal(ears.found.length, 8);
  const before = ears.found.length;
  bus.say("10.0.0.66", announcement(serviceRecords({ ...service("c"), kind: "_http._tcp" })));
  bus.say("10.0.0.66", ask(KIND, "PTR"));
  assert.equal(ears.found.length, before);
});
