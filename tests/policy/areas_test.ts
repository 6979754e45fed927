/** The plan of areas: what each keeps, needs, asks and hears, and the order that follows. */
import assert from "node:assert/strict";
import { type Area, type Gathered, openAll } from "../../src/plan/mod.ts";

/** What areas of these tests take: any name, any value. */
type Any = Record<string, string>;
type Told = { rang: string };

const made: string[] = [];
const plan = (name: string, over: Partial<Area<Any, Told>>): Area<Any, Told> => ({
  name,
  needs: [],
  ...over,
});
/** An area that keeps one thing, made of all that it needs. */
const keeper = (name: string, thing: string, needs: readonly string[]): Area<Any, Told> =>
  plan(name, {
    needs,
    keeps: {
      [thing]: (needed) => {
        made.push(name);
        return `${thing}(${needs.map((need) => needed[need]).join()})`;
      },
    },
  });
const opened = (areas: readonly Area<Any, Told>[]) =>
  openAll<Any, Told, unknown>(areas, { db: "db" }, ["rang"]);

Deno.test("what is kept is made before whoever needs it, however the areas are listed", () => {
  made.length = 0;
  const { kept } = opened([
    keeper("club", "logo", ["db", "sender"]),
    keeper("stations", "sender", ["db", "calls"]),
    keeper("accounts", "calls", ["db"]),
  ]);
  assert.deepEqual(made, ["accounts", "stations", "club"]);
  assert.equal(kept.logo, "logo(db,sender(db,calls(db)))");
});

Deno.test("a list that does not fit is refused by the names of those whom it concerns, and nothing is made", () => {
  const refused = (areas: readonly Area<Any, Told>[], ...words: string[]) => {
    made.length = 0;
    assert.throws(() => opened(areas), (error: Error) => {
      for (const word of words) assert.ok(error.message.includes(word), `${error.message} lacks: ${word}`);
      return error instanceof TypeError;
    });
    assert.deepEqual(made, []);
  };
  refused([keeper("club", "logo", ["paint"])], "club needs paint, which nobody keeps");
  refused(
    [keeper("club", "logo", []), plan("live", { asks: ["hub"] })],
    "live needs hub, which nobody keeps",
  );
  refused([keeper("club", "logo", []), keeper("web", "logo", [])], "club and web keep logo");
  refused([keeper("club", "db", [])], "the house and club keep db");
  refused(
    [plan("club", { hears: { rung: () => {} } as Area<Any, Told>["hears"] })],
    "club hears rung, which nobody tells",
  );
  refused(
    [
      keeper("bbs", "mail", ["db"]),
      keeper("club", "logo", ["stamp"]),
      keeper("stations", "sender", ["logo"]),
      keeper("accounts", "stamp", ["sender"]),
    ],
    "club, accounts, stations, club",
  );
});

Deno.test("areas that need each other: one asks when it acts, and not before", () => {
  let ask: (() => string) | undefined;
  const { kept } = opened([
    plan("stations", {
      needs: ["db"],
      asks: ["caches"],
      keeps: {
        stations: (_, asked) => {
          ask = () => asked.caches!;
          return "stations";
        },
      },
    }),
    keeper("caches", "caches", ["stations"]),
  ]);
  assert.equal(ask!(), "caches(stations)");
  assert.equal(kept.caches, "caches(stations)");
  assert.throws(
    () =>
      opened([
        plan("stations", { asks: ["caches"], keeps: { stations: (_, { caches }) => caches } }),
        keeper("caches", "caches", ["stations"]),
      ]),
    /stations asks for caches before it is there/,
  );
});

Deno.test("an area is given what it names and what it keeps, nothing else", () => {
  let given: Any = {};
  opened([
    keeper("accounts", "calls", ["db"]),
    keeper("stations", "sender", ["db"]),
    plan("club", {
      needs: ["calls"],
      asks: ["sender"],
      keeps: { logo: () => "logo" },
      close: (parts) => given = parts,
    }),
  ]).close();
  assert.deepEqual(given, { calls: "calls(db)", sender: "sender(db)", logo: "logo" });
});

Deno.test("what areas give is gathered in the order of the list; who hears is told in it, and what is opened ends backwards", () => {
  const heard: string[] = [], closed: string[] = [];
  const one = (name: string, needs: readonly string[], keeps: string): Area<Any, Told> => ({
    ...keeper(name, keeps, needs),
    hears: { rang: (parts, told) => heard.push(`${name} ${parts[keeps]} ${told}`) },
    jobs: () => [{ name, when: 1000, run: () => {} }],
    data: () => ({ name, export: () => ({}), erase: () => {} }),
    close: () => closed.push(name),
  });
  const all = opened([one("club", ["calls"], "logo"), one("accounts", ["db"], "calls")]);
  const gathered = (all.kept as unknown as { gathered: Gathered }).gathered;
  assert.deepEqual(gathered.jobs().map(({ name }) => name), ["club", "accounts"]);
  assert.deepEqual(gathered.data().map(({ name }) => name), ["club", "accounts"]);
  assert.equal(gathered.jobs(), gathered.jobs(), "made once");
  for (const listener of all.listeners.rang) listener("at noon");
  assert.deepEqual(heard, ["club logo(calls(db)) at noon", "accounts calls(db) at noon"]);
  all.close();
  assert.deepEqual(closed, ["accounts", "club"]);
});
