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

/** Of a declaration others can call: itself, and the methods and getters of a class, where they have no comment. */
function uncommented(statement: ts.Statement): string[] {
  const nodes: ts.Node[] = isFunction(statement) ? [statement] : [];
  if (ts.isClassDeclaration(statement)) {
    const ours = statement.members.filter((member) =>
      (ts.isMethodDeclaration(member) || ts.isGetAccessorDeclaration(member)) &&
      !ts.isPrivateIdentifier(member.name) &&
      !ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
    );
    nodes.push(...ours);
  }
  return nodes.filter((node) => !hasComment(node)).map((node) => {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    return `${file.fileName}:${line} ${node.getText().split("\n")[0]}`;
  });
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
