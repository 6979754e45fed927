/** What the story has at hand: the club's gateway and radio, those of the neighbours, and the clock. */
import type { World } from "../base/mod.ts";
import type { Asker } from "./asker.ts";
import type { StoryClock } from "./clock.ts";
import type { Radio } from "./radio.ts";

export interface Club {
  url: string;
  /** Shows the operator secret. */
  operator: Asker;
  radio: Radio;
  /** Operator of the neighbours, and their radio. */
  far: Asker;
  farRadio: Radio;
  clock: StoryClock;
  world: World;
}
