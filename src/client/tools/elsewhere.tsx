/** Tools from elsewhere: by their address, by a word of theirs, and what other lists name. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { TextField } from "../ui/fields.tsx";
import type { IconName } from "../ui/icons/icon.tsx";
import { Card, Entries, GroupHead } from "../ui/look/lists.tsx";
import { IconDisc } from "../ui/look/radio.tsx";
import { SearchBox } from "../ui/look/search_box.tsx";
import { Button, Foreign } from "../ui/parts.tsx";
import { isSaid, say } from "../ui/say.ts";
import { GetRow, Question, useLook } from "./get_row.tsx";
import type { Listed } from "./install/all_lists.ts";
import type { Bench } from "./install/bench.ts";
import type { Offer } from "./install/lists.ts";
import { ListState } from "./recommended.tsx";

export function Elsewhere({ bench, lists }: { bench: Bench; lists: readonly Listed[] }) {
  const words = useSignal(""), text = words.value.trim().toLowerCase();
  const fits = ({ name, title, description, author }: Offer) =>
    [name, title, description, author].some((one) => one.toLowerCase().includes(text));
  const hits = (bench.lists.all.value ?? []).flatMap(({ offers }) => offers.filter(fits));
  const isOpen = bench.lists.mode.value === "all";
  return (
    <section>
      <GroupHead>{say("tools.elsewhere")}</GroupHead>
      <SearchBox
        id="tools-search"
        label={say("tools.search")}
        placeholder={say("tools.search")}
        value={words}
      />
      {text !== "" && (
        <div class="tools-found">
          <p class="soft" role="status">{say("tools.list.n", { n: hits.length })}</p>
          <Entries>
            {hits.map((offer) => <GetRow key={offer.at} bench={bench} offer={offer} whole />)}
          </Entries>
        </div>
      )}
      {(isOpen || lists.length > 0) && (
        <Card flush>
          {isOpen && <ByAddress bench={bench} />}
          {lists.map((list) => <List key={list.id} bench={bench} list={list} />)}
        </Card>
      )}
    </section>
  );
}

/** A row that opens. */
const Fold = ({ icon, name, line, children }: {
  icon: IconName;
  name: ComponentChildren;
  line: ComponentChildren;
  children: ComponentChildren;
}) => (
  <details>
    <summary class="entry">
      <IconDisc icon={icon} />
      <span class="entry-words">
        {name}
        <span class="entry-line">{line}</span>
      </span>
    </summary>
    {children}
  </details>
);

function ByAddress({ bench }: { bench: Bench }) {
  const address = useSignal(""), looking = useLook(bench), { look, busy, why } = looking;
  return (
    <Fold
      icon="plus"
      name={<span class="entry-name">{say("tools.address")}</span>}
      line={say("tools.address.first")}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          look(address.peek().trim());
        }}
      >
        <TextField
          id="tool-address"
          type="url"
          label={say("tools.address.label")}
          hint={say("tools.address.hint")}
          value={address}
          maxLength={500}
          code
        />
        <Button submit disabled={busy || address.value.trim() === ""}>{say("tools.address.look")}</Button>
        {why && <p role="alert">{say(`tools.why.${why}`)}</p>}
      </form>
      <Question bench={bench} looking={looking} />
    </Fold>
  );
}

function List({ bench, list }: { bench: Bench; list: Listed }) {
  const { offers, fault } = list, groups = [...new Set(offers.map(({ group }) => group))];
  return (
    <div class="tools-list" data-list={list.id}>
      <Fold
        icon="list"
        name={
          <h3 class="entry-name">
            <Foreign>{list.label}</Foreign>
          </h3>
        }
        line={
          <>
            {!fault && say("tools.list.n", { n: offers.length })} <ListState list={list} />
          </>
        }
      >
        {groups.map((group) => (
          <div key={group}>
            <h4 class="caps">
              <GroupName group={group} />
            </h4>
            <Entries>
              {offers.filter((one) => one.group === group).map((offer) => (
                <GetRow key={offer.name} bench={bench} offer={offer} whole />
              ))}
            </Entries>
          </div>
        ))}
      </Fold>
    </div>
  );
}

/** A group that the app has a word for, else as the list names it. */
function GroupName({ group }: { group: string }) {
  const key = `tools.group.${group}`;
  return isSaid(key) ? <>{say(key)}</> : <Foreign>{group}</Foreign>;
}
