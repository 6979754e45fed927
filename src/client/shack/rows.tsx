/** Tables of the shack's pages: one row of headings; a wide table scrolls by itself. */
import { HeadedTable, TableRoom } from "../ui/table_room.tsx";
import { Foreign } from "../ui/parts.tsx";

/** Content of a cell: the app's words, a number, a call as a link, text that others wrote, or a code. */
type Cell = string | number | { call: string } | { foreign: string } | { code: string };
interface Row {
  key: string;
  cells: readonly Cell[];
  /** Drawn as a warning: somebody should look. */
  bad?: boolean;
}

export function Rows({ label, caption, heads, rows }: {
  label: string;
  caption?: string;
  heads: readonly string[];
  rows: readonly Row[];
}) {
  return (
    <TableRoom label={label}>
      <HeadedTable caption={caption} heads={heads}>
        {rows.map(({ key, cells, bad = false }) => (
          <tr key={key} class={bad ? "bad" : undefined}>
            {cells.map((cell, at) => (
              <td key={heads[at]}>
                <Shown cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </HeadedTable>
    </TableRoom>
  );
}

function Shown({ cell }: { cell: Cell }) {
  if (typeof cell !== "object") return <>{cell}</>;
  if ("call" in cell) return <CallLink call={cell.call} />;
  return "code" in cell ? <bdi class="code">{cell.code}</bdi> : <Foreign>{cell.foreign}</Foreign>;
}

/** A call as a link to its page. */
export const CallLink = ({ call }: { call: string }) => (
  <a class="code" href={`/s/${encodeURIComponent(call)}`}>{call}</a>
);
