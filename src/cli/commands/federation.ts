/** `peer …`, `identity …`, `frame show`: federation at a shell. */
import type { Command } from "commander";
import { realWorld, withoutTrailing } from "../../base/mod.ts";
import {
  describeFile,
  type Federation,
  identityOf,
  newIdentity,
  peersListed,
  rotateIdentity,
  type Trust,
} from "../../federation/mod.ts";
import { type Environment, FED_ROTATION_GRACE_DAYS } from "../../settings/mod.ts";
import { ALL_RECORDS, describeRecord, showFingerprint } from "../../wire/mod.ts";
import { withEnvFile } from "../environment.ts";
import { cliFailure, EXIT, stop } from "../failing.ts";
import { readable, readNamed } from "../files.ts";
import { readSettings } from "../house/house.ts";
import { say, sayJson } from "../program.ts";
import { withApp } from "../house/with_app.ts";
import { corroborateCommand } from "./proofs/corroborate.ts";
import { findCommand, portalCommand } from "./finding.ts";
import { linkCommands } from "./link.ts";

const ACTOR = "CLI";

const when = (at: number | null): string =>
  at === null ? "never" : new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ");

const peersShown = (federation: Federation) => peersListed(federation.listing());

const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
const FULL = {
  origin: "its room is full",
  neighbour: "the room for what it hands on is full",
  unvetted: "the room of all unvetted neighbours is full",
  disk: "the disk is nearly full",
};

/** What is kept of a neighbour's records, and what found no room. */
const keptLines = ({ kept }: ReturnType<typeof peersShown>[number]): string[] => [
  `          ${mb(kept.bytes)} of ${mb(kept.limit)} MB kept${
    kept.handedOn.records === 0
      ? ""
      : `, of unvetted others handed on ${mb(kept.handedOn.bytes)} of ${mb(kept.handedOn.limit)} MB`
  }${kept.full === null ? "" : `; ${FULL[kept.full]}, nothing new is taken`}`,
  ...(kept.refused === 0
    ? []
    : [`          ${kept.refused} times a record found no room, last ${when(kept.refusedAt)}`]),
];

function peerLines(federation: Federation): string[] {
  return [
    `this instance  ${federation.identity.instance}  ${federation.own.fingerprint() ?? "unsigned"}`,
    ...peersShown(federation).flatMap((view) => [
      `${view.trust.padEnd(9)} ${view.health.padEnd(8)} ${view.instance ?? "(not met yet)"}  ${view.url}`,
      `          ${view.fingerprint ?? "no key yet"}  ${view.mirroredTotal} records, last pulled ${
        when(view.lastOk)
      }${view.lastError ? `, ${view.lastError}` : ""}`,
      ...keptLines(view),
      ...(view.blockReason === null ? [] : [`          blocked because: ${view.blockReason}`]),
      // For instances that were only sighted: what to compare before following one.
      ...(view.enabled
        ? []
        : view.discovered.map((one) =>
          `          said to be ${showFingerprint(one.fp)} by ${
            one.via === "mdns" ? `the local network, at ${one.addr}` : one.via
          }, ${when(one.at)}`
        )),
    ]),
  ];
}

