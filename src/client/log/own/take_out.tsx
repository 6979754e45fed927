/** Caches as a file: which ones, and in which form. The browser takes the file itself, and a phone's program opens it. */
import { useSignal } from "@preact/signals";
import { ShareFile } from "../../phone/passed/share_file.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { ChoiceField, Tick } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";

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

export function TakeOut({ lists }: { lists: readonly { id: number; name: string }[] }) {
  const which = useSignal("favourites"), form = useSignal<Form>("gpx"), square = useSignal("");
  const isNew = useSignal(true), chosen = which.value;
  const where = square.value.trim(), isPlaced = chosen === "square" || chosen === "search";
  const query = {
    ...(chosen === "favourites" && { favourites: "1" as const }),
    ...(chosen === "square" && { square: where }),
    ...(chosen === "search" && { q: where }),
    ...(chosen.startsWith("list-") && { list: chosen.slice("list-".length) }),
    ...(isNew.value && { notFound: "1" as const }),
  };
  const names = new Map(lists.map(({ id, name }) => [`list-${id}`, name]));
  return (
    <section>
      <h2>{say("out.title")}</h2>
      <p class="soft">{say("out.what")}</p>
      <ChoiceField
        id="out-which"
        label={say("out.which")}
        choices={["favourites", "square", "search", ...names.keys()]}
        words={(one) => names.get(one) ?? say(`out.which.${one as "favourites" | "square" | "search"}`)}
        value={which}
      />
      {isPlaced && (
        <TextField
          id="out-where"
          label={say(chosen === "square" ? "out.square" : "out.search")}
          maxLength={chosen === "square" ? 8 : 100}
          value={square}
        />
      )}
      <Tick label={say("out.new")} value={isNew} />
      <ChoiceField
        id="out-form"
        label={say("out.form")}
        choices={FORMS}
        words={(one) => say(`out.form.${one}`)}
        value={form}
      />
      {(!isPlaced || where.length > 1) && (
        <p>
          <a class="button" href={routeTo(ROUTES[form.value], { query })} download target="_self">
            {say("out.do")}
          </a>{" "}
          <ShareFile
            key={form.value}
            path={routeTo(ROUTES[form.value], { query })}
            name={`caches.${form.value}`}
            type={TYPES[form.value]}
          />
        </p>
      )}
      <p class="soft">
        {say("out.live")} <a href={routeTo("GET /api/v1/live.kml")} download target="_self">live.kml</a>
      </p>
    </section>
  );
}
