/** The frame of a member's page: heading and link back; whoever is not signed in is asked to, in place of the content. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useApp } from "./app.ts";
import { Boundary } from "./boundary.tsx";
import { Heading, Loading, Notice } from "../ui/parts.tsx";
import { place, signInAddress } from "../pages/router.ts";
import { type Key, say } from "../ui/say.ts";

/** `children` draws the content for the call that is signed in. */
export function SignedIn({ title, what, children }: {
  title: Key;
  /** The sentence that says why to sign in here. */
  what?: Key;
  children: (call: string) => ComponentChildren;
}) {
  const app = useApp();
  const call = app.call.value;
  // Where their session ends while the page is open, what they typed stays in sight, below the way to sign in again.
  const opened = useRef(call);
  opened.current = call ?? opened.current;
  return (
    <>
      <Heading>{say(title)}</Heading>
      {place.value.path !== "/me" && (
        <p class="foot-links">
          <a href="/me">{say("me.back")}</a>
        </p>
      )}
      {!app.start.value
        ? <Loading />
        : !call && (
          <Notice action={<a href={signInAddress(place.value.path)}>{say("write.signin.link")}</a>}>
            {say(what ?? "me.nobody")}
          </Notice>
        )}
      {opened.current && <Boundary>{children(opened.current)}</Boundary>}
    </>
  );
}
