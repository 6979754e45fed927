/**
 * A receiver box in thirty lines, with nothing but what the platform gives: it enrols under a one-time code and hands one
 * packet over. `deno run -N tools/box_example.ts <gateway> <code> <box id> <receiving station> <monitor line>`
 */
const [gateway, code, box, site, line] = Deno.args as [string, string, string, string, string];
const { publicKey, privateKey } = await crypto.subtle.generateKey("Ed25519", true, [
  "sign",
  "verify",
]) as CryptoKeyPair;
const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll(
    "=",
    "",
  );
const sign = async (text: string) =>
  base64url(await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(text)));
const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const now = () => Math.floor(Date.now() / 1000);
const json = { "content-type": "application/json" };

// Enrol: the signed document is canonical JSON, its members in alphabetical order, behind a prefix and a line feed.
const document = { at: now(), box, code, key: base64url(await crypto.subtle.exportKey("raw", publicKey)) };
const sig = await sign(`svc-box-enroll/1\n${JSON.stringify(document)}`);
const enrolled = await fetch(`${gateway}/ingest/enroll`, {
  method: "POST",
  headers: json,
  body: JSON.stringify({ ...document, sig }),
});
console.log("enrolled", enrolled.status, await enrolled.text());

// Hand over: every request is signed over method, path with query, time, a nonce of its own and the body's SHA-256.
const body = JSON.stringify({ packets: [{ raw: line, heardAt: now(), via: "rf", port: "kiss", site }] });
const [at, nonce] = [String(now()), crypto.randomUUID()];
const digest = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body)));
const signed = await sign(`svc-box/1\nPOST /ingest\n${at}\n${nonce}\n${digest}`);
const headers = { ...json, "x-box-id": box, "x-box-at": at, "x-box-nonce": nonce, "x-box-sig": signed };
const taken = await fetch(`${gateway}/ingest`, { method: "POST", headers, body });
console.log("taken", taken.status, await taken.text());
