/** The frame of administration's pages: who may be here, heading, the way back; its own style is loaded with it. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useApp } from "../shell/app.ts";
import { assets } from "../shell/assets.ts";
import { Boundary } from "../shell/boundary.tsx";
import { PAGES } from "../shell/page_table.ts";
import { Heading, Loading, Notice } from "../shell/parts.tsx";
import { place, signInAddress } from "../shell/router.ts";
import { say } from "../shell/say.ts";
import { Gone } from "./gone.tsx";
import { callProgram, tell } from "./tell.ts";

/** Whether the style is there: a page without it would jump. */
const styled = signal(false);

function loadStyle(): void {
  if (document.querySelector("link[data-house]")) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = assets().houseStyle;
  link.dataset.house = "";
  // Without the style every word is still there.
  link.onload = link.onerror = () => styled.value = true;
  document.head.append(link);
}

/** A page of administration. `children` are drawn for operators alone; others are told whom these pages are for. */
export function House({ title, back, children }: {
  /** Its heading, said already: a page of one thing is called after the thing. */
  title: string;
  /** Where one came from, where that is not the overview. */
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
        {call
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
  loadStyle();
  callProgram(start.value.program ?? "main.ts");
  if (!styled.value) return <Loading />;
  const over = back ?? { href: PAGES.admin.path, words: say("page.admin") };
  return (
    <div class="house">
      {place.value.path !== PAGES.admin.path && (
        <p class="house-back">
          <a href={over.href}>{tell("house.back", { page: over.words })}</a>
        </p>
      )}
      <Heading>{title}</Heading>
      <Gone />
      <Boundary>{children()}</Boundary>
    </div>
  );
}
