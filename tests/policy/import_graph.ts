/** Who imports whom in `src/`, and the circles in that. */
import { dirname, join, normalize } from "node:path/posix";

/** What a file imports or re-exports, types and imports at run time included, as paths from the root. */
export const imported = (path: string, text: string): string[] =>
  [...text.matchAll(
    /^(?:import|export)\s[^;]*?from\s+"(\.[^"]+)"|^import "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gms,
  )]
    .map(([, named, bare, called]) => normalize(join(dirname(path), (named ?? bare ?? called)!)));

/** The members of every circle: Tarjan's strongly connected components with more than one member. */
export function circles(edges: Map<string, Iterable<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const members = stack.splice(stack.indexOf(node));
    if (members.length > 1) found.push(members.sort());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}
