/** The frame of every page of administration: a check who may see it, heading, link back, and the style of these pages. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useApp } from "../../phone/app.ts";
import { assets, loadStyle } from "../../phone/assets.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { askPalette } from "../../palette/call_palette.ts";
import { PAGES } from "../../pages/page_table.ts";
import { Button, Heading, Loading, Moment, Notice } from "../../ui/parts.tsx";
import { place, signInAddress } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { Gone } from "./gone.tsx";
import { callProgram, tell } from "../tell.ts";

/** Whether the style is loaded: nothing is drawn before, since the page would jump. */
const styled = signal(false);

/** A sheet that cannot be loaded is done without: every word is still there. */
function beginStyle(): void {
  void loadStyle(assets().adminStyle).then(() => styled.value = true);
}

/** A page of administration. `children` is called for operators alone; others read whom these pages are for. */
export function AdminFrame({ title, back, children }: {
  /** Its heading, in words and not as a key: the page of one thing bears the name of the thing. */
  title: string;
  /** Where the link back leads, where that is not the overview. */
  back?: { href: string; words: string };
  children: () => ComponentChildren;
}) {
  const app = useApp();
  const start = app.start.value, call = app.call.value;
  if (!start) {
    return (
      <>
        <Heading>{title}</Heading>
        <Loading />
      </>
    );
  }
  if (!app.isSysop.value) {
    return (
      <>
        <Heading>{say("page.admin")}</Heading>
        {call && start.value.session.operatorsAt !== undefined
          ? (
            <Notice
              action={
                <a href={`${start.value.session.operatorsAt}${signInAddress(place.value.path)}`}>
                  {start.value.session.operatorsAt}
                </a>
              }
            >
              {say("house.elsewhere", { call })}
            </Notice>
          )
          : call
          ? (
            <Notice action={<a href="/me">{say("page.me")}</a>}>
              {say("house.not_yours", { call })}
            </Notice>
          )
          : (
            <Notice action={<a href={signInAddress(place.value.path)}>{say("write.signin.link")}</a>}>
              {say("house.nobody")}
            </Notice>
          )}
      </>
    );
  }
  beginStyle();
  callProgram(start.value.program ?? "main.ts");
  if (!styled.value) return <Moment />;
  const over = back ?? { href: PAGES.admin.path, words: say("page.admin") };
  return (
    <div class="admin">
      <p class="admin-back">
        {place.value.path !== PAGES.admin.path && (
          <a href={over.href}>{tell("house.back", { page: over.words })}</a>
        )}{" "}
        <span class="admin-find">
          <Button kind="quiet" icon="search" onClick={() => void askPalette()}>{tell("house.find")}</Button>
        </span>
      </p>
      <Heading>{title}</Heading>
      <Gone />
      <Boundary>{children()}</Boundary>
    </div>
  );
}
