/** Which exports of the program nobody imports: read from the syntax trees of all its modules, without types. */
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { ROOT } from "../release.ts";

/** Where exports are judged, and where else they may be imported. */
const JUDGED = "src", ASKED = ["src", "tests", "tools", "main.ts"];

export interface Export {
  /** Relative to the root. */
  path: string;
  name: string;
}

interface Module {
  path: string;
  /** Names that it exports: what it declares, and what it passes on by name. */
  own: string[];
  /** Names that it takes from another module: its own name for each, `*` for all. What it passes on is among them. */
  taken: { from: string; name: string }[];
}

/** Every source file below these paths. */
export function sources(paths: readonly string[] = ASKED): string[] {
  return paths.flatMap((path) => {
    if (Deno.statSync(join(ROOT, path)).isFile) return [path];
    const inside = [...Deno.readDirSync(join(ROOT, path))].map(({ name, isDirectory }) =>
      isDirectory ? sources([`${path}/${name}`]) : /\.tsx?$/.test(name) ? [`${path}/${name}`] : []
    );
    return inside.flat();
  });
}

const isExported = (node: ts.Statement, by = ts.SyntaxKind.ExportKeyword): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === by);

/** Names that a statement declares. */
export function declaredBy(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name)
        ? [name.text]
        : name.elements.flatMap((one) =>
          ts.isBindingElement(one) && ts.isIdentifier(one.name) ? [one.name.text] : []
        )
    );
  }
  const { name } = node as ts.DeclarationStatement;
  return name && !isExported(node, ts.SyntaxKind.DefaultKeyword) ? [name.text] : ["default"];
}

function moduleOf(path: string): Module {
  const text = Deno.readTextFileSync(join(ROOT, path));
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const own: string[] = [], taken: Module["taken"] = [];
  const resolved = (specifier: string) =>
    specifier.startsWith(".") ? relative(ROOT, join(ROOT, dirname(path), specifier)) : undefined;
  const takes = (specifier: string, names: readonly string[]) => {
    const from = resolved(specifier);
    if (from !== undefined) { for (const name of names) taken.push({ from, name }); }
  };
  for (const node of tree.statements) {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const { name, namedBindings } = node.importClause ?? {};
      if (name) takes(node.moduleSpecifier.text, ["default"]);
      if (namedBindings && ts.isNamedImports(namedBindings)) {
        takes(
          node.moduleSpecifier.text,
          namedBindings.elements.map((one) => (one.propertyName ?? one.name).text),
        );
      } else if (namedBindings) takes(node.moduleSpecifier.text, ["*"]);
    } else if (ts.isExportDeclaration(node)) {
      const names = node.exportClause && ts.isNamedExports(node.exportClause)
        ? node.exportClause.elements.map((one) => (one.propertyName ?? one.name).text)
        : ["*"];
      if (node.moduleSpecifier) takes((node.moduleSpecifier as ts.StringLiteral).text, names);
      if (node.exportClause && ts.isNamedExports(node.exportClause)) {
        own.push(...node.exportClause.elements.map(({ name }) => name.text));
      }
    } else if (isExported(node)) own.push(...declaredBy(node));
  }
  // Modules that are loaded when they are needed, or named as types in place: all of such a one counts as asked for.
  for (const [, specifier] of text.matchAll(/\bimport\(\s*"(\.[^"]+)"/g)) takes(specifier!, ["*"]);
  return { path, own, taken };
}

/** What no module takes, and something does: the app's build puts its name into scripts. */
const BY_NAME = ["src/client/ui/words/load.ts withWords"];

/** Every export of `src/` that no other file takes. */
export function unusedExports(): Export[] {
  const modules = sources().map(moduleOf);
  const asked = new Set([
    ...BY_NAME,
    ...modules.flatMap(({ taken }) => taken.map(({ from, name }) => `${from} ${name}`)),
  ]);
  return modules.filter(({ path }) => path.startsWith(`${JUDGED}/`)).flatMap(({ path, own }) =>
    asked.has(`${path} *`)
      ? []
      : own.filter((name) => !asked.has(`${path} ${name}`)).map((name) => ({ path, name }))
  );
}
