/** A table of everything of a kind: the gateway searches, filters, sorts and pages it; a file has every row that fits. */
import { batch, type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import type { Address } from "../../phone/wire/routes.ts";
import { ChoiceField } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Button, Moment } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";
import { useAsked } from "./page_search.ts";
import { SavedSearches } from "./saved_searches.tsx";
import { usePart } from "../../ui/use_part.ts";
import { chosenBar, type Column, MORE_ROWS, rowsAtOnce, Table } from "./table.tsx";

/** Rows of one answer for a file. */
const FILE_PAGE = 1000;

/** What is asked of the gateway; `filters` by their names. */
interface Wanted {
  q: string | undefined;
  sort: string;
  order: "asc" | "desc";
  limit: number;
  after: string | undefined;
}
/** A filter: its choices begin with "", which lets everything through. */
interface Filter {
  label: string;
  choices: readonly string[];
  words: (choice: string) => string;
  value: Signal<string>;
}
interface Page {
  total: number;
  nextCursor?: string | undefined;
}

/** `at` gives the address of a page, `rowsOf` the rows of an answer, `first` the order at first. */
export function Inventory<Row, Answer extends Page>(
  { id, label, search, hint, at, rowsOf, filters, first, columns, keyOf, empty, choose }: {
    /** Of the field to search. */
    id: string;
    label: string;
    search: string;
    hint: string;
    at: (wanted: Wanted) => Address<Answer>;
    rowsOf: (answer: Answer) => readonly Row[];
    filters: readonly Filter[];
    first: { id: string; down: boolean };
    columns: readonly Column<Row>[];
    keyOf: (row: Row) => string | number;
    empty: ComponentChildren;
    /** As in a table; `again` reads the rows anew. */
    choose?: {
      name: (row: Row) => string;
      acts?: (rows: readonly Row[], none: () => void, again: () => unknown) => ComponentChildren;
    };
  },
) {
  const { gateway, world } = useApp();
  const doing = useDoing();
  // It comes while the rows are read, and moves none of them.
  usePart(chosenBar, choose !== undefined);
  const words = useAsked(), order = useSignal(first);
  const found = useSignal<{ rows: readonly Row[]; total: number; next: string | undefined } | undefined>(
    undefined,
  );
  /** The page that is asked for now. */
  const asked = useRef<{ after: string | undefined }>({ after: undefined });
  const addressOf = (limit: number, after?: string) =>
    at({
      q: words.peek().trim() || undefined,
      sort: order.peek().id,
      order: order.peek().down ? "desc" : "asc",
      limit,
      after,
    });
  const read = (after?: string) => {
    asked.current = { after };
    return doing.run(async () => {
      for (;;) {
        const mine = asked.current, { after } = mine;
        const answer = await gateway.get(addressOf(after === undefined ? rowsAtOnce(3) : MORE_ROWS, after));
        // Whoever types or sorts on meanwhile is answered for the last alone.
        if (mine !== asked.current) continue;
        if (answer.ok) {
          const rows = rowsOf(answer.value);
          found.value = {
            rows: after === undefined ? rows : [...found.peek()?.rows ?? [], ...rows],
            total: answer.value.total,
            next: answer.value.nextCursor,
          };
        }
        return answer;
      }
    });
  };
  const all = async () => {
    const rows: Row[] = [];
    for (let after: string | undefined, more = true; more;) {
      const answer = await gateway.get(addressOf(FILE_PAGE, after));
      if (!answer.ok) break;
      rows.push(...rowsOf(answer.value));
      after = answer.value.nextCursor;
      more = after !== undefined;
    }
    return rows;
  };
  const chosen = filters.map(({ value }) => value.value).join();
  useEffect(() => world.later(() => void read(), found.peek() ? 250 : 0), [words.value]);
  useEffect(() => {
    if (found.peek()) void read();
  }, [chosen, order.value, gateway.done.value]);
  const list = found.value;
  const isFirst = !words.value.trim() && filters.every(({ value }) => value.value === "") &&
    order.value.id === first.id && order.value.down === first.down;
  return (
    <section>
      <form
        role="search"
        class="line-form inventory-ask"
        onSubmit={(event) => {
          event.preventDefault();
          void read();
        }}
      >
        <TextField id={id} label={search} hint={hint} type="search" value={words} />
        {filters.map((filter, i) => <ChoiceField key={filter.label} id={`${id}-${i}`} {...filter} />)}
        <Button kind="quiet" submit>{tell("people.search.do")}</Button>
        {list && <span class="soft" role="status">{tell("house.rows", { n: list.total })}</span>}
      </form>
      <SavedSearches
        id={id}
        now={{
          words: words.value.trim(),
          choices: filters.map(({ value }) => value.value),
          order: order.value,
        }}
        nothing={isFirst}
        called={({ words, choices, order: { id, down } }) =>
          [
            words && `“${words}”`,
            ...filters.map((filter, i) => choices[i] && filter.words(choices[i])),
            ...(id === first.id && down === first.down
              ? []
              : [`${columns.find((one) => one.id === id)?.label ?? id} ${down ? "↓" : "↑"}`]),
          ].filter(Boolean).join(" · ")}
        take={(search) =>
          batch(() => {
            words.value = search.words;
            filters.forEach(({ value }, i) => value.value = search.choices[i]!);
            order.value = search.order;
          })}
      />
      <Problem of={doing} />
      {list
        ? (
          <Table
            label={label}
            rows={list.rows}
            columns={columns}
            keyOf={keyOf}
            empty={empty}
            choose={choose && {
              name: choose.name,
              acts: (rows, none) => choose.acts?.(rows, none, () => read()),
            }}
            paged={{
              order: order.value,
              sort: (id) => order.value = { id, down: order.peek().id === id ? !order.peek().down : false },
              all,
            }}
          />
        )
        : doing.problem.value === undefined && <Moment />}
      {list?.next !== undefined && (
        <Button disabled={doing.busy.value} onClick={() => void read(list.next)}>
          {tell("house.more_rows", { n: list.total - list.rows.length })}
        </Button>
      )}
    </section>
  );
}
