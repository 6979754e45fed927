/** Offers towns of the name that somebody types: the large ones at once, all others once they ask for them. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { assets } from "../phone/assets.ts";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { squareAt } from "../ui/places/squares.ts";
import { distanceM, type Point } from "../ui/places/arrow.ts";
import { sayDistance } from "../ui/times.ts";
import { type NamedTown, namedTowns, townsNamed } from "./town_names.ts";

/** `wanted`: what was typed. `from`: the searcher's place. `choose` is called with the town that is pressed. */
export default function TownsFound({ wanted, from, choose }: {
  wanted: string;
  from: Point | undefined;
  choose: (town: NamedTown) => void;
}) {
  const { gateway } = useApp();
  const towns = useSignal<readonly NamedTown[]>([]),
    all = useSignal<"not" | "coming" | "there" | "unread">("not");
  const read = async (path: string): Promise<boolean> => {
    const bytes = await gateway.file(path);
    if (bytes) towns.value = namedTowns(bytes);
    return bytes !== undefined;
  };
  useEffect(() => void read(assets().towns), []);
  const more = async () => {
    all.value = "coming";
    all.value = await read(assets().places) ? "there" : "unread";
  };
  const found = useMemo(() => townsNamed(towns.value, wanted, from), [towns.value, wanted, from]);
  return (
    <section class="towns-found">
      {found.length > 0 && (
        <ul class="buttons">
          {found.map((town) => (
            <li key={`${town.lat} ${town.lon}`}>
              <Button onClick={() => choose(town)}>
                {town.name}{" "}
                <span class="soft">{from ? sayDistance(distanceM(from, town)) : squareAt(town, 4)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {all.value !== "there" && (
        <Button disabled={all.value === "coming"} onClick={() => void more()}>{say("towns.more")}</Button>
      )}
      <p role="status">
        {all.value === "unread"
          ? say("weather.unread")
          : all.value === "there" && found.length === 0
          ? say("towns.none")
          : ""}
      </p>
    </section>
  );
}
