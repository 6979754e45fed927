/** The line at the top: this gateway's name, search, how many things wait, the connection in a word, and who is signed in. */
import { useApp, waitsFor } from "../phone/app.ts";
import { go, place, signInAddress } from "../pages/router.ts";
import { isAdmin } from "../pages/page_table.ts";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { FIND, KEYS_ASKED } from "../panes/key_table.ts";
import { foundAt } from "./find_where.ts";

export function Top({ name }: { name: string }) {
  const app = useApp();
  const waits = waitsFor(app);
  const call = app.call.value, lost = app.gateway.reached.value === false;
  return (
    <header class="top">
      <a class="top-name" href="/">{name}</a>
      <Find />
      <a
        class="top-help"
        href={`/help?of=${encodeURIComponent(place.value.path)}`}
        aria-label={say("help.of_page")}
      >
        ?
      </a>
      <span class="top-keys">
        <Button aria-keyshortcuts="?" onClick={() => void document.dispatchEvent(new Event(KEYS_ASKED))}>
          {say("keys.show")}
        </Button>
      </span>
      {waits > 0 && <a class="top-waiting" href="/waiting">{say("top.waiting", { n: waits })}</a>}
      <span class={lost ? "top-line bad" : "top-line soft"}>{say(lost ? "top.lost" : "top.there")}</span>
      {call
        ? <a class="code" href="/me">{call}</a>
        : <a href={signInAddress(place.value.path)}>{say("write.signin.link")}</a>}
    </header>
  );
}

/**
 * The search of the page Nearby, from any page: caches, places, stations and people. A phone has it on that page alone. In
 * administration it searches administration.
 */
const Find = () => (
  <form
    class="top-find"
    role="search"
    onSubmit={(event) => {
      event.preventDefault();
      const field = event.currentTarget.elements.namedItem("q") as HTMLInputElement;
      if (field.value.trim()) go(foundAt(place.peek().path, field.value.trim()));
    }}
  >
    <input
      id={FIND}
      name="q"
      type="search"
      autoComplete="off"
      aria-label={say(isAdmin(place.value) ? "top.find.house" : "top.find")}
      placeholder={`${say("keys.search")}  /`}
    />
  </form>
);
