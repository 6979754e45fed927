/** The frame of a member's page: its heading and way back, and for whoever is not signed in the way to do so. */
import type { ComponentChildren } from "preact";
import { useApp } from "../shell/app.ts";
import { Boundary } from "../shell/boundary.tsx";
import { Heading, Loading, Notice } from "../shell/parts.tsx";
import { place, signInAddress } from "../shell/router.ts";
import { type Key, say } from "../shell/say.ts";

/** `children` are drawn for the call that is signed in. */
export function SignedIn({ title, what, children }: {
  title: Key;
  /** What signing in is good for here. */
  what?: Key;
  children: (call: string) => ComponentChildren;
}) {
  const app = useApp();
  const call = app.call.value;
  return (
    <>
      <Heading>{say(title)}</Heading>
      {place.value.path !== "/me" && (
        <p>
          <a href="/me">{say("me.back")}</a>
        </p>
      )}
      {!app.start.value
        ? <Loading />
        : call
        ? <Boundary>{children(call)}</Boundary>
        : (
          <Notice action={<a href={signInAddress(place.value.path)}>{say("write.signin.link")}</a>}>
            {say(what ?? "me.nobody")}
          </Notice>
        )}
    </>
  );
}
