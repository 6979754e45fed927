/** The harness as one script that a test puts into a page of the app. */
import * as esbuild from "esbuild";
import { NAMES } from "../../../dist/app/names.ts";

/** Gives the script; it is built once for each file of tests. */
export async function benchScript(): Promise<string> {
  const root = new URL("../../../", import.meta.url).pathname;
  try {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: ["tests/app/tools/harness.ts"],
      bundle: true,
      write: false,
      format: "iife",
      target: "es2022",
      nodePaths: [`${root}dist/app/node_modules`],
      define: { TOOL_FRAME: JSON.stringify(NAMES.version) },
    });
    // One expression, as both browsers take it.
    return outputFiles[0]!.text.trim().replace(/^"use strict";/, "").replace(/;$/, "");
  } finally {
    await esbuild.stop();
  }
}

/** An expression that runs a tool. */
export const running = (
  name: string,
  script: string,
  permissions: readonly string[],
  connect: readonly string[] = [],
) => `bench.run(${[name, script, permissions, connect].map((one) => JSON.stringify(one)).join(", ")})`;
