/** A person as a card: the plate first, what proves it, and who is behind it. */
import type { ComponentChildren } from "preact";
import { CallPlate } from "../ui/look/radio.tsx";
import { Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

export function PlateCard({ call, proven, how, name, grid, children }: {
  call: string;
  proven: boolean;
  /** How and when it was proven, or that it was not. */
  how: ComponentChildren;
  name?: string | null | undefined;
  grid?: string | null | undefined;
  children?: ComponentChildren;
}) {
  return (
    <div class="plate-card">
      <svg class="plate-waves" viewBox="0 0 400 200" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
        <circle cx="330" cy="40" r="40" />
        <circle cx="330" cy="40" r="80" />
        <circle cx="330" cy="40" r="120" />
        <circle cx="330" cy="40" r="165" />
        <circle cx="330" cy="40" r="215" />
      </svg>
      <CallPlate call={call} proven={proven} big />
      <p class={proven ? "go" : "soft"}>{how}</p>
      {(name || grid) && (
        <p class="soft">
          {name && <Foreign>{name}</Foreign>}
          {name && grid && ", "}
          {grid && <span class="code" title={say("cache.locator", { grid })}>{grid}</span>}
        </p>
      )}
      {children}
    </div>
  );
}
