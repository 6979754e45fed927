/** The small changes that are tried on a file: each turns one comparison, drops one condition, or moves one bound. */
import ts from "typescript";

/** One change: what stands between `start` and `end` (offsets in the file's text) becomes `text`. */
export interface Change {
  start: number;
  end: number;
  text: string;
  /** Line of the file, from 1. */
  line: number;
  /** What changed, in words for the report. */
  what: string;
}

const TURNED: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
};
const SWAPPED: Readonly<Record<string, string>> = { some: "every", every: "some", min: "max", max: "min" };

/** Every change that is worth trying, in the order of the file. Types, imports, texts and comments are left alone. */
export function changesOf(path: string, text: string): Change[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Change[] = [];
  const put = (node: ts.Node, becomes: string, what: string) => {
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ start, end: node.getEnd(), text: becomes, line, what });
  };
  const short = (node: ts.Node) => node.getText(file).replace(/\s+/g, " ").slice(0, 60);

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(file);
      const turned = TURNED[operator];
      if (turned) put(node.operatorToken, turned, `${short(node)}: ${operator} becomes ${turned}`);
      if (operator === "&&" || operator === "||") {
        put(node, `(${node.left.getText(file)})`, `${short(node.right)} is dropped`);
        put(node, `(${node.right.getText(file)})`, `${short(node.left)} is dropped`);
      }
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      put(node, `!!${node.operand.getText(file)}`, `${short(node)}: the ! is dropped`);
    }
    if (ts.isIfStatement(node)) {
      put(node.expression, "false", `if (${short(node.expression)}) never holds`);
      put(node.expression, "true", `if (${short(node.expression)}) always holds`);
    }
    if (ts.isConditionalExpression(node)) {
      put(node.condition, `!(${node.condition.getText(file)})`, `${short(node.condition)} ? is turned`);
    }
    if (ts.isExpressionStatement(node) && isCall(node.expression)) {
      put(node, ";", `${short(node)} is removed`);
    }
    if (ts.isNumericLiteral(node) && !ts.isElementAccessExpression(node.parent)) {
      put(node, `(${node.getText(file)} + 1)`, `${short(node.parent)}: ${node.text} becomes one more`);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
      put(
        node,
        node.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true",
        `${short(node.parent)} is turned`,
      );
    }
    if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
      const swapped = SWAPPED[node.name.text];
      if (swapped) put(node.name, swapped, `${short(node)} becomes ${swapped}`);
      if (node.name.text === "filter" && node.parent.expression === node) {
        put(node.parent, `(${node.expression.getText(file)})`, `${short(node.parent)}: nothing is filtered`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) || (ts.isAwaitExpression(node) && isCall(node.expression));
