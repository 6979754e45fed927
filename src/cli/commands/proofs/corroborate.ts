/** `corroborate <find>`: what peers say of a find, asked again by hand or as it is kept (FED "Events", Corroboration). */
import type { Command } from "commander";
import { type App, buildApp } from "../../../app.ts";
import { toBase64Url } from "../../../base/mod.ts";
import type { Environment } from "../../../settings/mod.ts";
import { withEnvFile } from "../../environment.ts";
import { cliFailure } from "../../failing.ts";
import { openHouse } from "../../house/house.ts";
import { day } from "../../times.ts";
import { say, sayJson } from "../../program.ts";

type WitnessLine = ReturnType<App["federation"]["corroboration"]["said"]>[number];

/** One peer's answer as a line of text. */
function lineOf({ instance, call, said, why, counts, heard, againAt }: WitnessLine): string {
  const detail = heard
    ? `${call}, ${heard.fromM} to ${heard.toM} m from ${heard.middle.lat.toFixed(4)}, ${
      heard.middle.lon.toFixed(4)
    }, ten minutes from ${day(heard.at)} UTC${heard.igate === undefined ? "" : `, by ${heard.igate}`}${
      counts ? "" : "; not trusted, does not count"
    }`
    : [why, againAt === undefined ? undefined : `asked again at ${day(againAt)} UTC`]
      .filter((part) => part !== undefined).join("; ");
  return `${said.padEnd(9)} ${instance}${detail && `  ${detail}`}`;
}

/** All that is known of it; with the signed frames, so that anybody can check them. */
function report(app: App, find: number) {
  const kept = app.federation.corroboration.kept(find);
  if (!kept) return undefined;
  const { state, why, askedAt, round, nextAt } = kept.case;
  return {
    find,
    state,
    why,
    askedAt,
    askedAgain: round,
    nextAt,
    peers: app.federation.corroboration.said(find).map((word) => {
      const { question, answer } = kept.testimonies.find(({ instance, call }) =>
        instance === word.instance && call === word.call
      )!;
      return { ...word, question: toBase64Url(question), answer: answer && toBase64Url(answer) };
    }),
  };
}

const HEADS = {
  lifted: "radio-verified by neighbours",
  open: "short of radio-verified; neighbours that were not reached are asked again",
  ended: "short of Tier A",
};

export function corroborateCommand(program: Command, environment: Environment): void {
  program.command("corroborate <find>")
    .description(
      "ask neighbours about a find once more and print each one's verdict; safe beside a running server",
    )
    .option("--kept", "ask nobody: print what was said, as it is kept")
    .option("--json", "as JSON, with the signed questions and answers")
    .addHelpText(
      "after",
      "\n<find> is the number of a log of this instance, as its address /find/<number> has it.\n" +
        "\nExamples:\n  main.ts corroborate 4711\n  main.ts corroborate 4711 --kept --json",
    )
    .action(async (text: string, options: { kept?: boolean; json?: boolean }) => {
      const find = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
      if (find === undefined) {
        throw cliFailure.bad_option({}, `<find> takes the number of a log, not ${text}`);
      }
      const house = await openHouse(withEnvFile(environment));
      const app = buildApp(house);
      try {
        if (!options.kept && !await app.caches.askPeers(find)) {
          throw cliFailure.nobody_asked(
            {},
            "Nobody could be asked: no trusted neighbour answers such questions, this instance has no key, or the find is older than a week",
          );
        }
        const told = report(app, find);
        if (!told) throw cliFailure.not_found({}, `Peers were never asked about find ${find}`);
        if (options.json) return sayJson(told);
        say(`find ${find}: ${HEADS[told.state]}${told.why ? `: ${told.why}` : ""}`);
        for (const word of told.peers) say(lineOf(word));
      } finally {
        await app.federation.close();
        app.close();
        house.db.close();
      }
    });
}
