/** The rules behind the page Live: which stations are shown, the drawing of them on a phone, and the tape. */
import assert from "node:assert/strict";
import { countsOf, filterOf, isWanted, offered } from "../../src/client/live/heard/chosen_ways.ts";
import { around, sketched, spotAt, spotsOf } from "../../src/client/live/sketched.ts";
import { inMinute, marksOf, TAPE_S, wound } from "../../src/client/live/tape.ts";
import type { Heard } from "../../src/client/phone/known/heard.ts";
import { projectionOf } from "../../src/client/ui/places/project.ts";

const heard = (call: string, some: Partial<Heard> = {}): Heard => ({
  ...{ call, at: 1000, lat: 48.2, lon: 16.37, symbol: "/>", course: null, speedKmh: null },
  ...{ via: "rf", direct: true, comment: "", mhz: null, emergency: false, trail: [] },
  ...some,
});

Deno.test("filters: by how a station was heard; those that would leave nothing are not offered, but for the one chosen", () => {
  const rows = [
    heard("A"),
    heard("B", { direct: false }),
    heard("C", { via: "aprsis", direct: false }),
    heard("D", { via: "app", direct: false }),
    heard("E", { via: "sent" }),
    heard("F", { at: null }),
  ];
  assert.deepEqual(rows.map(filterOf), ["direct", "digi", "internet", "internet", undefined, undefined]);
  const counts = countsOf(rows);
  assert.deepEqual(counts, { all: 6, direct: 1, digi: 1, mesh: 0, internet: 2 });
  assert.deepEqual(offered(counts, "all"), ["all", "direct", "digi", "internet"]);
  assert.deepEqual(offered(counts, "mesh"), ["all", "direct", "digi", "mesh", "internet"]);
  const wanted = (row: Heard, text: string) => isWanted(row, "direct", text);
  assert.ok(wanted(heard("OE1AAA", { comment: "in the garden" }), "GARDEN"));
  assert.ok(wanted(heard("OE1AAA"), "OE1"));
  assert.ok(!wanted(heard("OE1AAA"), "AAA"), "a call from its start");
  assert.ok(!wanted(rows[1]!, ""));
});

Deno.test("the drawing: the newest stations, laid around most of them; no call lies on another, a tap finds the nearest", () => {
  const many = [...Array(50).keys()].map((i) => heard(`S${i}`, { at: i, lat: 48 + i / 1000, lon: 16 }));
  assert.deepEqual([sketched(many).length, sketched(many)[0]!.call], [40, "S49"]);
  const near = many.slice(0, 4), far = heard("FAR", { lat: 40 });
  assert.deepEqual(around([...near, far]).includes(far), false);
  assert.deepEqual(around([far]), [far]);
  const ground = projectionOf(near, 400, 300);
  const twice = spotsOf(
    [heard("OE1AAA", { lat: 48.0, lon: 16 }), heard("OE1BBB", { lat: 48.0, lon: 16 })],
    ground,
  );
  assert.deepEqual(twice.map(({ named }) => named), [true, false]);
  assert.deepEqual(spotsOf([far], ground), []);
  const [one] = twice;
  assert.equal(spotAt(twice, one!.x + 5, one!.y, 28)?.call, "OE1AAA");
  assert.equal(spotAt(twice, one!.x + 40, one!.y, 28), undefined);
});

Deno.test("the tape: a mark for each packet, in the ink of its way; what is too old runs out of it", () => {
  const position = (call: string, via: string, at = 1000) => ({
    ...{
      type: "position" as const,
      at,
      call,
      lat: 48,
      lon: 16,
      symbol: null,
      course: null,
      via,
      direct: true,
    },
    ...{ speedKmh: null, comment: "", mhz: null, emergency: false },
  });
  const marks = marksOf([
    position("OE1AAA", "rf"),
    position("OE1BBB", "meshcom"),
    position("OE1CCC", "aprsis"),
    { type: "heard", at: 1000, call: "OE1AAA" },
  ]);
  assert.deepEqual(marks.map(({ ink }) => ink), ["radio", "mesh", "net"]);
  assert.equal(marksOf([position("OE1AAA", "rf")])[0]!.height, marks[0]!.height, "a station has one height");
  const later = wound(marks, marksOf([position("OE1DDD", "rf", 1100)]), 1000 + TAPE_S);
  assert.deepEqual([later.length, inMinute(later, 1000 + TAPE_S)], [4, 1]);
  assert.equal(wound(marks, [], 1001 + TAPE_S).length, 0);
  assert.equal(wound([], Array(1000).fill(marks[0]), 1000).length, 400);
});
