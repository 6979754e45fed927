/** `tools`: for those who write tools for the app: a key of their own, a signed tool, a signed list. */
import { join } from "node:path";
import type { Command } from "commander";
import { realWorld } from "../../../base/mod.ts";
import { signedList, signedManifest } from "../../../registries/signing.ts";
import { readSigningKey, type SigningKey } from "../../../wire/mod.ts";
import { cliFailure } from "../../failing.ts";
import { lookAt, readNamed, replaceFile, writing } from "../../files.ts";
import { say, sayJson } from "../../program.ts";

interface Options {
  key: string;
  json?: boolean;
}
const KEY_FILE = "tool-key.txt";
/** Where a tool's script is unless its manifest says otherwise. */
const SCRIPT = "tool.js";

export function toolCommands(program: Command): void {
  const tools = program.command("tools").description("sign tools for the app, and lists of them");
  tools.command("key [file]")
    .description(`make a key to sign with, in a file of your own (${KEY_FILE} unless told)`)
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts tools key tool-key.txt")
    .action(async (file = KEY_FILE, { json }: { json?: boolean }) => {
      if (lookAt(file)) {
        throw cliFailure.output_unusable({}, `${file} is there already: a key is not replaced`);
      }
      const seed = realWorld().random(32).toBase64({ alphabet: "base64url", omitPadding: true }),
        { publicKey } = readSigningKey(seed)!;
      await writing(file, () => Deno.writeTextFileSync(file, `${seed}\n`, { mode: 0o600, createNew: true }));
      if (json) return sayJson({ file, publicKey });
      say(`${file} holds the key. Keep it: whoever has it signs in your name.`);
      say(`public key ${publicKey}`);
    });
  tools.command("sign <folder>")
    .description(`sign the tool in a folder: its tool.json is written anew`)
    .option("--key <file>", "the key's file", KEY_FILE)
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts tools sign tools/example_tool --key tool-key.txt")
    .action(async (folder: string, { key, json }: Options) => {
      const path = join(folder, "tool.json"), manifest = jsonIn(path);
      const { entry = SCRIPT } = Object(manifest) as { entry?: string };
      const signed = signedManifest(manifest, readNamed(join(folder, String(entry))), keyIn(key));
      await write(path, signed);
      if (json) return sayJson(signed);
      say(`${path} is signed by ${signed.pubkey}`);
    });
  tools.command("registry").description("lists of tools")
    .command("sign <file>")
    .description("sign a list: its authority and signature are written anew")
    .option("--key <file>", "the key's file", KEY_FILE)
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts tools registry sign registry.json --key tool-key.txt")
    .action(async (file: string, { key, json }: Options) => {
      const signed = signedList(jsonIn(file), keyIn(key));
      await write(file, signed);
      if (json) return sayJson(signed);
      say(`${file} is signed by ${signed.authority}`);
    });
}

const write = (path: string, value: unknown) =>
  writing(path, () => replaceFile(path, `${JSON.stringify(value, null, 2)}\n`));

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(readNamed(path)));
  } catch (error) {
    if (error instanceof SyntaxError) throw cliFailure.input_unusable({}, `${path} is no JSON`);
    throw error;
  }
}

function keyIn(path: string): SigningKey {
  const key = readSigningKey(new TextDecoder().decode(readNamed(path)).trim());
  return key ?? fail(`${path} holds no key; make one with main.ts tools key`);
}

function fail(why: string): never {
  throw cliFailure.input_unusable({}, why);
}