function peerCommands(program: Command, environment: Environment): void {
  const peer = program.command("peer").description(
    "the instances that this one mirrors; safe beside a running server",
  );
  const run = <T>(use: (federation: Federation) => Promise<T> | T) =>
    withApp(environment, ({ federation }) => use(federation));
  const trust = (url: string, to: Trust | "before", options: { fingerprint?: string; reason?: string }) =>
    run(async (federation) => {
      const peer = await federation.peers.trust({ url, trust: to, ...options }, ACTOR);
      say(`${url} is ${peer.trust}`);
    });

  peer.command("list")
    .description("neighbours with trust, health and key fingerprint")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts peer list")
    .action((options: { json?: boolean }) =>
      run((federation) =>
        options.json ? sayJson(peersShown(federation)) : peerLines(federation).forEach((line) => say(line))
      )
    );

  peer.command("add <url>")
    .description("look at an instance; with the compared fingerprint, follow it")
    .option("--fingerprint <digits>", "the fingerprint that you compared, 16 hex digits")
    .addHelpText(
      "after",
      '\nExamples:\n  main.ts peer add https://oe1xyz.example\n  main.ts peer add https://oe1xyz.example --fingerprint "3f2a 9c01 77de b04e"',
    )
    .action((url: string, options: { fingerprint?: string }) =>
      run(async (federation) => {
        if (options.fingerprint !== undefined) {
          const added = await federation.peers.add(url, options.fingerprint, ACTOR);
          return say(
            `Following ${added.instance}, unvetted. Trust it with: main.ts peer trust ${added.url} --fingerprint "${added.fingerprint}"`,
          );
        }
        const preview = await federation.peers.preview(url);
        say(
          `instance     ${preview.instance}\noperator     ${
            preview.operator ?? "(not named)"
          }\nfingerprint  ${preview.fingerprint}\nin words     ${preview.words.join(" ")}`,
        );
        say(
          `\nNothing is stored yet. Compare the fingerprint with its operator over another way (in person, on the air), then:\n  main.ts peer add ${preview.url} --fingerprint "${preview.fingerprint}"`,
        );
      })
    );

  findCommand(peer, environment);
  peer.command("trust <url>")
    .description("trust a neighbour, so that what it says counts; its fingerprint must have been compared")
    .requiredOption("--fingerprint <digits>", "the fingerprint that you compared")
    .option("--reason <text>", "for the audit log")
    .addHelpText(
      "after",
      '\nExample:\n  main.ts peer trust https://oe1xyz.example --fingerprint "3f2a 9c01 77de b04e"',
    )
    .action((url: string, options: { fingerprint: string; reason?: string }) =>
      trust(url, "trusted", options)
    );

  peer.command("block <url>")
    .description("block the instance at this address, under every address")
    .option("--reason <text>", "for the audit log")
    .option("--preview", "only say what would be hidden")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts peer block https://oe1xyz.example --preview\n" +
        "  main.ts peer block https://bad.example --reason spam",
    )
    .action((url: string, options: { reason?: string; preview?: boolean }) =>
      run(async (federation) => {
        if (options.preview) {
          const { caches, finds, bulletins, named, questions } = federation.peers.blockPreview(url);
          say(
            `A block hides ${caches} caches, ${finds} finds and ${bulletins} bulletins of ${url}, and forgets ${named}`,
          );
          say(
            `instances that it alone named; ${questions} questions about finds would not be answered by it any more.`,
          );
          say("peer unblock brings back what was hidden.");
          return;
        }
        const { instance, url: blocked } = await federation.peers.block(url, options.reason ?? "", ACTOR);
        say(`${blocked} is blocked${instance === null ? "" : `: ${instance}, under every address`}`);
      })
    );

  peer.command("unblock <url>")
    .description("lift a block: the neighbour has the trust again that the block took")
    .option("--reason <text>", "for the audit log")
    .addHelpText("after", "\nExample:\n  main.ts peer unblock https://oe1xyz.example")
    .action((url: string, options: { reason?: string }) => trust(url, "before", options));

  peer.command("unvet <url>")
    .description(
      "take trust back, also of a blocked one: the neighbour is followed, but what it says does not count",
    )
    .option("--reason <text>", "for the audit log")
    .addHelpText("after", "\nExample:\n  main.ts peer unvet https://oe1xyz.example")
    .action((url: string, options: { reason?: string }) => trust(url, "unvetted", options));

  peer.command("follow <url>")
    .description("follow an instance that was discovered (its row's address, e.g. discovered:oe1xyz.example)")
    .option("--trust", "trust it at once; needs the compared fingerprint")
    .option("--fingerprint <digits>", "the fingerprint that you compared")
    .addHelpText("after", "\nExample:\n  main.ts peer follow discovered:oe1xyz.example")
    .action((url: string, options: { trust?: boolean; fingerprint?: string }) =>
      run(async (federation) => {
        const followed = await federation.peers.follow({ url, ...options }, ACTOR);
        say(`Following ${followed.instance} at ${followed.url}, ${followed.trust}`);
      })
    );

  peer.command("remove <url>")
    .description("remove a neighbour and its pinned key; what it published stays, hidden")
    .addHelpText("after", "\nExample:\n  main.ts peer remove https://oe1xyz.example")
    .action((url: string) =>
      run(async (federation) => {
        await federation.peers.remove(url, ACTOR);
        say(`Removed ${url}`);
      })
    );

  peer.command("sync [url]")
    .description("pull one neighbour, or all of them, now")
    .addHelpText("after", "\nExamples:\n  main.ts peer sync\n  main.ts peer sync https://oe1xyz.example")
    .action((url: string | undefined) =>
      run(async (federation) => {
        if (url === undefined) {
          const { peers, bytes, counts, errors } = await federation.pullAll();
          say(`${peers} neighbours, ${bytes} bytes: ${JSON.stringify(counts)}`);
          for (const failed of errors) console.error(`${failed.url}: ${failed.error}`);
          if (errors.length > 0) Deno.exitCode = EXIT.failed;
          return;
        }
        const outcome = await federation.puller.pull(withoutTrailing(url, "/"));
        if (!outcome.ok) stop(EXIT.failed, outcome.error);
        say(`${outcome.result.bytes} bytes: ${JSON.stringify(outcome.result.counts)}`);
      })
    );
}

