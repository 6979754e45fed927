/** What gives the app its face: calls, tiers, kinds, what is heard. */
import { CallPlate, Dots, KindDisc, Lamp, OnAir, TierBadge } from "../../ui/look/radio.tsx";
import type { Section } from "./section.ts";

const KINDS = ["traditional", "multi", "mystery", "letterbox", "virtual", "earth", "audio", "living"];

export const ON_THE_AIR: readonly Section[] = [
  ["Call plates", () => (
    <p>
      <CallPlate call="OE1ANA" proven /> <CallPlate call="OE1GUS-9" proven href="#" />{" "}
      <CallPlate call="OE3DAN" /> <CallPlate call="OE3XAR" proven big />
    </p>
  )],
  ["Tiers", () => (
    <p>
      <TierBadge tier="A">radio-verified</TierBadge> <TierBadge tier="B">location-verified</TierBadge>{" "}
      <TierBadge tier="none">not verified</TierBadge> <TierBadge tier="waits">waits</TierBadge>
    </p>
  )],
  ["Kinds", () => (
    <>
      <p>
        {KINDS.map((type) => <KindDisc key={type} type={type} />)}
        <KindDisc type="audio" mark="found" /> <KindDisc type="earth" mark="pending" />
        <KindDisc type="sota" off /> <KindDisc type="multi" size="small" />{" "}
        <KindDisc type="living" size="big" />
      </p>
      <p>
        D <Dots of={2} label="Difficulty 2 of 5" /> T <Dots of={2.5} label="Terrain 2.5 of 5" />{" "}
        <Dots of={4.5} label="Terrain 4.5 of 5" />
      </p>
    </>
  )],
  ["On the air", () => (
    <>
      <p>
        <OnAir now>heard 4 s ago</OnAir> <OnAir>heard 3 min ago</OnAir> <span class="count">2</span>
      </p>
      <p>
        <Lamp is="good">good</Lamp> <Lamp is="look">look</Lamp> <Lamp is="broken">broken</Lamp>{" "}
        <Lamp is="off">off</Lamp>
      </p>
    </>
  )],
];
