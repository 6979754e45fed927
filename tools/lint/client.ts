/** The app: controls are made of its parts, and what it reads has the types of the gateway's routes. */
import { houseRule } from "./files.ts";

const PAGES = /^src\/client\/.*\.tsx$/;
const CLIENT = /^src\/client\/.*\.tsx?$/;
const nameOf = (node: Deno.lint.JSXOpeningElement): string =>
  node.name.type === "JSXIdentifier" ? node.name.name : "";

export const button = houseRule("button", {
  of: PAGES,
  excepted: { "src/client/ui/parts.tsx": "it draws the button" },
  create: (context, path) => ({
    JSXOpeningElement(node) {
      if (nameOf(node) === "button" && !/^src\/client\/ui\/look\/\w+\.tsx$/.test(path)) {
        context.report({ node, message: "a button is drawn by the parts alone: use Button" });
      }
    },
  }),
});

export const fields = houseRule("fields", {
  of: /^src\/client\/(?!ui\/).*\.tsx$/,
  excepted: {
    "src/client/app/top.tsx": [
      1,
      "the search in the line at the top: the browser holds what is typed, and no label has room",
    ],
    "src/client/hide/fields/tiles.tsx": [
      1,
      "a choice by drawings, which a tile holds with two lines of words",
    ],
    "src/client/print/net_sheet.tsx": [
      2,
      "a sheet's form, sent by the browser itself: label and control share a line",
    ],
  },
  create: (context) => ({
    JSXOpeningElement(node) {
      if (["input", "select", "textarea"].includes(nameOf(node))) {
        context.report({ node, message: "forms are made of the fields in ui/: use one of them" });
      }
    },
  }),
});

/** A page that removes something asks by `Danger` or `AskOnce`, which are red in themselves. */
export const red = houseRule("red", {
  of: PAGES,
  excepted: {
    "src/client/account/erase.tsx": [1, "the account, with the call typed"],
    "src/client/account/sign_out.tsx": [1, "the way in of somebody who has no other, once it was asked"],
    "src/client/cache/own_log.tsx": [1, "a log, once it was asked"],
    "src/client/hide/stages/stage_sheet.tsx": [1, "what was typed of a stage"],
    "src/client/hide/status_buttons.tsx": [1, "a cache's life, once it was asked"],
    "src/client/waiting/radio_commands.tsx": [1, "a command that was heard"],
    "src/client/shack/stations/stations_page.tsx": [1, "a station of one's own, once it was asked"],
    "src/client/app/all_parts/type_and_acts.tsx": [1, "nothing: it is drawn to be looked at"],
    "src/client/ui/parts.tsx": [1, "AskOnce, once it was asked"],
  },
  create: (context) => ({
    JSXOpeningElement(node) {
      const isRed = nameOf(node) === "Button" &&
        node.attributes.some((one) =>
          one.type === "JSXAttribute" && one.name.type === "JSXIdentifier" && one.name.name === "kind" &&
          one.value?.type === "Literal" && one.value.value === "bad"
        );
      if (isRed) {
        context.report({
          node,
          message: "red stands on what loses something for good: say what in tools/lint/client.ts",
        });
      }
    },
  }),
});

const READS = /^(useRead|useRenewed|reader\.read(Live)?|gateway\.(get|ask|large))$/;
export const reads = houseRule("reads", {
  of: CLIENT,
  excepted: {
    "src/client/phone/use_read.ts": "it passes the type on",
    "src/client/admin/keys/registries.tsx":
      "a registry's own list comes as a file, of which no shape is declared",
  },
  create: (context) => ({
    CallExpression(node) {
      if (node.typeArguments && READS.test(context.sourceCode.getText(node.callee))) {
        context.report({
          node,
          message: "a reading names its route, whose type it has: nobody writes down what an answer is",
        });
      }
    },
  }),
});

export const addresses = houseRule("addresses", {
  of: CLIENT,
  // Links and forms that a browser follows by itself, photos whose address has a blank, and files without a declared shape.
  excepted: Object.fromEntries([
    "src/client/account/api_keys.tsx",
    "src/client/account/data_page.tsx",
    "src/client/account/sign_in/sign_in_plain.tsx",
    "src/client/admin/keys/registries.tsx",
    "src/client/admin/system/system_page.tsx",
    "src/client/app/first_paint.tsx",
    "src/client/app/more_page.tsx",
    "src/client/hide/publish.ts",
    "src/client/phone/packs/packs.ts",
    "src/client/phone/person/whose.ts",
    "src/client/phone/photo/photo.ts",
  ].map((path) => [path, "a browser goes there by itself"])),
  create(context) {
    const judge = (node: Deno.lint.Node, text: string) => {
      if (/^\/(api|auth|keys|verify|federation)\//.test(text)) {
        context.report({ node, message: "an address of the API is a route's: name the route" });
      }
    };
    return {
      Literal(node) {
        if (typeof node.value === "string") judge(node, node.value);
      },
      TemplateLiteral(node) {
        judge(node, node.quasis[0]?.raw ?? "");
      },
    };
  },
});
