/** Finds a town for who does not know its locator: the region becomes the square around it. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { TextField } from "../../ui/fields.tsx";
import { Button } from "../../ui/parts.tsx";
import { squareAt } from "../../ui/places/squares.ts";
import { tell } from "../tell.ts";

export function TownSearch({ choose }: { choose: (grid: string) => void }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const text = useSignal(""), found = useSignal<AnswerOf<"GET /api/search">["places"] | undefined>(undefined);
  const search = (event: Event) => {
    event.preventDefault();
    void doing.run(async () => {
      const answer = await gateway.get(
        routeTo("GET /api/search", { query: { q: text.peek().trim(), limit: 1 } }),
      );
      if (answer.ok) found.value = answer.value.places;
      return answer;
    });
  };
  return (
    <form role="search" onSubmit={search}>
      <TextField
        id="first-town"
        label={tell("first.town")}
        type="search"
        minLength={2}
        maxLength={60}
        required
        value={text}
        set={(next) => {
          text.value = next;
          found.value = undefined;
        }}
      />
      <Button submit disabled={doing.busy.value}>{tell("first.town.find")}</Button>
      <p class="button-row" role="status">
        {found.value?.length === 0 && tell("first.town.none")}
        {found.value?.map(({ name, lat, lon }) => (
          <Button
            key={`${name} ${lat} ${lon}`}
            onClick={() => choose(squareAt({ lat, lon }, 4))}
          >
            {name} {squareAt({ lat, lon }, 4)}
          </Button>
        ))}
      </p>
      <Problem of={doing} />
    </form>
  );
}
