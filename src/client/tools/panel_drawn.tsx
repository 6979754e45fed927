/** A tool's panel, drawn by the app's own parts: whatever a tool says is text here. */
import { Foreign } from "../ui/parts.tsx";
import { TableRoom } from "../ui/table_room.tsx";
import type { Panel, PanelNode } from "./run/panel.ts";

/** `tool`: its name, which stands beside whatever it calls itself. */
export const PanelDrawn = ({ panel, tool }: { panel: Panel; tool: string }) => (
  <section class="card tool-panel" data-tool={tool}>
    <h3>
      <Foreign>{panel.title || tool}</Foreign> <span class="soft code">{tool}</span>
    </h3>
    {panel.nodes.map((node, at) => <Node key={at} node={node} />)}
  </section>
);

function Node({ node }: { node: PanelNode }) {
  switch (node.kind) {
    case "text":
      return (
        <p class={`tool-${node.tone}`}>
          <Foreign>{node.text}</Foreign>
        </p>
      );
    case "kv":
      return (
        <dl class={`tool-kv tool-${node.tone}`}>
          <dt>
            <Foreign>{node.key}</Foreign>
          </dt>
          <dd>
            <Foreign>{node.value}</Foreign>
          </dd>
        </dl>
      );
    case "badge":
      return (
        <p>
          <span class={`tool-badge tool-${node.tone}`}>
            <Foreign>{node.text}</Foreign>
          </span>
        </p>
      );
    case "bar":
      return (
        <label class={`tool-bar tool-${node.tone}`}>
          <Foreign>{node.label}</Foreign> <meter min={0} max={node.max} value={node.value} />
        </label>
      );
    case "table":
      return (
        <TableRoom label={node.head.join(", ")}>
          <table class="table">
            <thead>
              <tr>
                {node.head.map((column, at) => (
                  <th key={at} scope="col">
                    <Foreign>{column}</Foreign>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {node.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, i) => (
                    <td key={i}>
                      <Foreign>{cell}</Foreign>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableRoom>
      );
    case "blocks":
      return (
        <pre class="tool-blocks code">
          {rowsOf(node).map((row, at) => (
            <span key={at}>{[...row.map(({ ch, c }, i) => <span key={i} data-c={c}>{ch}</span>), "\n"]}</span>
          ))}
        </pre>
      );
  }
}

const rowsOf = ({ cols, cells }: Extract<PanelNode, { kind: "blocks" }>) =>
  Array.from(
    { length: Math.ceil(cells.length / cols) },
    (_, row) => cells.slice(row * cols, (row + 1) * cols),
  );
