/** What an area shows to others says what it does: every function, class and method that others can call has a comment. */
import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path/posix";
import ts from "typescript";
import { files } from "./source_files.ts";

const texts = new Map(files("src/").map(({ path, text }) => [path, text]));
const parsed = new Map<string, ts.SourceFile>();

/** A file as a tree, made when it is first asked for. */
function treeOf(path: string): ts.SourceFile {
  let tree = parsed.get(path);
  if (!tree) {
    tree = ts.createSourceFile(path, texts.get(path)!, ts.ScriptTarget.Latest, true);
    parsed.set(path, tree);
  }
  return tree;
}

const target = (path: string, specifier: ts.Expression): string | undefined => {
  const { text } = specifier as ts.StringLiteral;
  return text.startsWith(".") ? normalize(join(dirname(path), text)) : undefined;
};

/** The statement that declares what a file exports under a name, followed through re-exports and imports. */
function declarationOf(path: string, name: string): ts.Statement | undefined {
  for (const statement of texts.has(path) ? treeOf(path).statements : []) {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name?.text === name) return statement;
    } else if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.some((one) => one.name.getText() === name);
      if (found) return statement;
    }
    if (ts.isExportDeclaration(statement) && !statement.exportClause && statement.moduleSpecifier) {
      const from = target(path, statement.moduleSpecifier);
      const found = from && declarationOf(from, name);
      if (found) return found;
    }
    const named = ts.isExportDeclaration(statement)
      ? statement.exportClause
      : ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : undefined;
    if (!named || !(ts.isNamedExports(named) || ts.isNamedImports(named))) continue;
    const { moduleSpecifier } = statement as ts.ExportDeclaration | ts.ImportDeclaration;
    const one = named.elements.find((element) => element.name.text === name);
    const from = one && moduleSpecifier && target(path, moduleSpecifier);
    if (from) return declarationOf(from, (one.propertyName ?? one.name).text);
  }
}

/** Names that a file exports. */
function exportsOf(path: string): string[] {
  return treeOf(path).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      if (exportClause && ts.isNamedExports(exportClause)) {
        return exportClause.elements.map(({ name }) => name.text);
      }
      const from = moduleSpecifier && target(path, moduleSpecifier);
      return from ? exportsOf(from) : [];
    }
    const exported = ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!exported) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    }
    return ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
      ? [statement.name!.text]
      : [];
  });
}

const hasComment = (node: ts.Node): boolean =>
  (ts.getLeadingCommentRanges(node.getSourceFile().text, node.getFullStart()) ?? []).length > 0;

const isFunction = (statement: ts.Statement): boolean =>
  ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) ||
  ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.some(({ initializer }) =>
      initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
    );

/** Whether something is so short that a comment would only say it again. */
const isShort = (node: ts.Node, most: number): boolean => node.getText().split("\n").length <= most;

/**
 * What of a file is exported and not told: functions and classes, and the methods and getters of the classes. Not asked
 * for is a comment on what stands in one or two lines (methods: three), on the body of an overloaded function, and on the
 * one function or class of a file whose head says what the file is.
 */
function untold(path: string): string[] {
  const exported = treeOf(path).statements.filter((statement) =>
    isFunction(statement) && ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
  const names = exported.map((statement) => ts.isFunctionDeclaration(statement) && statement.name?.text);
  const isTold = (statement: ts.Statement, at: number) =>
    isShort(statement, 2) || (exported.length === 1 && texts.get(path)!.startsWith("/**")) ||
    (names[at] !== false && names.indexOf(names[at]!) < at);
  const told = new Set<ts.Node>(exported.filter(isTold));
  return exported.flatMap((statement) => {
    const nodes: ts.Node[] = told.has(statement) ? [] : [statement];
    nodes.push(...membersOf(statement).filter((member) => !isShort(member, 3)));
    return nodes.filter((node) => !hasComment(node)).map(placeOf);
  });
}

/** Where a node stands, with its first line. */
function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  return `${file.fileName}:${line} ${node.getText().split("\n")[0]}`;
}

/** The methods and getters of a class that others can call; none of anything else. */
const membersOf = (statement: ts.Statement): ts.Node[] =>
  !ts.isClassDeclaration(statement)
    ? []
    : statement.members.filter((member) =>
      (ts.isMethodDeclaration(member) || ts.isGetAccessorDeclaration(member)) &&
      !ts.isPrivateIdentifier(member.name) &&
      !ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
    );

/** Of a declaration others can call: itself, and the methods and getters of a class, where they have no comment. */
function uncommented(statement: ts.Statement): string[] {
  const nodes = [...(isFunction(statement) ? [statement] : []), ...membersOf(statement)];
  return nodes.filter((node) => !hasComment(node)).map(placeOf);
}

Deno.test("every function, class and method behind an area's mod.ts says what it does", () => {
  const doors = [...texts.keys()].filter((path) => /^src\/[^/]+\/mod\.ts$/.test(path));
  const seen = new Set<ts.Statement>();
  for (const door of doors) {
    for (const name of exportsOf(door)) {
      const statement = declarationOf(door, name);
      if (statement) seen.add(statement);
    }
  }
  const functions = [...seen].filter(isFunction);
  assert.ok(functions.length > 250, `only ${functions.length} functions are found`);
  assert.deepEqual(functions.flatMap(uncommented), []);
});

Deno.test("what a file of the server exports says what it does, unless its name and two lines say it", () => {
  // Reading a file as a tree takes milliseconds: only those are read that have a class, or an export without a comment.
  const suspect = /(^|(?<!\*\/)\n)export (async )?(function|const) |(^|\n)export class /;
  const server = [...texts].filter(([path, text]) => !path.startsWith("src/client/") && suspect.test(text))
    .map(([path]) => path);
  assert.ok(server.length > 400, `only ${server.length} files are looked at`);
  assert.deepEqual(server.flatMap(untold), []);
});

Deno.test("untold() finds what has no comment, and excepts what its rule says", () => {
  const body = "{\n  one();\n  two();\n  three();\n}";
  const found = (text: string) => {
    texts.set("src/x/x.ts", text);
    parsed.delete("src/x/x.ts");
    const places = untold("src/x/x.ts").map((place) => place.split(" ")[0]);
    texts.delete("src/x/x.ts");
    return places;
  };
  assert.deepEqual(found(`export function a() ${body}\nexport function b() ${body}`), [
    "src/x/x.ts:1",
    "src/x/x.ts:6",
  ]);
  assert.deepEqual(
    found(`/** A. */\nexport function a() ${body}\n/** B. */\nexport const b = () => ${body}`),
    [],
  );
  assert.deepEqual(found(`/** The file. */\nimport "y";\nexport function a() ${body}`), []);
  assert.deepEqual(found(`import "y";\nexport function a() ${body}`), ["src/x/x.ts:2"]);
  assert.deepEqual(found("export const a = () => 1;\nexport const b = () => 2;"), []);
  assert.deepEqual(found(`/** A. */\nexport function a(): void;\nexport function a() ${body}`), []);
  assert.deepEqual(found(`/** A. */\nexport class A {\n  b() ${body}\n  #c() ${body}\n}`), ["src/x/x.ts:3"]);
});
