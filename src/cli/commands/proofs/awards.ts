/** `awards check` and `cards check`: whether what people hand on is what an instance signed. Asks nobody, and needs no database. */
import type { Command } from "commander";
import { isSigned, readCertificate } from "../../../awards/mod.ts";
import { identityOf } from "../../../federation/mod.ts";
import { isSignedCard, readCard } from "../../../qsl/mod.ts";
import type { Environment } from "../../../settings/mod.ts";
import { fingerprintOf, isPublicKey, readFingerprint, showFingerprint } from "../../../wire/mod.ts";
import { withEnvFile } from "../../environment.ts";
import { cliFailure, EXIT, stop } from "../../failing.ts";
import { readable, readNamed } from "../../files.ts";
import { say, sayJson } from "../../program.ts";
import { day } from "../../times.ts";
import { readSettings } from "../../house/house.ts";

/** The largest file that can be one: a certificate with a list of two hundred codes is far below it. */
const MOST_BYTES = 65_536;

/** What is known of the key that signed. */
const OF_THE_KEY = {
  named: "It is the key that you named.",
  own: "It is this instance's own key.",
  unknown: "Compare the key with the one that {instance} shows of itself.",
};

/** Fingerprints of the keys that this instance has and had, where the environment has any. */
function ownKeys(environment: Environment): { instance: string; keys: string[] } {
  const { instance, key, history } = identityOf(readSettings(withEnvFile(environment), { serving: false }));
  return { instance, keys: [...key ? [key.publicKey] : [], ...history.map(({ x }) => x)] };
}

interface Signed {
  call: string;
  instance: string;
  code: string;
  key: string;
  signedAt: number;
}
/** What can be checked: how it is read, what it says, and what of it programs are told. */
interface Checked<Document extends Signed> {
  what: string;
  read(text: string): Document | undefined;
  isSigned(document: Document): boolean;
  line(document: Document): string;
  facts(document: Document): Readonly<Record<string, unknown>>;
}

/** Commands about certificates of awards. */
export function awardsCommands(program: Command, environment: Environment): void {
  const awards = program.command("awards").description("certificates of awards");
  checkCommand(awards, "K7HRXW2MPA.json", environment, {
    what: "certificate",
    read: readCertificate,
    isSigned,
    line: ({ call, award, earnedAt }) => `${call} has reached "${award}" on ${day(earnedAt)}.`,
    facts: ({ award, earnedAt }) => ({ award, earnedAt }),
  });
}

/** Commands about cards of finds. */
export function cardsCommands(program: Command, environment: Environment): void {
  const cards = program.command("cards").description("cards of finds that receivers proved");
  checkCommand(cards, "K7HRXW2MPB.json", environment, {
    what: "card",
    read: readCard,
    isSigned: isSignedCard,
    line: ({ call, heardBy, at, distanceM }) =>
      `${call} was heard by ${heardBy} on ${day(at)}${
        distanceM === null ? "" : `, ${(distanceM / 1000).toFixed(1)} km away`
      }.`,
    facts: ({ heardBy, at, distanceM, line }) => ({ heardBy, at, distanceM, line }),
  });
}

function checkCommand<Document extends Signed>(
  parent: Command,
  example: string,
  environment: Environment,
  { what, read, isSigned, line, facts }: Checked<Document>,
): void {
  parent.command("check <file>")
    .description(
      `whether a ${what}'s file is as an instance signed it; asks nobody. Status 1 when it is not`,
    )
    .option("--key <key>", "the instance's key or its fingerprint, as you know it from elsewhere")
    .option("--json", `the ${what} and what is known of its key, for programs`)
    .addHelpText(
      "after",
      `\nThe page of a ${what} has its file. Whose key signed it has to be known from elsewhere: from that` +
        "\ninstance's /.well-known/svc, or read out by its operator. Of this instance it is known." +
        `\n\nExample:\n  main.ts ${parent.name()} check ${example}`,
    )
    .action((file: string, { key, json }: { key?: string; json?: true }) => {
      const bytes = readNamed(readable(file, `the ${what} in it`));
      const document = bytes.length > MOST_BYTES ? undefined : read(new TextDecoder().decode(bytes));
      if (!document) throw cliFailure.input_unusable({}, `${file} is no ${what}`);
      const { call, signedAt, instance, code, key: signer } = document;
      if (!isPublicKey(signer) || !isSigned(document)) {
        stop(EXIT.failed, "Not as it was signed: something in it was changed, or the key is another one.");
      }
      const wanted = key === undefined
        ? undefined
        : readFingerprint(key) ?? (isPublicKey(key) ? fingerprintOf(key) : "");
      if (wanted === "") {
        throw cliFailure.bad_option({}, "--key takes a key of 43 characters or its fingerprint");
      }
      const print = fingerprintOf(signer), own = ownKeys(environment);
      if (wanted !== undefined && wanted !== print) {
        stop(EXIT.failed, `That is not the key ${showFingerprint(wanted)}: somebody else has signed it.`);
      }
      const isOwn = own.keys.includes(signer);
      if (wanted === undefined && !isOwn && own.instance === instance) {
        stop(EXIT.failed, "This instance never had that key: somebody else has signed it in its name.");
      }
      const known = wanted !== undefined ? "named" : isOwn ? "own" : "unknown";
      if (json) {
        return sayJson({ call, ...facts(document), signedAt, instance, code, key: signer, known });
      }
      say(line(document));
      say(`Signed on ${day(signedAt)} by ${instance}, code ${code}, with the key ${showFingerprint(print)}.`);
      say(OF_THE_KEY[known].replace("{instance}", instance));
    });
}