function identityCommands(program: Command, environment: Environment): void {
  const identity = program.command("identity").description("the key that signs this instance's records");

  identity.command("new")
    .description("make a key; put the line into the env file")
    .addHelpText("after", "\nExample:\n  main.ts identity new")
    .action(() => {
      const made = newIdentity(realWorld());
      say(`FED_PRIVATE_KEY="${made.seed}"`);
      console.error(
        `fingerprint  ${made.fingerprint}\nKeep the line secret, and a copy of it safe: without it this instance cannot be itself again.`,
      );
    });

  identity.command("show")
    .description("instance, public key and fingerprint")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts identity show")
    .action((options: { json?: boolean }) =>
      withApp(environment, ({ federation }) => {
        const { instance, key, history, rotations } = federation.identity;
        if (options.json) {
          const fingerprint = federation.own.fingerprint() ?? null;
          const words = federation.own.spoken(), publicKey = key?.publicKey ?? null;
          return sayJson({ instance, publicKey, fingerprint, words, history, rotations });
        }
        say(`instance     ${instance}`);
        if (!key) {
          return say("unsigned     FED_PRIVATE_KEY is not set; make one with: main.ts identity new");
        }
        say(`public key   ${key.publicKey}\nfingerprint  ${federation.own.fingerprint()}`);
        say(`in words     ${federation.own.spoken().join(" ")}`);
        if (history.length > 0) say(`former keys  ${history.length}, rotations ${rotations.length}`);
        say(
          "\nTell the fingerprint to operators who follow this instance, over another way than this server.",
        );
      })
    );

  portalCommand(identity, environment);
  identity.command("rotate")
    .description("make a new key that the present one signs for; put the lines into the env file and restart")
    .addHelpText("after", "\nExample:\n  main.ts identity rotate")
    .action(() => {
      const settings = readSettings(withEnvFile(environment), { serving: false });
      const present = identityOf(settings);
      if (!present.key) {
        throw cliFailure.not_found({}, "There is no key to rotate: FED_PRIVATE_KEY is not set");
      }
      const next = rotateIdentity(present, settings.get(FED_ROTATION_GRACE_DAYS) * 86_400, realWorld());
      say(`FED_PRIVATE_KEY="${next.seed}"`);
      say(`FED_KEY_HISTORY='${JSON.stringify(next.history)}'`);
      say(`FED_ROTATIONS='${JSON.stringify(next.rotations)}'`);
      console.error(
        `new fingerprint  ${next.fingerprint}\nThe present key counts for ${
          settings.get(FED_ROTATION_GRACE_DAYS)
        } more days. Peers follow by themselves at their next pull.`,
      );
    });
}

function frameCommands(program: Command): void {
  const frame = program.command("frame").description("signed records as files");

  frame.command("types")
    .description("every record type with its fields, as Markdown")
    .option("--json", "names and numbers of the types as JSON")
    .addHelpText("after", "\nExample:\n  main.ts frame types")
    .action((options: { json?: boolean }) =>
      options.json
        ? sayJson(ALL_RECORDS.map(({ type, word }) => ({ type, word })))
        : say(ALL_RECORDS.map(describeRecord).join("\n\n"))
    );

  frame.command("show <file>")
    .description(
      "print a frame or page readably, with what each check says of it; status 1 when one refuses it",
    )
    .addHelpText(
      "after",
      "\nExample:\n  curl -s https://oe1xyz.example/federation/sync/cache > page.cbor && main.ts frame show page.cbor",
    )
    .action((file: string) => {
      const bytes = readNamed(readable(file, "the frame or page in it"));
      const { lines, refused } = describeFile(bytes, realWorld().now());
      for (const line of lines) say(line);
      if (refused) Deno.exitCode = EXIT.failed;
    });
}

export function federationCommands(program: Command, environment: Environment): void {
  peerCommands(program, environment);
  identityCommands(program, environment);
  frameCommands(program);
  linkCommands(program, environment);
  corroborateCommand(program, environment);
}
