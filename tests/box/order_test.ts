/** What goes next out of the spool, and who was heard directly: the edges of two small rules. */
import assert from "node:assert/strict";
import type { Hearing } from "../../src/box/connections/hearing.ts";
import { bytesOf, choose, MOST_ITEMS } from "../../src/box/spool/order.ts";
import { HeardDirect } from "../../src/box/transmit/heard_direct.ts";
import { MOST_ITEMS as TAKEN_AT_ONCE } from "../../src/ingest/intake/items.ts";

const item = (id: number, length = 20) => ({ id, body: "x".repeat(length) });
const ids = (lists: Partial<Parameters<typeof choose>[0]>, items: number, bytes: number) =>
  choose({ urgent: [], fresh: [], backlog: [], ...lists }, { items, bytes }).map(({ id }) => id);

Deno.test("an item that is too large alone goes alone, and blocks nothing", () => {
  const large = item(1, 1000), size = bytesOf(item(2).body);
  for (const list of ["urgent", "fresh", "backlog"] as const) {
    assert.deepEqual(ids({ [list]: [large, item(2)] }, 10, 500), [1], list);
    assert.deepEqual(
      ids({ [list]: [item(2), large, item(3)] }, 10, 500),
      [2],
      `${list}: it comes first next time`,
    );
  }
  // One list that has no room left ends none of the others.
  assert.deepEqual(ids({ urgent: [item(2)], fresh: [large], backlog: [item(3)] }, 10, 2 * size * 2), [2, 3]);
  assert.deepEqual(ids({ fresh: [item(1), item(2), item(3)] }, 10, 2 * size), [1, 2]);
  assert.deepEqual(ids({ fresh: [item(1), item(2), item(3)] }, 10, 2 * size - 1), [1]);
  assert.deepEqual(ids({ backlog: [item(1), item(2), item(3), item(4)] }, 10, 4 * size), [1, 2], "half");
  assert.deepEqual(ids({ urgent: [item(1)], fresh: [item(1), item(2)] }, 2, 1e6), [1, 2], "each once");
  assert.deepEqual(
    ids({ urgent: [item(1)], fresh: [item(1), item(2)], backlog: [item(2)] }, 10, 2 * size),
    [1, 2],
    "what is chosen already takes no room a second time",
  );
});

Deno.test("a batch is as large as the gateway takes it", () => {
  assert.equal(MOST_ITEMS, TAKEN_AT_ONCE);
});

const heard = (more: Partial<Hearing>): Hearing =>
  ({
    connection: 1,
    site: "OE1XYZ-10",
    direct: true,
    via: "rf",
    packet: { source: "OE3GHI-7" },
    atMs: 5000,
    ...more,
  }) as Hearing;

Deno.test("heard directly by radio: not on the mesh, not over the Internet, not through a digipeater", () => {
  const at = (more: Partial<Hearing>) => {
    const stations = new HeardDirect();
    stations.note(heard(more));
    return stations.at(1, "OE1XYZ-10", "OE3GHI-7");
  };
  assert.equal(at({}), 5);
  for (const via of ["meshcom", "aprsis"] as const) assert.equal(at({ via }), undefined, via);
  assert.equal(at({ direct: false }), undefined);
  assert.equal(at({ packet: undefined } as Partial<Hearing>), undefined);
  assert.equal(at({ connection: 2 }), 5, "another receiver of the same site");
  assert.equal(at({ connection: 2, site: null }), undefined);
});
