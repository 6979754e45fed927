/** The part library: where a dragged sheet comes to rest, and that each part says in words what it shows in colour. */
import assert from "node:assert/strict";
import { drawParts } from "../../src/client/app/all_parts/all_parts.tsx";
import { type Stop, stopAfter } from "../../src/client/ui/look/bottom_sheet.tsx";

Deno.test("a dragged sheet rests at the nearest stop, or at the next one in its direction", () => {
  const rests: [from: Stop, share: number, at: Stop][] = [
    ["half", 0.5, "half"],
    ["half", 0.55, "half"],
    ["half", 0.6, "open"],
    ["half", 0.4, "low"],
    ["half", 0.95, "open"],
    ["low", 0.3, "half"],
    ["low", 0.9, "open"],
    ["low", 0.05, "low"],
    ["open", 0.99, "open"],
    ["open", 0.8, "half"],
    ["open", 0.1, "low"],
  ];
  for (const [from, share, at] of rests) assert.equal(stopAfter(from, share), at, `${from} at ${share}`);
});

Deno.test("every part is drawn: what colour says is said by a word or a name too, and nothing is styled inline", () => {
  const html = drawParts();
  assert.doesNotMatch(html, /\sstyle=|<script|\son\w+=/);
  assert.match(html, /<bdi>OE1GUS<i>-9<\/i><\/bdi>/, "the SSID of a call is told apart");
  assert.match(html, /role="img" aria-label="Terrain 2.5 of 5"/);
  assert.match(html, /role="slider"[^>]*aria-valuetext="half open"/);
  assert.match(html, /role="switch"/);
  for (const [mark] of html.matchAll(/<button[^>]*class="round round-mark"[^>]*>/g)) {
    assert.match(mark, /aria-label="[^"]+"/);
  }
  for (const [, drawing] of html.matchAll(/<span class="kind[ "]([^>]*)>/g)) {
    assert.match(drawing!, /aria-hidden/);
  }
  for (const [icon] of html.matchAll(/<svg class="icon"[^>]*>/g)) assert.match(icon, /aria-hidden/);
});
