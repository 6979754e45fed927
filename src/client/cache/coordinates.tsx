/** A place in the forms that people use: degrees and minutes, decimal degrees, locator, MGRS; each can be copied. */
import { useSignal } from "@preact/signals";
import { minutes } from "../ui/places/degrees.ts";
import { squareAt } from "../ui/places/squares.ts";
import { CopyOut } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

export function Coordinates({ lat, lon }: { lat: number; lon: number }) {
  const mgrs = useSignal<string | undefined>(undefined);
  const inMinutes = `${minutes(lat, "N", "S", 2)} ${minutes(lon, "E", "W", 3)}`;
  // The library that computes MGRS is loaded when somebody opens the list.
  const opened = () => {
    void import("./mgrs.ts").then(({ forward }) => mgrs.value = forward([lon, lat], 5), () => {});
  };
  const forms = [
    ["minutes", inMinutes],
    ["decimal", `${lat.toFixed(6)}, ${lon.toFixed(6)}`],
    ["locator", squareAt({ lat, lon }, 8)],
    // MGRS is not computed for the poles.
    ["mgrs", Math.abs(lat) <= 80 ? mgrs.value : undefined],
  ] as const;
  return (
    <>
      <p class="code">{inMinutes}</p>
      <details onToggle={opened}>
        <summary>{say("place.forms")}</summary>
        <ul class="place-forms">
          {forms.map(([name, text]) => text && <Form key={name} name={say(`form.${name}`)} text={text} />)}
        </ul>
      </details>
    </>
  );
}

function Form({ name, text }: { name: string; text: string }) {
  return (
    <li>
      <span class="soft">{name}</span>{" "}
      <CopyOut
        text={text}
        label={say("copy.label", { what: name })}
        shown={<span class="code">{text}</span>}
      />
    </li>
  );
}
