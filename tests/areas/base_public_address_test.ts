import assert from "node:assert/strict";
import { isPublicAddress } from "../../src/base/mod.ts";

Deno.test("only addresses that anybody could reach are public", () => {
  for (
    const address of [
      "93.184.216.34",
      "1.1.1.1",
      "172.32.0.1",
      "2606:4700::1111",
      "2a00:1450::1",
      "::ffff:8.8.8.8",
    ]
  ) {
    assert.equal(isPublicAddress(address), true, address);
  }
  for (
    const address of [
      "127.0.0.1",
      "10.0.0.1",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.0.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
      "224.0.0.1",
      "255.255.255.255",
      "::1",
      "::",
      "fc00::1",
      "fdab::1",
      "fe80::1",
      "ff02::1",
      "64:ff9b::a00:1",
      "2002:a00:1::",
      "::ffff:10.0.0.1",
      "::ffff:a00:1",
      "",
      "localhost",
      "1.2.3",
      "0x7f.1",
      "93.184.216.34 ",
    ]
  ) assert.equal(isPublicAddress(address), false, address);
});
