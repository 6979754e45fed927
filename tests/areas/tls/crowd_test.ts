/** Who is let in at once, of one network and in all. */
import assert from "node:assert/strict";
import { Crowd } from "../../../src/tls/crowd.ts";

/** A connection that only knows whether it was closed. */
function guest() {
  const state = { closed: 0 };
  return { state, conn: { close: () => void state.closed++ } as Deno.TcpConn };
}

Deno.test("a network has 512 places, all have 4096; who leaves frees his, once for each coming", () => {
  const crowd = new Crowd();
  const places = Array.from({ length: 512 }, () => crowd.enter("one", guest().conn)!);
  assert.ok(places.every(Boolean));
  const over = guest();
  assert.equal(crowd.enter("one", over.conn), undefined);
  assert.equal(over.state.closed, 1);
  places[0]![Symbol.dispose]();
  assert.equal(crowd.size, 511);
  places[0] = crowd.enter("one", guest().conn)!;
  assert.ok(places[0]);
  for (let n = 0; n < 4096 - 512; n++) places.push(crowd.enter(`network ${n}`, guest().conn)!);
  assert.ok(places.every(Boolean));
  assert.equal(crowd.size, 4096);
  const late = guest();
  assert.equal(crowd.enter("another", late.conn), undefined);
  assert.equal(late.state.closed, 1);
  for (const place of places) place[Symbol.dispose]();
  assert.equal(crowd.size, 0);
  const again = guest();
  const place = crowd.enter("one", again.conn)!;
  crowd.cut();
  assert.equal(again.state.closed, 1);
  place[Symbol.dispose]();
});
