/** Web pushes as a device shows them, and certificates as people have them. */
import assert from "node:assert/strict";
import { noticeOf } from "../../src/client/phone/push/push_notice.ts";
import { base64Of, certificatesIn } from "../../src/client/account/verify/certificate_files.ts";

Deno.test("a push shows its sentence and leads to what it is about", () => {
  const push = { kind: "cache_found", text: "OE3FND found The old mast (GW7K2)", code: "GW7K2" };
  assert.deepEqual(noticeOf(JSON.stringify(push)), {
    title: "OE3FND found The old mast (GW7K2)",
    options: { tag: "cache_found GW7K2", data: "/c/GW7K2", lang: "en" },
  });
  // A find leads to its own page, in the language that its owner reads.
  assert.deepEqual(
    noticeOf(
      JSON.stringify({ ...push, text: "OE3FND hat The old mast (GW7K2) gefunden", lang: "de", find: 17 }),
    ),
    {
      title: "OE3FND hat The old mast (GW7K2) gefunden",
      options: { tag: "cache_found GW7K2", data: "/find/17", lang: "de" },
    },
  );
  for (const find of [null, 0, -1, 1.5, "17", "/evil", {}]) {
    assert.equal(noticeOf(JSON.stringify({ ...push, find })).options.data, "/c/GW7K2", String(find));
  }
  assert.equal(noticeOf(JSON.stringify({ ...push, lang: "xx" })).options.lang, "en");
  assert.equal(noticeOf(JSON.stringify({ kind: "call_released", text: "x" })).options.data, "/me/calls");
  assert.equal(
    noticeOf(JSON.stringify({ kind: "heard", text: "x", code: null })).options.data,
    "/me/watches",
  );
});

Deno.test("a push that is not ours opens nothing of its own", () => {
  for (const sent of [undefined, "", "no JSON", "[]", "null", `{"text": 5, "code": "../../evil"}`]) {
    const { title, options } = noticeOf(sent);
    assert.equal(title, "Service Gateway", String(sent));
    assert.equal(options.data, "/me");
  }
  assert.equal(noticeOf(JSON.stringify({ text: "x".repeat(500) })).title.length, 200);
});

Deno.test("certificates are read out of PEM, one or more, and out of DER", () => {
  const der = new Uint8Array([0x30, 0x82, 1, 2, 255]);
  const pem = (body: string) => `junk\n-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
  const bytes = (text: string) => new TextEncoder().encode(text);
  assert.deepEqual(certificatesIn(der), [base64Of(der)]);
  assert.deepEqual(certificatesIn(bytes(pem("QUJD\nREVG") + pem("R0hJ"))), ["QUJDREVG", "R0hJ"]);
  assert.equal(base64Of(der), "MIIBAv8=");
});
