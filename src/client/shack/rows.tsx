/** Lists of the shack's pages: on a wide screen a table, which scrolls by itself; on a phone rows of two lines. */
import type { ComponentChildren } from "preact";
import { Entries, Entry } from "../ui/look/lists.tsx";
import { CallPlate } from "../ui/look/radio.tsx";
import { HeadedTable, TableRoom } from "../ui/table_room.tsx";
import { Foreign } from "../ui/parts.tsx";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

// Whether the screen is as narrow as a phone's: columns have no room there.

const NARROW = "(max-width: 39.99rem)";

function useNarrow(): boolean {
  const narrow = useSignal(matchMedia(NARROW).matches);
  useEffect(() => {
    const media = matchMedia(NARROW), turned = () => narrow.value = media.matches;
    media.addEventListener("change", turned);
    return () => media.removeEventListener("change", turned);
  }, []);
  return narrow.value;
}

/** Content of a cell: the app's words, a number, a call as a link, text that others wrote, or a code. */
type Cell = string | number | { call: string } | { foreign: string } | { code: string; href?: string };
interface Row {
  key: string;
  cells: readonly Cell[];
  /** Drawn as a warning: somebody should look. */
  bad?: boolean;
}
interface RowsProps {
  label: string;
  caption?: string;
  heads: readonly string[];
  rows: readonly Row[];
  /** Which cell stands on the right where there is no room for columns; without it, it is a table on a phone too. */
  far?: number;
}

export function Rows(props: RowsProps) {
  const isNarrow = useNarrow();
  return isNarrow && props.far !== undefined ? <TwoLines {...props} far={props.far} /> : <Table {...props} />;
}

const Table = ({ label, caption, heads, rows }: RowsProps) => (
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

/** The first cell is the name; the whole row leads to one page. */
const TwoLines = ({ label, caption, heads, rows, far }: RowsProps & { far: number }) => (
  <div class="row-cards">
    {caption && <p class="soft">{caption}</p>}
    <Entries label={label}>
      {rows.map(({ key, cells }) => {
        const [first = ""] = cells,
          call = typeof first === "object" && "call" in first ? first.call : undefined;
        const line = cells.flatMap((cell, at) => at === 0 || at === far || isEmpty(cell) ? [] : [at]);
        return (
          <Entry
            key={key}
            {...(linkOf(cells) !== undefined && { href: linkOf(cells)! })}
            name={call ? <CallPlate call={call} /> : <Shown cell={first} />}
            line={line.map((at, n) => (
              <span key={at}>
                {n > 0 && <span aria-hidden="true">·</span>}{" "}
                {/* A number says nothing without its heading. */}
                {typeof cells[at] === "number" && `${heads[at]} `}
                <Plain cell={cells[at]!} />
              </span>
            ))}
            far={
              <span class="far-side">
                <Plain cell={cells[far] ?? ""} />
              </span>
            }
          />
        );
      })}
    </Entries>
  </div>
);

/** Where a whole row leads to: the page of what it has a code for, which has the way to the call's, or else of its call. */
function linkOf(cells: readonly Cell[]): string | undefined {
  const [first = ""] = cells;
  const [coded] = cells.flatMap((cell) => typeof cell === "object" && "code" in cell ? cell.href ?? [] : []);
  return coded ?? (typeof first === "object" && "call" in first ? pageOf(first.call) : undefined);
}

const isEmpty = (cell: Cell): boolean =>
  cell === "" || typeof cell === "object" && "foreign" in cell && cell.foreign === "";

function Shown({ cell }: { cell: Cell }): ComponentChildren {
  if (typeof cell === "object" && "call" in cell) return <CallLink call={cell.call} />;
  return typeof cell === "object" && "code" in cell && cell.href !== undefined
    ? (
      <a href={cell.href}>
        <Plain cell={cell} />
      </a>
    )
    : <Plain cell={cell} />;
}

/** A cell without a link of its own: it stands within one. */
function Plain({ cell }: { cell: Cell }) {
  if (typeof cell !== "object") return <>{cell}</>;
  if ("foreign" in cell) return <Foreign>{cell.foreign}</Foreign>;
  return <bdi class="code">{"call" in cell ? cell.call : cell.code}</bdi>;
}

const pageOf = (call: string): string => `/s/${encodeURIComponent(call)}`;

/** A call as a link to its page. */
export const CallLink = ({ call }: { call: string }) => <a class="code" href={pageOf(call)}>{call}</a>;
