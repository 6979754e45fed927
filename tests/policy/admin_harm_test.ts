/**
 * Whatever an operator ends, removes, declines, blocks or switches off is asked about first, with what it touches: found from
 * the calls that administration makes and from what their routes take, so that a new one cannot be forgotten.
 */
import assert from "node:assert/strict";
import ts from "typescript";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { files } from "./source_files.ts";

/** Elements that say what is touched, and ask. */
const ASKS = new Set(["Danger", "AskOnce"]);
/** Last words of a path that take something away. */
const ENDS =
  /\/(?:revoke|decline|reject|suspend|remove|delete|block|ban|drop|end|disable|withdraw|kill|release|forget|wipe|purge)$/;
/** Values that take something away. */
const TAKEN = new Set(["blocked", "unvetted", "off", "none", "release", "remove", "revoked"]);

const plain = (path: string): string => path.split("?")[0]!.replace(/:\w+/g, ":");
const routes = new Map(
  allRoutes().map((
    { method, path, options },
  ) => [`${method} ${plain(path)}`, options.body as Shape | undefined]),
);

/** The route of an address, also where a part of it is written out that the route takes as a parameter. */
const routeOf = (key: string): string | undefined =>
  routes.has(key) ? key : [...routes.keys()].find((one) => {
    const [here, there] = [one.split("/"), key.split("/")];
    return here.length === there.length && here.every((part, i) => part === ":" || part === there[i]);
  });

/** A schema, as far as it matters here. */
interface Shape {
  def: { type: string; innerType?: Shape; entries?: Record<string, string>; shape?: Record<string, Shape> };
}
const inner = (shape: Shape): Shape => shape.def.innerType ? inner(shape.def.innerType) : shape;
/** Fields of a route's body that switch something: yes or no, or a state to which it can be taken down. */
const switches = (body: Shape | undefined): string[] =>
  Object.entries(body ? inner(body).def.shape ?? {} : {}).filter(([, field]) => {
    const { type, entries } = inner(field).def;
    return type === "boolean" || Object.keys(entries ?? {}).some((one) => TAKEN.has(one));
  }).map(([name]) => name);

/** A call that writes, and where it stands. */
interface Write {
  method: string;
  path: string;
  node: ts.CallExpression;
  body: ts.Expression | undefined;
}

/** The address of a call, each parameter as `:`; a name stands for what it was made of in the same file. */
function addressOf(node: ts.Expression, tree: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return plain(node.text);
  if (ts.isTemplateExpression(node)) {
    return plain(node.head.text + node.templateSpans.map(({ literal }) => `:${literal.text}`).join(""));
  }
  if (ts.isCallExpression(node) && node.expression.getText() === "routeTo") {
    const [signature] = node.arguments;
    if (signature && ts.isStringLiteralLike(signature)) {
      return plain(signature.text.replace(/^[A-Z]+ /, "").replace(/:\w+/g, ":"));
    }
  }
  const meant = ts.isIdentifier(node) ? meantBy(node, tree) : undefined;
  return meant && addressOf(meant, tree);
}

/** What a name was made of: of several of one name in a file the nearest before it. */
function meantBy(node: ts.Identifier, tree: ts.SourceFile): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const look = (one: ts.Node): void => {
    if (ts.isVariableDeclaration(one) && one.name.getText() === node.text && one.pos < node.pos) {
      found = one.initializer ?? found;
    }
    ts.forEachChild(one, look);
  };
  look(tree);
  return found;
}

const bodyOf = (node: ts.Expression | undefined, tree: ts.SourceFile) =>
  node && ts.isIdentifier(node) ? meantBy(node, tree) ?? node : node;

function writesOf(tree: ts.SourceFile): Write[] {
  const found: Write[] = [];
  const look = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "ask" && node.arguments[0] && ts.isStringLiteral(node.arguments[0])
    ) {
      const path = addressOf(node.arguments[1]!, tree);
      assert.ok(path, `${tree.fileName}: the address of ${node.getText().slice(0, 80)} cannot be read`);
      found.push({ method: node.arguments[0].text, path, node, body: bodyOf(node.arguments[2], tree) });
    }
    ts.forEachChild(node, look);
  };
  look(tree);
  return found;
}

