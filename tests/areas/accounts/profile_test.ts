import assert from "node:assert/strict";
import { EmailAddress, EMPTY_PROFILE, NewProfile } from "../../../src/accounts/cards/profile.ts";

Deno.test("a profile replaces all: what is not named is emptied, and it is hidden until switched on", () => {
  assert.deepEqual(EMPTY_PROFILE, {
    displayName: null,
    homeGrid: null,
    avatarUrl: null,
    bio: null,
    links: [],
    publicContact: null,
    profilePublic: false,
  });
});
Deno.test("tags and control characters go, and texts keep their limits", () => {
  const card = NewProfile.parse({
    displayName: " <b>Ann</b>\u0000\u202e of\nVienna ",
    homeGrid: "JN88ee",
    avatarUrl: "https://pics.example/a.png",
    bio: "one<script>x</script>\ntwo",
    links: [{ label: "<i>Club</i>", url: "http://club.example/" }],
    publicContact: "Ann@Example.org",
    profilePublic: true,
  });
  assert.equal(card.displayName, "Ann of Vienna");
  assert.equal(card.bio, "onex\ntwo");
  assert.equal(card.links[0]?.label, "Club");
  assert.equal(card.publicContact, "ann@example.org");
});
Deno.test("empty texts count as none", () => {
  assert.equal(NewProfile.parse({ homeGrid: "", publicContact: "", avatarUrl: "" }).homeGrid, null);
});
for (
  const bad of [
    { displayName: "x".repeat(61) },
    { homeGrid: "ZZ99" },
    { homeGrid: "JN88e" },
    { avatarUrl: "javascript:alert(1)" },
    { avatarUrl: "ftp://a.example/x" },
    { avatarUrl: "https://u:p@a.example/" },
    { avatarUrl: "https://a.example/" + "x".repeat(300) },
    { bio: "x".repeat(501) },
    { links: Array(6).fill({ label: "a", url: "https://a.example/" }) },
    { links: [{ label: "", url: "https://a.example/" }] },
    { links: [{ label: "x".repeat(41), url: "https://a.example/" }] },
    { links: [{ label: "a", url: "data:text/html,x" }] },
    { publicContact: "nobody" },
    { profilePublic: "yes" },
  ]
) {
  Deno.test(`a profile with ${JSON.stringify(bad).slice(0, 60)} is refused`, () => {
    assert.equal(NewProfile.safeParse(bad).success, false);
  });
}
Deno.test("an email address is one plain address, in lower case", () => {
  assert.equal(EmailAddress.parse(" Ann@Example.ORG "), "ann@example.org");
  for (const bad of ["a@b", "a b@c.de", "a@b.c\nBcc: x@y.z", "<a@b.cd>", ""]) {
    assert.equal(EmailAddress.safeParse(bad).success, false, bad);
  }
});
