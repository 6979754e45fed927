/** `box`: the receiver box beside a radio. Each command is loaded when it is called: a box has to fit a small Pi. */
import type { Command } from "commander";
import type { Environment } from "../../settings/mod.ts";
import { withDir } from "../box/place.ts";

const AUTHORITY =
  "fingerprint of the authority that signs the gateway's certificates, where it makes its own: the box trusts it";
const collect = (value: string, before: string[] = []): string[] => [...before, value];

export function boxCommands(program: Command, environment: Environment): void {
  const box = program.command("box")
    .description(
      "the receiver box beside a radio: hears, hands over to a gateway, transmits only when that is switched on",
    );

  withDir(box.command("wizard", { isDefault: true }))
    .description(
      "the first run: asks for what is not given, listens, and joins; what box does without a command",
    )
    .option("--yes", "ask nothing: take what is found and given")
    .option(
      "--gateway <address>",
      "the gateway to join; its further addresses may follow, each with --gateway",
      collect,
    )
    .option("--authority <fingerprint>", AUTHORITY)
    .option("--code <code>", "the one-time code that its operator made")
    .option("--call <callsign>", "the station's call, with its SSID")
    .option("--connect <address>", "what to listen to; may stand several times", collect)
    .option("--site <callsign>", "the receiving station's call, where the radio is this box's own receiver")
    .option("--listen <seconds>", "how long it listens to each radio", "60")
    .option("--simulate [file]", "then play recorded packets, as box run --simulate does")
    .addHelpText(
      "after",
      "\nExample:\n  main.ts box --yes --gateway http://192.168.1.10:8787 --code ABCD-EFGH-JKLM-NPQR " +
        "--call OE1XYZ-10 --connect kiss://127.0.0.1:8001 --site OE1XYZ-10",
    )
    // What no command of `box` is called comes here, since this one may be left out.
    .allowExcessArguments()
    .action(async (options, { args: [unknown] }: Command) => {
      if (unknown !== undefined) box.error(`error: unknown command '${unknown}'`);
      await (await import("../box/wizard.ts")).wizardCommand(options, environment as Record<string, string>);
    });

  withDir(box.command("join <address> <code>"))
    .description("enrol this host at a gateway under a one-time code")
    .requiredOption("--call <callsign>", "the station's call, with its SSID")
    .option("--connect <address>", "what to listen to; may stand several times", collect)
    .option("--gateway <address>", "a further address of the same gateway; may stand several times", collect)
    .option("--authority <fingerprint>", AUTHORITY)
    .option("--box <id>", "the id that the box gives itself; made of the call without")
    .option("--again", "a folder that has a box: enrol it anew; what waits in it stays")
    .addHelpText(
      "after",
      "\nExample:\n  main.ts box join http://192.168.1.10:8787 ABCD-EFGH-JKLM-NPQR --call OE1XYZ-10 " +
        "--connect 'kiss://127.0.0.1:8001?site=OE1XYZ-10'",
    )
    .action(async (address, code, options) =>
      (await import("../box/join.ts")).joinCommand(address, code, options)
    );

  withDir(box.command("run"))
    .description("listen, and hand over what is heard, until SIGTERM")
    .option("--http <host:port>", "where its state page is, or off", "127.0.0.1:8788")
    .option(
      "--simulate [file]",
      "play recorded packets instead of listening (monitor lines, KISS, pcap, a Meshtastic device's stream, gpspipe -w); the gateway keeps nothing of them",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts box run --dir box\n  main.ts box run --http off\n  main.ts box run --simulate",
    )
    .action(async (options) =>
      (await import("../box/run.ts")).runCommand(options, environment as Record<string, string>)
    );

  withDir(box.command("status"))
    .description("how the running box is; exit status 0 well, 1 something is wrong, 2 not running")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts box status\n  main.ts box status --json")
    .action(async (options) => (await import("../box/status.ts")).statusCommand(options));

  withDir(box.command("watch"))
    .description("what is heard, line by line; q ends, p pauses, s silences")
    .option("--filter <call or connection>", "only these")
    .option("--most <number>", "end after so many lines")
    .option("--json", "a JSON object a line")
    .addHelpText("after", "\nExamples:\n  main.ts box watch\n  main.ts box watch --filter OE1XYZ")
    .action(async (options) => (await import("../box/watch.ts")).watchCommand(options));

  withDir(box.command("check"))
    .description(
      "try each connection and the gateway, and say what to do; exit status 0 good, 1 notes, 2 wrong",
    )
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts box check\n  main.ts box check --json")
    .action(async (options) => (await import("../box/status.ts")).checkCommand(options));

  withDir(box.command("log"))
    .description("what was transmitted or kept back, and (--rejected) what the gateway refused")
    .option("--rejected", "frames that the gateway refused")
    .option("--limit <number>", "at most so many, newest first", "50")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts box log\n  main.ts box log --rejected --json")
    .action(async (options) => (await import("../box/status.ts")).logCommand(options));

  withDir(box.command("tx <on|off|dry>"))
    .description("the box's own transmit lock; off after it was made and after every doubt")
    .option("--yes", "do not show the rules first")
    .addHelpText(
      "after",
      "\nAt a terminal `on` shows the rules first. Run a day with dry before it.\n" +
        "Examples:\n  main.ts box tx dry\n  main.ts box tx on",
    )
    .action(async (mode, options) => (await import("../box/switch.ts")).txCommand(mode, options));

  withDir(box.command("quiet"))
    .description("silence the transmitter at once, until it is lifted here")
    .option("--lift", "lift the silence")
    .addHelpText("after", "\nExamples:\n  main.ts box quiet\n  main.ts box quiet --lift")
    .action(async (options) => (await import("../box/switch.ts")).quietCommand(options));

  withDir(box.command("pair"))
    .description("a one-time code; the member who enters it among their own stations owns the box")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts box pair\n  main.ts box pair --json")
    .action(async (options) => (await import("../box/pair.ts")).pairCommand(options));

  withDir(box.command("radio"))
    .description(
      "sound cards, receiver sticks and serial ports of this host; at a terminal one is taken, and its level shown",
    )
    .option("--list", "only list what is plugged in")
    .option("--connect <address>", "take this one without asking, as sound://Device?site=OE1XYZ-10")
    .option("--test", "transmit one short packet, past every lock of the box, to see that the radio is keyed")
    .option("--listen <seconds>", "how long it is listened to", "30")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts box radio --list\n  main.ts box radio --connect 'sound://Device?site=OE1XYZ-10'",
    )
    .action(async (options) => (await import("../box/radio.ts")).radioCommand(options));

  box.command("setups")
    .description(
      "set-ups that are known to work: sound card, RTL-SDR, serial TNC, MeshCom, LoRa, each with its lines",
    )
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts box setups\n  main.ts box setups --json")
    .action(async (options) => (await import("../box/setups.ts")).setupsCommand(options));

  box.command("unit")
    .description("print a hardened systemd unit for it")
    .addHelpText("after", "\nExample:\n  main.ts box unit")
    .action(async () => (await import("../box/unit.ts")).unitCommand());
}
