/** The HTML that shows a page on a website of others. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { CopyOut } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useReachedAt } from "./reached_at.ts";

interface OnAWebsiteProps {
  code: (origin: string) => string;
  children?: ComponentChildren;
}

/** The HTML to copy, folded away. Nothing where the page is drawn by the server: only readers know their address of it. */
export function OnAWebsite({ code, children }: OnAWebsiteProps) {
  const open = useSignal(false);
  if (typeof document === "undefined") return null;
  return (
    <details class="on-a-website" onToggle={({ currentTarget }) => open.value = currentTarget.open}>
      <summary>{say("website.show")}</summary>
      {open.value && <Opened code={code}>{children}</Opened>}
    </details>
  );
}

const Opened = ({ code, children }: OnAWebsiteProps) => (
  <>
    {children}
    <CopyOut text={code(useReachedAt())} words={say("website.copy")} />
  </>
);