/** What a literal body says of a field: its text, `undefined` where it does not name it, `null` where that cannot be read. */
function saidOf(body: ts.Expression | undefined, field: string): string | undefined | null {
  if (!body) return undefined;
  if (!ts.isObjectLiteralExpression(body)) return null;
  let said: string | undefined | null = undefined;
  for (const one of body.properties) {
    if (ts.isSpreadAssignment(one)) {
      // `...(dry && { dry })` gives the field or not; anything else may give any field.
      const names = [...one.expression.getText().matchAll(/\{\s*(\w+)/g)].map(([, name]) => name);
      if (names.length === 0 || names.includes(field)) said = null;
    } else if (one.name?.getText() === field) {
      said = ts.isPropertyAssignment(one) ? one.initializer.getText() : null;
    }
  }
  return said;
}

/** Fields that take something away when they are true. */
const TAKES = new Set(["paused", "blocked", "disabled"]);
/** What is done at one press all the same: the function that does it, and why. */
const AT_ONE_PRESS: Readonly<Record<string, string>> = {
  "src/client/admin/caches/awards.tsx turn": "offered again with the same switch; certificates stay",
  "src/client/admin/upload/upload.tsx remove": "a copy of a file that its sender has, in use nowhere",
  "src/client/admin/first/bring_back.tsx drop": "a copy of a backup that its sender has, in use nowhere",
  "src/client/admin/first/sample.tsx remove": "the sample of the first run goes with one press",
  "src/client/admin/mail/partner_form.tsx save": "a form that shows the whole partner, as it will be",
  "src/client/admin/neighbours/add_page.tsx add": "`confirm` takes in what was shown; nothing is taken away",
  "src/client/admin/receivers/trust_box.tsx trust":
    "stations that count, and from when on: one less goes through `end`, which asks",
  "src/client/admin/people/report_card.tsx enable":
    "what was disabled comes into use again: nothing is taken away",
};

/** Fields that change nothing: the gateway only counts. */
const LOOKS = new Set(["dry", "preview"]);

/** Why a write can harm; undefined where it cannot. */
function harmOf({ method, path, body }: Write): string | undefined {
  if (body && [...LOOKS].some((field) => saidOf(body, field) === "true")) return undefined;
  if (method === "DELETE") return "deletes";
  if (ENDS.test(path)) return "ends";
  const key = routeOf(`${method} ${path}`);
  assert.ok(key, `there is no route ${method} ${path}`);
  const off = switches(routes.get(key)).filter((field) => !LOOKS.has(field)).filter((field) => {
    const said = saidOf(body, field);
    if (said === undefined || said === (TAKES.has(field) ? "false" : "true")) return false;
    return !(said && /^"/.test(said) && !TAKEN.has(said.slice(1, -1)));
  });
  return off.length > 0 ? `may switch off: ${off.join(", ")}` : undefined;
}

/** Whether a node stands in an element that asks, or in a function that only such elements call. */
function isAsked(node: ts.Node, tree: ts.SourceFile, seen = new Set<ts.Node>()): boolean {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    if (
      (ts.isJsxSelfClosingElement(at) || ts.isJsxOpeningElement(at)) && ASKS.has(at.tagName.getText())
    ) return true;
    if (
      ts.isVariableDeclaration(at) && at.initializer &&
      (ts.isArrowFunction(at.initializer) || ts.isFunctionExpression(at.initializer))
    ) {
      if (seen.has(at)) return true;
      seen.add(at);
      const uses = usesOf(at, tree);
      return uses.length > 0 && uses.every((use) => isAsked(use, tree, seen));
    }
    if (ts.isFunctionDeclaration(at)) return false;
  }
  return false;
}

/** Whether an identifier only names a member or an attribute. */
const isKey = ({ parent, ...node }: ts.Identifier): boolean =>
  (ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent) || ts.isPropertyAccessExpression(parent)) &&
  parent.name.pos === node.pos;

/** Where the name of a declaration is used, within the function that declares it. */
function usesOf(declared: ts.VariableDeclaration, tree: ts.SourceFile): ts.Node[] {
  let room: ts.Node = declared;
  while (room.parent && !ts.isBlock(room)) room = room.parent;
  const uses: ts.Node[] = [];
  const look = (node: ts.Node): void => {
    if (
      ts.isIdentifier(node) && node.text === declared.name.getText() && node !== declared.name && !isKey(node)
    ) {
      uses.push(node);
    }
    ts.forEachChild(node, look);
  };
  look(room.parent ? room : tree);
  return uses;
}

/** The name of the function in which a node stands. */
function nameOf(node: ts.Node): string {
  for (let at = node; at.parent; at = at.parent) {
    if (ts.isVariableDeclaration(at) && at.initializer && ts.isArrowFunction(at.initializer)) {
      return at.name.getText();
    }
    if (ts.isFunctionDeclaration(at)) return at.name?.text ?? "";
  }
  return "";
}
const used = new Set<string>();

const treeOf = (path: string, text: string) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

const unasked = (path: string, text: string): string[] => {
  const tree = treeOf(path, text);
  return writesOf(tree).flatMap((write) => {
    const harm = harmOf(write);
    if (harm === undefined || isAsked(write.node, tree)) return [];
    const name = `${path} ${nameOf(write.node)}`;
    used.add(name);
    return name in AT_ONE_PRESS ? [] : [`${name}: ${write.method} ${write.path} ${harm}`];
  });
};

Deno.test("whatever administration ends, removes, declines, blocks or switches off is asked about first", () => {
  const sources = files("src/client/admin/", ".tsx");
  const harms = sources.flatMap(({ path, text }) =>
    writesOf(treeOf(path, text)).filter((one) => harmOf(one))
  );
  assert.ok(harms.length > 20, `only ${harms.length} are seen`);
  assert.deepEqual(sources.flatMap(({ path, text }) => unasked(path, text)), []);
  assert.deepEqual(Object.keys(AT_ONE_PRESS).filter((one) => !used.has(one)), [], "nobody does that");
});

Deno.test("a write that takes away is seen where nothing asks, also behind a function, and not where something asks", () => {
  const part = (inside: string, before = "") =>
    unasked("x.tsx", `export function X() { ${before} return <p>${inside}</p>; }`);
  const ends = `gateway.ask("POST", \`/api/admin/boxes/\${id}/revoke\`)`;
  const off = (value: string) => `gateway.ask("POST", "/api/bbs/partners", { call, enabled: ${value} })`;
  const button = (act: string) => part(`<Button onClick={() => void ${act}} />`);
  assert.equal(button(ends).length, 1);
  assert.equal(button(`gateway.ask("DELETE", "/api/admin/sites/OE1XYZ")`).length, 1);
  assert.deepEqual(
    [button(off("false")).length, button(off("!enabled")).length, button(off("true")).length],
    [1, 1, 0],
  );
  assert.equal(button(`gateway.ask("POST", "/api/bbs/partners", { call, ...rest })`).length, 1);
  assert.equal(part(`<Danger act={() => ${ends}} />`).length, 0);
  assert.equal(part(`<Danger act={end} />`, `const end = () => ${ends};`).length, 0);
  assert.equal(part(`<Danger act={end} /><Button onClick={end} />`, `const end = () => ${ends};`).length, 1);
});
