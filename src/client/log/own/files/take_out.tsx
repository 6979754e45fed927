/** Caches out as a file: which ones, and in which form. The browser takes the file itself, and a phone's program opens it. */
import { useSignal } from "@preact/signals";
import { ShareFile } from "../../../phone/passed/share_file.tsx";
import { routeTo } from "../../../phone/wire/routes.ts";
import { Radios, Tick } from "../../../ui/choices.tsx";
import { TextField } from "../../../ui/fields.tsx";
import { HEART } from "../../../ui/icons/field_paths.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { Far, GroupHead } from "../../../ui/look/lists.tsx";
import { IconDisc } from "../../../ui/look/radio.tsx";
import { Foreign } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";
import { numberFormat } from "../../../ui/times.ts";

const FORMS = ["gpx", "zip", "loc", "kml", "csv"] as const;
type Form = typeof FORMS[number];
const ROUTES = {
  gpx: "GET /api/my/caches.gpx",
  zip: "GET /api/my/caches.zip",
  loc: "GET /api/my/caches.loc",
  kml: "GET /api/my/caches.kml",
  csv: "GET /api/my/caches.csv",
} as const;

/** As what programs know each form. */
const TYPES: Readonly<Record<Form, string>> = {
  gpx: "application/gpx+xml",
  zip: "application/zip",
  loc: "application/xml-loc",
  kml: "application/vnd.google-earth.kml+xml",
  csv: "text/csv",
};

/** What is not a list: a name of each, and its drawing. */
const OTHERS = { favourites: HEART, square: "square-dashed-mouse-pointer", search: "search" } as const;
type Other = keyof typeof OTHERS;
const ALL_OTHERS = Object.keys(OTHERS) as Other[];

interface ListOut {
  id: number;
  name: string;
  codes: readonly string[];
}

/** `first`: the list that is chosen to begin with. */
export function TakeOut({ lists, first }: { lists: readonly ListOut[]; first: number | undefined }) {
  const byChoice = new Map(lists.map((list) => [`list-${list.id}`, list]));
  const begin = `list-${first}`, which = useSignal(byChoice.has(begin) ? begin : "favourites");
  const form = useSignal<Form>("gpx"), typed = useSignal(""), isNew = useSignal(true);
  const chosen = which.value, where = typed.value.trim();
  const isPlaced = chosen === "square" || chosen === "search", list = byChoice.get(chosen);
  const query = {
    ...(chosen === "favourites" && { favourites: "1" as const }),
    ...(chosen === "square" && { square: where }),
    ...(chosen === "search" && { q: where }),
    ...(list && { list: String(list.id) }),
    ...(isNew.value && { notFound: "1" as const }),
  };
  const row = (one: string) => {
    const list = byChoice.get(one);
    return (
      <>
        <IconDisc icon={list ? "list" : OTHERS[one as Other]} />
        <span class="entry-words entry-name">
          {list ? <Foreign>{list.name}</Foreign> : say(`out.which.${one as Other}`)}
        </span>
        {list && <Far value={numberFormat({}).format(list.codes.length)} />}
      </>
    );
  };
  const path = routeTo(ROUTES[form.value], { query });
  return (
    <section>
      <GroupHead>{say("out.title")}</GroupHead>
      <div class="out-which">
        <Radios
          name="out-which"
          label={say("out.which")}
          choices={[...byChoice.keys(), ...ALL_OTHERS]}
          words={row}
          down
          value={which}
        />
      </div>
      {isPlaced && (
        <TextField
          id="out-where"
          label={say(chosen === "square" ? "out.square" : "out.search")}
          maxLength={chosen === "square" ? 8 : 100}
          value={typed}
        />
      )}
      <div class="out-forms">
        <Radios
          name="out-form"
          label={say("out.form")}
          choices={FORMS}
          words={(one) => (
            <>
              <b class="code">{one.toUpperCase()}</b> <small>{say(`out.form.${one}`)}</small>
            </>
          )}
          value={form}
        />
      </div>
      <Tick label={say("out.new")} value={isNew} />
      <p class="soft">{say("out.what")}</p>
      {(!isPlaced || where.length > 1) && (
        <div class="buttons">
          <ShareFile key={form.value} path={path} name={`caches.${form.value}`} type={TYPES[form.value]} />
          <a class="button button-main" href={path} download target="_self">
            <Icon name="download" />
            {say("out.do")}
          </a>
        </div>
      )}
      <p class="soft">
        {say("out.live")} <a href={routeTo("GET /api/v1/live.kml")} download target="_self">live.kml</a>
      </p>
    </section>
  );
}
