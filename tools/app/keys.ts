/**
 * Where a source names sentences, by its syntax: text in comments, in types, in templates and in longer strings is none of
 * ours. A key that is written out whole becomes a number, and an `import()` may be wrapped; nothing else is changed.
 */
import ts from "typescript";

/** A piece of a source that is replaced. */
export interface Change {
  from: number;
  to: number;
  by: string;
}

const KEY = /^\w+(?:\.\w+)+$/;

const parsed = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.ESNext,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** Whether a string is a value: not a type, not the name of a member or module. */
function isValue(node: ts.StringLiteral): boolean {
  const { parent } = node;
  if (ts.isLiteralTypeNode(parent) || ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) {
    return false;
  }
  return !(ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent)) || parent.name !== node;
}

/** Visits what is code: types are passed over. */
function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Which keys a source names: whole ones, and forms of those that it puts together (`log.${kind}`). */
export function keysIn(path: string, text: string): { whole: string[]; made: RegExp[] } {
  const whole: string[] = [], made: RegExp[] = [];
  walk(parsed(path, text), (node) => {
    if (ts.isStringLiteral(node) && KEY.test(node.text) && isValue(node)) whole.push(node.text);
    if (!ts.isTemplateExpression(node)) return;
    const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    if (!/^\w+\./.test(parts[0]!) || !parts.every((part) => /^[\w.]*$/.test(part))) return;
    made.push(new RegExp(`^${parts.map(escaped).join("[^.]+")}$`));
  });
  return { whole, made };
}

/**
 * A source with each key of `numbers` as its number, and each `import("./…")` as `wrap` has it: `undefined` leaves it as it
 * is.
 */
export function rewritten(
  path: string,
  text: string,
  numbers: ReadonlyMap<string, number>,
  wrap: (to: string, call: string) => string | undefined,
): string {
  const changes: Change[] = [];
  walk(parsed(path, text), (node) => {
    const from = node.getStart(), to = node.getEnd();
    if (ts.isStringLiteral(node) && isValue(node)) {
      const number = numbers.get(node.text);
      if (number !== undefined) changes.push({ from, to, by: `"${number}"` });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [named] = node.arguments;
      if (!named || !ts.isStringLiteral(named) || !named.text.startsWith(".")) return;
      const by = wrap(named.text, text.slice(from, to));
      if (by !== undefined) changes.push({ from, to, by });
    }
  });
  return changes.sort((a, b) => b.from - a.from)
    .reduce((whole, { from, to, by }) => whole.slice(0, from) + by + whole.slice(to), text);
}
