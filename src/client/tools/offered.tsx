/** What the registries list, by group and searched, and a tool by its address. */
import { useSignal } from "@preact/signals";
import { Button, Foreign, Notice, SearchField } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { isSaid, say } from "../ui/say.ts";
import type { Bench, Listed, Looked, Why } from "./install/bench.ts";
import type { Offer } from "./install/lists.ts";

type Look = (found: Looked) => void;

export function Offered({ bench, look }: { bench: Bench; look: Look }) {
  const wanted = useSignal("");
  const text = wanted.value.trim().toLowerCase(), lists = bench.lists.value ?? [];
  const fits = ({ name, title, description, author }: Offer) =>
    [name, title, description, author].some((one) => one.toLowerCase().includes(text));
  return (
    <section>
      <h2>{say("tools.offered")}</h2>
      <SearchField id="tools-search" label={say("tools.search")} value={wanted} />
      {lists.map((list) => <List key={list.id} bench={bench} list={list} fits={fits} look={look} />)}
      {lists.length === 0 && <Notice>{say("tools.offered.none")}</Notice>}
    </section>
  );
}

function List({ bench, list, fits, look }: {
  bench: Bench;
  list: Listed;
  fits: (offer: Offer) => boolean;
  look: Look;
}) {
  const offers = list.offers.filter(fits), groups = [...new Set(offers.map(({ group }) => group))];
  return (
    <section class="tools-list" data-list={list.id}>
      <h3>
        <Foreign>{list.label}</Foreign>
      </h3>
      {list.fault && <p role="alert">{say(`tools.list.${list.fault}`)}</p>}
      {list.stale && <p class="soft">{say("tools.list.stale")}</p>}
      {groups.map((group) => (
        <div key={group}>
          <h4 class="caps">
            <GroupName group={group} />
          </h4>
          <ul class="row-list">
            {offers.filter((one) => one.group === group).map((offer) => (
              <One key={offer.name} bench={bench} offer={offer} look={look} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** A group that the app has a word for, else as the list names it. */
function GroupName({ group }: { group: string }) {
  const key = `tools.group.${group}`;
  return isSaid(key) ? <>{say(key)}</> : <Foreign>{group}</Foreign>;
}

function One({ bench, offer, look }: { bench: Bench; offer: Offer; look: Look }) {
  const { name, title, description, author, version, at } = offer;
  const there = bench.installed.value.some((one) => one.name === name && one.at === at);
  const [why, busy, ask] = useLook(bench, look);
  return (
    <li data-offer={name}>
      <p>
        <strong>
          <Foreign>{title}</Foreign>
        </strong>{" "}
        <span class="soft">
          <Foreign>{`${author} ${version}`}</Foreign>
        </span>
        <br />
        <Foreign>{description}</Foreign>
      </p>
      {there
        ? <p class="soft">{say("tools.there")}</p>
        : (
          <Button aria-label={title} disabled={busy} onClick={() => ask(at, offer)}>
            {say("tools.install")}
          </Button>
        )}
      {why && <p role="alert">{say(`tools.why.${why}`)}</p>}
    </li>
  );
}

export function ByAddress({ bench, look }: { bench: Bench; look: Look }) {
  const address = useSignal(""), [why, busy, ask] = useLook(bench, look);
  return (
    <section>
      <h2>{say("tools.address")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(address.peek().trim());
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
    </section>
  );
}

/** Looks at a tool: why it cannot be installed, whether it is looked at now, and the function that does. */
function useLook(bench: Bench, look: Look): [Why | undefined, boolean, (at: string, offer?: Offer) => void] {
  const why = useSignal<Why | undefined>(undefined), busy = useSignal(false);
  const ask = async (at: string, offer?: Offer) => {
    busy.value = true;
    why.value = undefined;
    const found = await bench.look(at, offer);
    busy.value = false;
    why.value = typeof found === "string" ? found : undefined;
    if (typeof found === "object") look(found);
  };
  return [why.value, busy.value, (at, offer) => void ask(at, offer)];
}
