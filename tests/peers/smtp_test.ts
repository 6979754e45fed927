/** The mailer against a real SMTP server (aiosmtpd). */
import assert from "node:assert/strict";
import { signInMail } from "../../src/accounts/mails.ts";
import type { Letterhead } from "../../src/accounts/mail/letter.ts";
import { smtpMailer } from "../../src/accounts/mail/mailer.ts";
import { HOW_TO_GET_SMTP, smtpThere, startSmtp } from "../kit/smtp_peer.ts";
import { missing } from "../kit/test_data.ts";

Deno.test({
  name: "aiosmtpd receives a mail with its link whole, its headers and no stray recipient",
  ignore: missing("aiosmtpd", smtpThere(), HOW_TO_GET_SMTP),
  fn: async () => {
    const server = await startSmtp();
    try {
      const mailer = smtpMailer(server.url, "Club <club@club.example>");
      assert.equal(mailer.transport, server.url);
      const link = `https://club.example/auth/email/verify?token=${"abcdef0123456789".repeat(4)}`;
      const mail = signInMail({ instance: "Klub Österreich", to: "ann@example.org" }, link, "OE1ABC", 15);
      await mailer.send({ ...mail, headers: { "List-Unsubscribe": "<https://club.example/u>" } });
      const text = await server.mail(1);
      assert.ok(text.includes(link), "quoted-printable folds long lines; the decoded link is whole");
      assert.match(text, /^From: Club <club@club.example>$/m);
      assert.match(text, /^To: ann@example.org$/m);
      assert.match(text, /^List-Unsubscribe: <https:\/\/club.example\/u>$/m);
      assert.match(text, /Klub Österreich/);
      await assert.rejects(mailer.send({ ...mail, to: "not an address" }));
      assert.equal((await server.mails()).length, 1);
    } finally {
      await server.stop();
    }
  },
});

Deno.test({
  name:
    "a letter bears the club's name before a bare address, and name and words below it, as they are when it is sent",
  ignore: missing("aiosmtpd", smtpThere(), HOW_TO_GET_SMTP),
  fn: async () => {
    const server = await startSmtp();
    try {
      const head: Letterhead = { name: undefined, words: undefined };
      const bare = smtpMailer(server.url, "club@club.example", () => head);
      const letter = { to: "ann@example.org", subject: "Hello", text: "Come to the hill.\n" };
      await bare.send(letter);
      assert.doesNotMatch(await server.mail(1), /^-- $/m);
      Object.assign(head, { name: "Funkrunde, Hügel", words: "Treffen am Freitag.\nGäste willkommen." });
      await bare.send(letter);
      const text = await server.mail(2);
      assert.match(text, /^From: .*Funkrunde.*<club@club\.example>$/m);
      assert.match(
        text,
        /Come to the hill\.\r?\n\r?\n-- \r?\nFunkrunde, Hügel\r?\nTreffen am Freitag\.\r?\nGäste willkommen\.\s*$/,
      );
      await smtpMailer(server.url, "Sysop <club@club.example>", () => head).send(letter);
      assert.match(await server.mail(3), /^From: Sysop <club@club\.example>$/m, "what MAIL_FROM says stands");
    } finally {
      await server.stop();
    }
  },
});

Deno.test("a mail server that is away is a rejection, not a hang", async () => {
  await assert.rejects(
    smtpMailer("smtp://127.0.0.1:1", "a@b.example").send({ to: "c@d.example", subject: "s", text: "t" }),
    /ECONNREFUSED/,
  );
});

Deno.test("smtpMailer() refuses addresses of another kind and shows no credentials", () => {
  for (const bad of ["http://mail.example", "mail.example:25", "smtp://"]) {
    assert.throws(() => smtpMailer(bad, "a@b.example"), /SMTP_URL takes/);
  }
  assert.equal(
    smtpMailer("smtps://u:s%40cret@mail.example", "a@b.example").transport,
    "smtps://mail.example:465",
  );
  assert.equal(smtpMailer("smtp://u:p@mail.example", "a@b.example").transport, "smtp://mail.example:587");
});
