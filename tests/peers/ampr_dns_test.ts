/** ampr proofs against a real signing server (knot) and real validating resolvers (unbound, DoH over HTTP/2). */
import assert from "node:assert/strict";
import { amprRecord, checkAmpr } from "../../src/accounts/proofs/ampr.ts";
import { dnsPeersThere, HOW_TO_GET_DNS, startDns } from "../kit/dns_peers.ts";
import { missing } from "../kit/test_data.ts";

const CODE = "current-code";
const txt = (call: string, value: string) => `_svc-verify.${call} 60 TXT ${value}`;
const RECORDS = [
  txt("oe1abc", `"svc-verify=${CODE}"`),
  txt("oe1cut", `"svc-ver" "ify=" "${CODE}"`),
  txt("oe1bad", `"svc-verify=old-code"`),
  `_svc-verify.oe1cnm 60 CNAME _svc-verify.oe1abc`,
].join("\n");
const ELSEWHERE = txt("oe1abc", `"svc-verify=forged"`);

const ask = (call: string, zone: string) => amprRecord(call, zone, CODE);
const refused = (reason: string) => ({ proved: false, reason });

Deno.test({
  name: "knot and unbound: ampr records are proved and refused",
  ignore: missing("knot and unbound", dnsPeersThere(), HOW_TO_GET_DNS),
  sanitizeResources: false,
  fn: async (t) => {
    const dns = await startDns([
      { zones: { "ampr.test": RECORDS, "plain.test": RECORDS }, signed: ["ampr.test"] },
      { zones: { "ampr.test": ELSEWHERE, "plain.test": ELSEWHERE }, signed: [] },
    ]);
    try {
      const validating = await dns.resolver({ address: "127.0.0.1", server: 0, anchor: dns.ds(0) });
      const plain = await dns.resolver({ address: "127.0.0.2", server: 0 });
      const third = await dns.resolver({ address: "127.0.0.3", server: 0 });
      const forging = await dns.resolver({ address: "127.0.0.4", server: 1 });
      const fooled = await dns.resolver({ address: "127.0.0.5", server: 1, anchor: dns.ds(0) });
      const check = (resolvers: string[], call: string, zone: string) => {
        const { name, value } = ask(call, zone);
        return checkAmpr(dns.fetch, resolvers, name, value);
      };
      await t.step("a signed zone proves with one resolver", async () => {
        assert.deepEqual(await check([validating], "OE1ABC", "ampr.test"), { proved: true, proof: "dnssec" });
      });
      await t.step("character-strings are joined", async () => {
        assert.deepEqual(await check([validating], "OE1CUT", "ampr.test"), { proved: true, proof: "dnssec" });
      });
      await t.step("a wrong code is refused", async () => {
        assert.deepEqual(await check([validating], "OE1BAD", "ampr.test"), refused("wrong_code"));
      });
      await t.step("a CNAME is refused, though the code stands behind it", async () => {
        assert.deepEqual(await check([validating], "OE1CNM", "ampr.test"), refused("cname"));
        assert.deepEqual(await check([plain, third], "OE1CNM", "plain.test"), refused("cname"));
      });
      await t.step("a name that is not there is told as such", async () => {
        assert.deepEqual(await check([validating], "OE1NIX", "ampr.test"), refused("not_published"));
      });
      await t.step("unsigned with one resolver is too few", async () => {
        assert.deepEqual(await check([validating], "OE1ABC", "plain.test"), {
          proved: false,
          reason: "too_few_resolvers",
          answered: 1,
        });
      });
      await t.step("unsigned with three that agree proves", async () => {
        assert.deepEqual(await check([validating, plain, third], "OE1ABC", "plain.test"), {
          proved: true,
          proof: "3 resolvers",
        });
      });
      await t.step("unsigned with two that disagree is refused", async () => {
        assert.deepEqual(
          await check([plain, forging], "OE1ABC", "plain.test"),
          refused("resolvers_disagree"),
        );
      });
      await t.step("a resolver that is away leaves the other two to agree", async () => {
        const away = "https://127.0.0.1:1/dns-query";
        assert.deepEqual(await check([away, plain, third], "OE1ABC", "plain.test"), {
          proved: true,
          proof: "2 resolvers",
        });
        assert.deepEqual(await check([away, plain], "OE1ABC", "plain.test"), {
          proved: false,
          reason: "too_few_resolvers",
          answered: 1,
        });
      });
      await t.step("an answer whose signatures do not hold is bogus, whatever others say", async () => {
        assert.deepEqual(await check([fooled, plain, third], "OE1ABC", "ampr.test"), refused("dnssec_bogus"));
      });
    } finally {
      await dns.stop();
    }
  },
});
