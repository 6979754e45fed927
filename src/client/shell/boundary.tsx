/** Catches what a component throws while it is drawn: a sentence stands in its place, and the rest of the page works on. */
import { Component, type ComponentChildren } from "preact";
import { say } from "./say.ts";

export class Boundary extends Component<{ children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError() {
    return { broken: true };
  }
  override componentDidCatch(error: unknown): void {
    console.error(error);
  }
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <section class="notice" role="alert">
        <p>{say("broken.here")}</p>
        <p>
          <a href={typeof location === "undefined" ? "/" : location.href} target="_self">
            {say("broken.again")}
          </a>
        </p>
      </section>
    );
  }
}
