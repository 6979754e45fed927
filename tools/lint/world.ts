/** What the program takes from outside comes through its world, so that tests hold it; what it may do past that, one file does. */
import { houseRule } from "./files.ts";

const SERVER = /^src\/.*\.ts$/;
const worldly = (what: string) => `${what}: take it from World (src/base/world.ts), so that tests hold it`;

export const world = houseRule("world", {
  of: SERVER,
  excepted: {
    "src/base/world.ts": "it is the world",
    "src/client/phone/world.ts": "it is the phone's",
    "src/client/app/worker.ts": "a service worker is the network of the pages",
    "src/client/app/version/whole_files.ts": "the same",
    "src/db/lease.ts": [1, "a process names itself for others: nothing follows from the name"],
    "src/cli/box/wizard.ts": [1, "a terminal's own wish for no colour"],
  },
  create(context, path) {
    // A tool of the set is a program of its own, which runs in the sandbox alone.
    if (path.startsWith("src/client/tools/set/")) return {};
    // A function that is handed the world's fetch may call it by that name.
    const isHanded = /\bfetch: World\["fetch"\]/.test(context.sourceCode.text);
    const report = (node: Deno.lint.Node, what: string) => context.report({ node, message: worldly(what) });
    return {
      MemberExpression(node) {
        if (node.object.type !== "Identifier" || node.property.type !== "Identifier") return;
        const called = `${node.object.name}.${node.property.name}`;
        if (/^(Date\.now|Math\.random|crypto\.getRandomValues|crypto\.randomUUID|Deno\.env)$/.test(called)) {
          report(node, called);
        }
      },
      NewExpression(node) {
        if (node.callee.type === "Identifier" && node.callee.name === "Date" && node.arguments.length === 0) {
          report(node, "new Date()");
        }
      },
      CallExpression(node) {
        if (node.callee.type !== "Identifier") return;
        const { name } = node.callee;
        if (name === "randomBytes" || name === "randomUUID" || name === "fetch" && !isHanded) {
          report(node, name);
        }
      },
    };
  },
});

export const imports = houseRule("imports", {
  of: /^(src|tests|tools)\//,
  create(context, path) {
    const judge = ({ source }: { source: Deno.lint.StringLiteral | null }) => {
      if (!source) return;
      if (/^(jsr|https?):/.test(source.value)) {
        context.report({
          node: source,
          message: "what is imported from there cannot be built without it: take it from npm",
        });
      }
      if (source.value === "zod" && !path.startsWith("src/zod/")) {
        context.report({
          node: source,
          message: "schemas are imported from #schemas, which makes them when they are first asked something",
        });
      }
    };
    return { ImportDeclaration: judge, ExportNamedDeclaration: judge, ExportAllDeclaration: judge };
  },
});

export const permits = houseRule("permits", {
  of: SERVER,
  excepted: { "src/box/transmit/transmitter.ts": "it alone decides that something may be sent" },
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.type === "Identifier" && node.callee.name === "Permit") {
        context.report({ node, message: "only the transmitter makes permits: nobody sends past its rules" });
      }
    },
  }),
});

export const latin1 = houseRule("latin1", {
  of: /^src\/(?!client\/|demo\/|foreign\/).*\.ts$/,
  excepted: {
    "src/fbb/transcript.ts": "a line of people: what a byte above 7F is makes no difference",
    "src/read/spots/cluster.ts": "the same",
    "src/box/services/carriers/node_way.ts": "the same",
    "src/tls/plain_here.ts": "the same",
  },
  create: (context) => ({
    NewExpression(node) {
      const [label] = node.arguments;
      if (
        node.callee.type !== "Identifier" || node.callee.name !== "TextDecoder" || label?.type !== "Literal"
      ) return;
      if (/^(latin1|iso-8859-1)$/i.test(String(label.value))) {
        context.report({
          node,
          message: "this gives windows-1252, not bytes: toBinary() keeps each byte's value",
        });
      }
    },
  }),
});

export const decimals = houseRule("decimals", {
  of: /^src\/read\/formats\//,
  create(context) {
    const isDegrees = (node: Deno.lint.Node): boolean =>
      /^(\w+\.){0,3}(lat|lon)$/.test(context.sourceCode.getText(node));
    const message = "write places by decimal(): others read no exponent";
    return {
      TemplateLiteral(node) {
        for (const one of node.expressions) if (isDegrees(one)) context.report({ node: one, message });
      },
      CallExpression(node) {
        if (node.callee.type !== "Identifier" || node.callee.name !== "String") return;
        const [first] = node.arguments;
        if (first && /^\w*(lat|lon)/i.test(context.sourceCode.getText(first))) {
          context.report({ node, message });
        }
      },
    };
  },
});
