/** A new driver of a box: lines of APRS over TCP until it is written, its row of the table, its name, its line in the handbook. */
import { nameOf } from "./name.ts";
import type { Tree } from "./tree.ts";

export function newDriver(tree: Tree, text: string): void {
  const { snake, camel, title } = nameOf(text), scheme = snake.replaceAll("_", "");
  tree.add(
    `src/box/drivers/${snake}.ts`,
    `/** \`${scheme}://host:4001\`: one monitor line of APRS after the other. */
import { toBinary } from "../../aprs/mod.ts";
import type { Driver, Heard } from "./driver.ts";
import { opened } from "./opened.ts";

/** Most characters of a line: what is longer is no packet, and is passed over up to its end. */
const LINE_MOST = 512;

export const ${camel}: Driver = {
  scheme: "${scheme}",
  port: "${scheme}",
  via: "aprsis",
  namesSite: false,
  transmits: false,
  settings: [],
  problem: ({ device }) => device === "" ? undefined : "${scheme}: takes a host, not a device",
  async open(address, { io }, stop) {
    const { reader, close } = opened(await io.connect(address.host, address.port ?? 4001, stop));
    async function* heard(): AsyncGenerator<Heard> {
      let rest = "", skipping = false;
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          const lines = (rest + toBinary(value)).split(/\\r?\\n/);
          rest = lines.pop()!;
          for (const text of lines) {
            if (!skipping && text !== "" && text.length <= LINE_MOST) yield { kind: "line", text };
            skipping = false;
          }
          if (rest.length > LINE_MOST) [rest, skipping] = ["", true];
        }
      } finally {
        close();
      }
    }
    return { heard: heard(), close };
  },
};
`,
  );
  const table = "src/box/drivers/table.ts";
  tree.after(
    table,
    /import type \{ Driver \} from "\.\/driver\.ts";\n/,
    `import { ${camel} } from "./${snake}.ts";\n`,
  );
  tree.edit(
    table,
    (rows) => rows.replace(/(DRIVERS: readonly Driver\[\] = \[[^\]]*)\n\]/, `$1\n  ${camel},\n]`),
  );
  const ports = "src/client/shack/node/port_words.ts";
  tree.edit(
    ports,
    (codes) =>
      codes.replace(/(const PORTS = \[\n)([^\]]*)(\] as const)/, (_, start, list, end) =>
        start + [
          ...list.trim().split(/,\s*/).filter((one: string) => one !== ""),
          `"${scheme}"`,
        ].sort()
          .map((one) => `  ${one},\n`).join("") +
        end),
  );
  for (const language of ["en", "de", "es"]) tree.words(language, "shack", { [`port.of.${scheme}`]: title });
  for (const [language, what] of [["en", "lines over TCP"], ["de", "Zeilen über TCP"]] as const) {
    tree.after(
      `src/handbook/${language}/box.md`,
      /\n\| `agwpe:[^\n]*\n/,
      `| \`${scheme}://host:4001\` | ${what} |\n`,
    );
  }
  tree.add(
    `tests/box/${snake}_driver_test.ts`,
    `/** The driver ${scheme}: one line after the other is heard, and what is too long for one is not. */
import assert from "node:assert/strict";
import { readConnection } from "../../src/box/drivers/table.ts";
import type { Io } from "../../src/box/io.ts";

Deno.test("${scheme}: is one line after the other, and takes no device", async () => {
  const read = readConnection("${scheme}://127.0.0.1:4001");
  assert.ok(typeof read !== "string", String(read));
  assert.equal(typeof readConnection("${scheme}:/dev/ttyUSB0"), "string");
  const sent = new TextEncoder().encode("OE1A>APRS:>one\\r\\nOE1B>APRS:>two\\n" + "x".repeat(600) + "\\nOE1C");
  const connection = {
    readable: new Blob([sent]).stream(),
    writable: new WritableStream<Uint8Array>(),
    close() {},
  };
  const io = { connect: () => Promise.resolve(connection) } as unknown as Io;
  const stop = new AbortController().signal;
  const line = await read.driver.open(read.address, { io, call: "OE1XYZ-10" }, stop);
  const heard: unknown[] = [];
  for await (const one of line.heard) heard.push(one);
  assert.deepEqual(heard, [
    { kind: "line", text: "OE1A>APRS:>one" },
    { kind: "line", text: "OE1B>APRS:>two" },
  ]);
});
`,
  );
}
