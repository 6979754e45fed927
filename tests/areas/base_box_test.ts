/** A bbox takes every decimal that JavaScript prints, and nothing that is no decimal. */
import assert from "node:assert/strict";
import { parseBox } from "../../src/base/mod.ts";

Deno.test("a bbox takes the digits that JavaScript prints", () => {
  const boxes = [
    [15.850000000000001, 47.1, 16.200000000000003, 48.300000000000004],
    [1e-7, -1.2345678901234567e-7, 0.5, 5e-324],
    [-180, -90, 180, 90],
  ];
  for (const [minLon, minLat, maxLon, maxLat] of boxes) {
    const text = `${minLon},${minLat},${maxLon},${maxLat}`;
    assert.deepEqual(parseBox(text, 360), { minLon, minLat, maxLon, maxLat }, text);
  }
});

Deno.test("what is no decimal, out of order, off the globe or too large is no bbox", () => {
  for (
    const text of [
      ...[
        "",
        "1,2,3",
        "1,2,3,4,5",
        "a,2,3,4",
        "0x1,2,3,4",
        "1e3,2,3,4",
        "1e,2,3,4",
        "1.,2,3,4",
        ".5,2,3,4",
        "+1,2,3,4",
      ],
      ...[
        "NaN,2,3,4",
        "Infinity,2,3,4",
        "3,2,1,4",
        "1,4,3,2",
        "-181,0,0,1",
        "0,-91,1,0",
        "1 2,2,3,4",
        "--1,2,3,4",
      ],
    ]
  ) {
    assert.equal(parseBox(text, 360), undefined, text);
  }
  assert.deepEqual(parseBox("0,0,20,20"), { minLon: 0, minLat: 0, maxLon: 20, maxLat: 20 });
  assert.equal(parseBox("0,0,20.1,20"), undefined);
  assert.equal(parseBox("0,0,20,20.1"), undefined);
});
