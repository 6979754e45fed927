/** When the program collects what a burst has left. */
import assert from "node:assert/strict";
import { restJobs } from "../../src/wiring/rest.ts";

function resting() {
  let asked = 0, used = 100, collected = 0;
  const [job] = restJobs(() => asked, {
    collect: () => {
      collected++;
      used = 100;
    },
    used: () => used,
  });
  return {
    /** One look, after so many requests that have left so much; how often was collected in it. */
    look(requests: number, left: number): number {
      asked += requests;
      used += left;
      const before = collected;
      void job!.run();
      return collected - before;
    },
  };
}

Deno.test("what a burst has left is collected twice once nobody asks, and not while somebody does", () => {
  const at = resting();
  assert.deepEqual([at.look(0, 0), at.look(0, 0)], [0, 0], "what the start has left");
  assert.equal(at.look(30, 900), 0, "somebody asks");
  assert.deepEqual([at.look(29, 0), at.look(0, 0), at.look(0, 0)], [1, 1, 0]);
  assert.equal(at.look(0, 20), 0, "hardly anything is left");
  assert.equal(at.look(0, 1), 1);
  assert.equal(at.look(30, 0), 0, "the second waits too");
  assert.equal(at.look(0, 0), 1);
});

Deno.test("an engine that cannot be asked has no such job", () => {
  assert.deepEqual(restJobs(() => 0, { collect: undefined, used: () => 0 }), []);
});
