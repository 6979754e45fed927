/**
 * Tools beside other pages: from the moment somebody's tools run, their panels, colours and layers are where the pages have room
 * for them, and what is heard is told them. Pages know nothing of it, so that none of them loads a byte for tools.
 */
import { effect, untracked } from "@preact/signals";
import type { App } from "../../phone/app.ts";
import { pinnedTools } from "../../phone/known/from_tools.ts";
import { benchOf } from "../install/bench.ts";
import { styleTools } from "../style.ts";
import { colourRows } from "./colour_rows.ts";
import { hear } from "./hear.ts";
import { layOverMap } from "./over_map.tsx";
import { standBeside } from "./panels.tsx";
import { offerServices } from "./services.ts";

/** So often it is looked whether whoever runs the instance still lets the tools run. */
const AGAIN_MS = 3_600_000;

const begun = new WeakSet<App>();
/** Begins it, once for each opening of the app, and starts what is installed and switched on; `false` where it is begun. */
export function beginTools(app: App): boolean {
  if (begun.has(app)) return false;
  begun.add(app);
  void styleTools();
  const bench = benchOf(app);
  offerServices(app, bench.bus);
  standBeside(app, bench);
  colourRows(bench);
  layOverMap(bench);
  hear(app, bench);
  effect(() => {
    pinnedTools.value = bench.installed.value.filter(({ name, on, pin }) =>
      on && pin && bench.running.value.has(name)
    )
      .map((tool) => ({ name: tool.name, title: bench.titleOf(tool) }));
  });
  let whose: string | undefined;
  effect(() => {
    const now = app.call.value ?? "";
    untracked(() => {
      // Whoever comes next has tools of their own.
      if (whose !== undefined && whose !== now) bench.endAll();
      whose = now;
      void bench.startAll();
    });
  });
  const again = () => {
    void bench.startAll();
    app.world.later(again, AGAIN_MS);
  };
  app.world.later(again, AGAIN_MS);
  return true;
}
