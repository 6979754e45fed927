/** Type, and what is pressed. */
import { ActBar, Menu } from "../../ui/look/acting.tsx";
import { GroupHead } from "../../ui/look/lists.tsx";
import { KindDisc } from "../../ui/look/radio.tsx";
import { Round, RoundGroup, RoundLink, RoundMark } from "../../ui/look/round.tsx";
import { Button, ButtonLink, Heading } from "../../ui/parts.tsx";
import { HEART } from "../../ui/icons/field_paths.ts";
import type { Section } from "./section.ts";

const no = () => {};

export const TYPE_AND_ACTS: readonly Section[] = [
  ["Type", () => (
    <>
      <Heading>Page title</Heading>
      <h2>Section title</h2>
      <h3>Row title</h3>
      <p>Reading text, for a description or a log.</p>
      <p class="soft">Second line, quiet.</p>
      <GroupHead>Label in capitals</GroupHead>
    </>
  )],
  ["Buttons", () => (
    <>
      <Button kind="main" icon="flag">Log it</Button>
      <div class="buttons">
        <ButtonLink kind="quiet" icon="navigation" href="#">Go there</ButtonLink>
        <Button>More</Button>
        <Button kind="bad">Revoke</Button>
        <Button aria-pressed>Chosen</Button>
        <Button disabled>Not now</Button>
      </div>
    </>
  )],
  ["At the thumb, behind three points", () => (
    <div class="thumbed">
      <p>
        <Button kind="round" icon={HEART} aria-label="Favourite" aria-pressed={false} />{" "}
        <Button kind="round" icon={HEART} aria-label="No favourite" aria-pressed />
      </p>
      <Menu label="More">
        <li>
          <Button>Watch</Button>
        </li>
      </Menu>
      <ActBar>
        <ButtonLink kind="quiet" icon="navigation" href="#">Go there</ButtonLink>
        <Button kind="main" icon="flag">Log it</Button>
      </ActBar>
    </div>
  )],
  ["Over a map: tools, marks at one spot", () => (
    <div class="buttons">
      <RoundGroup label="Tools">
        <Round icon="layers" aria-expanded={false}>Layers</Round>
        <Round icon="ruler" aria-expanded>Ruler</Round>
        <Round icon="minus" disabled>Wider</Round>
      </RoundGroup>
      <RoundLink icon="map" href="#">Map</RoundLink>
      <RoundMark name="DCV6527, The old mill" on={false} onClick={no}>
        <KindDisc type="multi" />
      </RoundMark>
      <RoundMark name="FDY5465, Stamp of the vineyard" on onClick={no}>
        <KindDisc type="letterbox" mark="found" />
      </RoundMark>
    </div>
  )],
];
