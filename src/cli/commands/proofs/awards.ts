/** `awards check`: whether a certificate is what an instance signed. Asks nobody, and needs no database. */
import type { Command } from "commander";
import { isSigned, readCertificate } from "../../../awards/mod.ts";
import { identityOf } from "../../../federation/mod.ts";
import type { Environment } from "../../../settings/mod.ts";
import { fingerprintOf, isPublicKey, readFingerprint, showFingerprint } from "../../../wire/mod.ts";
import { withEnvFile } from "../../environment.ts";
import { cliFailure, EXIT, stop } from "../../failing.ts";
import { readable, readNamed } from "../../files.ts";
import { say, sayJson } from "../../program.ts";
import { day } from "../../times.ts";
import { readSettings } from "../../house/house.ts";

/** The largest file that can be a certificate: a list of two hundred codes is far below it. */
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

export function awardsCommands(program: Command, environment: Environment): void {
  const awards = program.command("awards").description("certificates of awards");

  awards.command("check <file>")
    .description(
      "whether a certificate's file is as an instance signed it; asks nobody. Status 1 when it is not",
    )
    .option("--key <key>", "the instance's key or its fingerprint, as you know it from elsewhere")
    .option("--json", "the certificate and what is known of its key, for programs")
    .addHelpText(
      "after",
      "\nThe page of a certificate has its file. Whose key signed it has to be known from elsewhere: from that" +
        "\ninstance's /.well-known/svc, or read out by its operator. Of this instance it is known." +
        "\n\nExample:\n  main.ts awards check K7HRXW2MPA.json",
    )
    .action((file: string, { key, json }: { key?: string; json?: true }) => {
      const bytes = readNamed(readable(file, "the certificate in it"));
      const certificate = bytes.length > MOST_BYTES
        ? undefined
        : readCertificate(new TextDecoder().decode(bytes));
      if (!certificate) throw cliFailure.input_unusable({}, `${file} is no certificate`);
      const { call, award, earnedAt, signedAt, instance, code, key: signer } = certificate;
      if (!isPublicKey(signer) || !isSigned(certificate)) {
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
      if (json) return sayJson({ call, award, earnedAt, signedAt, instance, code, key: signer, known });
      say(`${call} has reached "${award}" on ${day(earnedAt)}.`);
      say(`Signed on ${day(signedAt)} by ${instance}, code ${code}, with the key ${showFingerprint(print)}.`);
      say(OF_THE_KEY[known].replace("{instance}", instance));
    });
}
