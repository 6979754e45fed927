import assert from "node:assert/strict";
import { EmailAddress, EMPTY_PROFILE, NewProfile, plainText } from "../../../src/accounts/cards/profile.ts";

Deno.test("a profile replaces all: what is not named is emptied, and it is hidden until switched on", () => {
  assert.deepEqual(NewProfile.parse({}), EMPTY_PROFILE);
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

Deno.test("tags go in one pass, whatever a text is made of", () => {
  const cases: [string, string][] = [
    ["a <b>bold</b> word", "a bold word"],
    ["a < b, c > d", "a  d"],
    ["<<b>>", ">"],
    ["< never closed", "< never closed"],
    ["<a <b> c>", "c>"],
    ["> alone", "> alone"],
    ["", ""],
  ];
  for (const [text, plain] of cases) assert.equal(plainText(text), plain, text);
  // A pattern that looks for the end of each "<" anew would need hours for these.
  for (const hostile of ["<", "<a", "< <\n"]) {
    const text = hostile.repeat(2_000_000 / hostile.length);
    assert.equal(plainText(text), text.replaceAll("\n", "\n").trim());
  }
});

const tooLong: [string, unknown][] = [
  ["displayName", "<".repeat(241)],
  ["bio", "<".repeat(2001)],
  ["homeGrid", " ".repeat(41)],
  ["avatarUrl", " ".repeat(301)],
  ["publicContact", " ".repeat(255)],
  ["links", [{ label: "<".repeat(161), url: "https://a.example" }]],
  ["links", [{ label: "a", url: " ".repeat(301) }]],
];
for (const [field, value] of tooLong) {
  Deno.test(`a ${field} is measured as it comes, before anything looks at it`, () => {
    const { error } = NewProfile.safeParse({ [field]: value });
    assert.equal(error?.issues[0]?.code, "too_big");
  });
}

Deno.test("texts as long as their fields take fit, with tags beside them", () => {
  const bio = "b".repeat(500) + "<i>".repeat(500);
  assert.equal(
    NewProfile.parse({ bio, displayName: "d".repeat(60) + "<i>".repeat(60) }).bio,
    "b".repeat(500),
  );
});
