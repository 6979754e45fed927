/**
 * Catches what a component throws while it is drawn: in its place stand a sentence and what to tell the operator, and the
 * rest of the page works on.
 */
import { Component, type ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useApp } from "./app.ts";
import { CopyOut } from "../ui/parts.tsx";
import { place } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { faultLine } from "../ui/times.ts";

/** Of what was thrown, at most so many characters are shown. */
const LONGEST = 200;

export class Boundary extends Component<{ children: ComponentChildren }, { broken?: string }> {
  override state: { broken?: string } = {};

  static override getDerivedStateFromError(error: unknown) {
    return { broken: String(error).slice(0, LONGEST) };
  }
  override componentDidCatch(error: unknown): void {
    console.error(error);
  }
  override render() {
    const { broken } = this.state;
    return broken === undefined ? this.props.children : <Broken what={broken} />;
  }
}

function Broken({ what }: { what: string }) {
  const { gateway } = useApp();
  const fault = useRef(faultLine(gateway.now(), `${place.value.path} ${what}`)).current;
  return (
    <section class="notice" role="alert">
      <p>
        {say("broken.here")}{" "}
        <CopyOut text={fault} words={say("doing.copy")} shown={<span class="code">{fault}</span>} />
      </p>
      <p>
        <a href={location.href} target="_self">{say("broken.again")}</a>
      </p>
    </section>
  );
}
