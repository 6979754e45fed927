/**
 * A member's lists of caches, the field notes of their devices, and files in and out: one page of three tabs, each under an
 * address and in a script of its own.
 */
import type { ComponentType } from "preact";
import { place } from "../../pages/router.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { SignedIn } from "../../phone/signed_in.tsx";
import { Tabs } from "../../ui/look/choose.tsx";
import { Moment } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { usePart } from "../../ui/use_part.ts";
import { hrefOf, type TabProps, TABS } from "./tabs.ts";

const PARTS: Readonly<Record<typeof TABS[number], () => Promise<{ default: ComponentType<TabProps> }>>> = {
  lists: () => import("./lists/lists.tsx"),
  notes: () => import("./field_notes/field_notes.tsx"),
  files: () => import("./files/files.tsx"),
};

export default function ListsPage() {
  const query = new URLSearchParams(place.value.query), wanted = query.get("tab");
  const here = TABS.find((one) => one === wanted) ?? "lists", list = Number(query.get("list")) || undefined;
  return (
    <SignedIn title="page.lists">
      {(call) => (
        <>
          <Tabs
            label={say("page.lists")}
            of={TABS.map((one) => ({
              href: hrefOf(one),
              words: say(`lists.tab.${one}`),
              current: one === here,
            }))}
          />
          <Boundary key={here}>
            <Tab of={here} account={call} list={list} />
          </Boundary>
        </>
      )}
    </SignedIn>
  );
}

function Tab({ of, ...props }: TabProps & { of: typeof TABS[number] }) {
  const Part = usePart(PARTS[of])?.default;
  return Part ? <Part {...props} /> : <Moment />;
}
