/** `box radio` as a program of its own, on a host whose /proc and /sys are a tree of the test's: `box_radio.ts <box> <tree> <seconds>`. */
import { hostFiles } from "../../src/box/radio/host_files.ts";
import { realIo } from "../../src/box/mod.ts";
import { radioCommand } from "../../src/cli/box/radio.ts";

const [dir = "", tree = "", listen = ""] = Deno.args;
await radioCommand({ dir, listen }, { ...realIo(), files: hostFiles(tree) });
