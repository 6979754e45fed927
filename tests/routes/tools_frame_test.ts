/** The document in which tools run: its policy is its own, and names no origin of ours. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";

const policyOf = (reply: { headers: Headers }) => reply.headers.get("content-security-policy")!;

appTest("the frame of tools has no origin, and connects to what was granted alone", {
  APP_URL: "https://club.example",
}, async (app) => {
  const alone = await app.visitor.get("/tools/frame?v=abc");
  assert.equal(alone.status, 200);
  assert.match(policyOf(alone), /^sandbox allow-scripts; default-src 'none';/);
  assert.match(policyOf(alone), /connect-src 'none';/);
  assert.match(policyOf(alone), /frame-ancestors 'self'$/);
  assert.doesNotMatch(policyOf(alone), /allow-same-origin|'self';|connect-src [^'h]/);
  assert.equal(alone.headers.get("cache-control"), "public, max-age=31536000, immutable");
  const to = (...origins: string[]) =>
    app.visitor.get(`/tools/frame?connect=${encodeURIComponent(origins.join(","))}`);
  assert.match(
    policyOf(await to("https://a.example", "wss://b.example:8443")),
    /connect-src https:\/\/a\.example wss:\/\/b\.example:8443;/,
  );
  // Our own names are left out, under whichever scheme.
  for (const own of ["https://club.example", "wss://club.example"]) {
    assert.match(policyOf(await to(own)), /connect-src 'none';/, own);
  }
  for (
    const bad of [
      "http://a.example",
      "https://a.example/path",
      "https://a.example; script-src *",
      "https://*",
      "https://*.example",
      "data:",
      "'self'",
      "https://a.example\nx",
      "https://user@a.example",
    ]
  ) {
    const refused = await to(bad);
    assert.deepEqual([refused.status, refused.body.reason], [400, "bad_connect"], bad);
  }
  assert.equal((await to(...Array.from({ length: 8 }, (_, n) => `https://a${n}.example`))).status, 200);
  assert.equal((await to(...Array.from({ length: 9 }, (_, n) => `https://a${n}.example`))).status, 400);
});
