/** The list of a cache's stages and the sheet of the one that the address names (`?stage=`): for a draft and for a cache alike. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { go, place } from "../../pages/router.ts";
import { useApp } from "../../phone/app.ts";
import { codeOf, newStage, type Stage } from "../../phone/drafts/stages.ts";
import type { Point } from "../../ui/places/arrow.ts";
import { StageMap, StageRows } from "./stage_list.tsx";
import { StageSheet } from "./stage_sheet.tsx";

/** `to`: the address of a stage's sheet, or of the list. */
export function useStages({ stages, set, start, to, found, sound, disabled = false }: {
  stages: readonly Stage[];
  set: (stages: readonly Stage[]) => void;
  /** Where the cache is. */
  start: Point | undefined;
  to: (n: number | undefined) => string;
  /** Whether somebody has found this one. */
  found: (stage: Stage) => boolean;
  /** Draws the field for the sound of a stage. */
  sound: (stage: Stage, n: number) => JSX.Element;
  disabled?: boolean;
}): { sheet: JSX.Element | undefined; list: JSX.Element } {
  const app = useApp();
  const chosen = useSignal(0), before = useRef<readonly Stage[] | undefined>(undefined);
  const n = Number(new URLSearchParams(place.value.query).get("stage"));
  const isOpen = Number.isInteger(n) && n >= 1 && n <= stages.length && !disabled;
  // What "Cancel" brings back: the list before the first sheet, or before the stage that was added.
  if (!isOpen) before.current = undefined;
  else before.current ??= stages;
  const open = (at: number | undefined) => go(to(at), { replace: true });
  const fresh = () => codeOf(app.world.newId());
  const insert = (at: number) => {
    const was = before.current ?? stages;
    set(stages.toSpliced(at, 0, newStage("nfc", fresh(), start)));
    chosen.value = at;
    go(to(at + 1), { replace: isOpen });
    before.current = was;
  };
  const stage = stages[n - 1];
  return {
    sheet: isOpen && stage
      ? (
        <StageSheet
          n={n}
          stages={stages}
          start={start}
          found={found(stage)}
          set={set}
          sound={() => sound(stage, n)}
          fresh={fresh}
          list={to(undefined)}
          open={open}
          cancel={() => {
            if (before.current) set(before.current);
            open(undefined);
          }}
          insert={insert}
        />
      )
      : undefined,
    list: (
      <>
        <StageMap
          stages={stages}
          start={start}
          chosen={chosen}
          change={(at, what) => set(stages.map((one, i) => i === at ? { ...one, ...what } : one))}
        />
        <StageRows stages={stages} set={set} to={to} insert={insert} disabled={disabled} />
      </>
    ),
  };
}
