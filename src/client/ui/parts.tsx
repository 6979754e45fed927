/** The parts that every page is made of: buttons, fields, headings, notices. */
import { type ComponentChildren, createContext, type JSX } from "preact";
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icons/icon.tsx";
import { Beside } from "./list_context.ts";
import { enter, type Held, heldBy } from "./held.ts";
import { Explained } from "./explained.tsx";
import { passingOf, sayUnread } from "./unread.ts";
import type { Refused } from "./refused.ts";
import { takeFocus, titled } from "./focus.ts";
import { type Key, say } from "./say.ts";

type ButtonProps = Omit<JSX.IntrinsicElements["button"], "class" | "type"> & {
  /** The one action of a page is drawn strong; a round one is an icon alone, and has a name (`aria-label`). */
  kind?: "main" | "quiet" | "bad" | "round";
  submit?: boolean;
  icon?: IconName;
};

/**
 * A name for screen readers that has the words in it which one sees: whoever speaks to the device says those. `about` says
 * more than they do, such as of what.
 */
const nameWith = (words: ComponentChildren, about: unknown): string | undefined =>
  typeof about !== "string" || typeof words !== "string" || about.toLowerCase().includes(words.toLowerCase())
    ? about as string | undefined
    : `${words}: ${about}`;

/**
 * A button with words. A browser takes the focus from what is disabled: a button that has it then is only said to be, and
 * does nothing.
 */
export function Button(
  { kind = "quiet", submit, icon, disabled, onClick, children, "aria-label": about, ...rest }: ButtonProps,
) {
  const button = useRef<HTMLButtonElement>(null);
  const holds = disabled && button.current?.matches(":focus");
  return (
    <button
      ref={button}
      type={submit ? "submit" : "button"}
      class={`button button-${kind}`}
      disabled={disabled && !holds}
      aria-disabled={disabled}
      onClick={holds ? (event) => event.preventDefault() : onClick}
      aria-label={nameWith(children, about)}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button: it leads somewhere, a button does something. */
export const ButtonLink = ({ href, kind = "main", icon, children }: {
  href: string;
  kind?: "main" | "quiet";
  icon?: IconName;
  children: ComponentChildren;
}) => (
  <a class={`button button-${kind}`} href={href}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
);

/** A labelled field. `hint` says what to enter. */
export function Field({ id, label, hint, children }: {
  id: string;
  label: string;
  hint?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && <p class="soft" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

/** A field that searches while one types. */
export const SearchField = ({ id, label, value, set }: Held<string> & { id: string; label: string }) => (
  <Field id={id} label={label}>
    <input
      id={id}
      type="search"
      autoComplete="off"
      value={heldBy({ value })}
      onInput={({ currentTarget }) =>
        enter({ value, set }, currentTarget.value)}
    />
  </Field>
);

/** A page's heading; it takes the focus when the page is opened from another one. */
export function Heading({ children }: { children: ComponentChildren }) {
  const beside = useContext(Beside), heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => takeFocus(heading.current), [beside]);
  useLayoutEffect(() => {
    const words = heading.current?.textContent;
    if (words) titled.value = `${location.pathname}\n${words}`;
  });
  return beside ? <h2 class="heading">{children}</h2> : <h1 tabIndex={-1} ref={heading}>{children}</h1>;
}

/** As the `ref` of what takes the place of a pressed button: it takes the focus, which would be lost with the button. */
export const takesFocus = (one: HTMLElement | null): void => one?.focus();

/** Text that others wrote. Shown as text, never as HTML; its writing direction does not change the text around it. */
export const Foreign = ({ children }: { children: string }) => <bdi class="foreign">{children}</bdi>;

/** Stands where there is nothing to show: one sentence, and what to do. */
export function Notice({ children, action }: { children: ComponentChildren; action?: ComponentChildren }) {
  return (
    <section class="notice">
      <p>{children}</p>
      {action && <p>{action}</p>}
    </section>
  );
}

interface CopyOutProps {
  text: string;
  words?: string;
  /** A name for screen readers where the words do not say what it is. */
  label?: string;
  /** How the text stands beside the button; without it the page shows the text itself. */
  shown?: ComponentChildren;
}

/**
 * Copies `text`: by a button with these words; where the browser lets no page copy, as on plain http, a field with the text
 * stands there, which a button marks whole.
 */
export function CopyOut({ text, words, label = words, shown }: CopyOutProps) {
  const copied = useSignal(false), field = useRef<HTMLTextAreaElement>(null);
  if (typeof document === "undefined") return <>{shown}</>; // drawn by the server
  if (isSecureContext && navigator.clipboard) {
    const copy = () => void navigator.clipboard.writeText(text).then(() => copied.value = true, () => {});
    return (
      <>
        {shown}{" "}
        <Button aria-label={label} onClick={copy}>
          {copied.value ? say("copy.done") : words ?? say("copy.do")}
        </Button>
      </>
    );
  }
  const rows = Math.min(6, Math.ceil(text.length / 34) + text.split("\n").length - 1);
  return (
    <span class="copy-out">
      <textarea ref={field} rows={rows} readOnly aria-label={label ?? say("copy.do")} value={text} />
      <Button onClick={() => field.current?.select()}>{say("copy.select")}</Button>
    </span>
  );
}

/** A button for what cannot be undone. The first press says what is lost (`sure`); a second one does it. */
export function AskOnce({ words, label, what, sure, disabled = false, act }: {
  words: string;
  /** Name for screen readers, where the words alone do not say what is removed. */
  label?: string;
  what: string;
  sure: string;
  disabled?: boolean;
  act: () => void;
}) {
  const asked = useSignal(false);
  const done = () => asked.value = false;
  return (
    <>
      <Button
        aria-label={label}
        aria-expanded={asked.value}
        disabled={disabled}
        onClick={() => asked.value = !asked.value}
      >
        {words}
      </Button>
      {asked.value && (
        <div class="notice">
          <p>{what}</p>
          <div class="buttons">
            <Button
              kind="bad"
              disabled={disabled}
              onClick={() => {
                done();
                act();
              }}
            >
              {sure}
            </Button>
            <Button onClick={done}>{say("ask.keep")}</Button>
          </div>
        </div>
      )}
    </>
  );
}

/** What the server drew of the page that was opened, until the app has drawn the same. */
let drawn: readonly Node[] = [];
/** Takes what the server drew, for `Loading` to show; an empty list ends that. */
export function keepDrawn(nodes: readonly Node[]): void {
  drawn = nodes;
}
/** Whether that is what one sees now. */
export const isDrawn = (): boolean => drawn.length > 0;

/** Why what a page waits for does not come, and the way to ask for it again; the frame knows both. */
export const Missing = createContext<
  { readonly missing: ReadonlySignal<Refused | undefined>; again(): Promise<void> } | undefined
>(undefined);

/** Why something was not read, and the way to the chapter about it where the gateway refused it. */
export function Why({ says }: { says: string }) {
  const why = useContext(Missing)?.missing.value;
  // Of several things that a page reads, only what these words are about.
  const isRefused = why?.refused && !passingOf(why) && sayUnread(why) === says;
  return <>{says} {isRefused && <Explained reason={why.reason} />}</>;
}

/** Stands where something could not be read: why, and a way to try again where that may help. */
export function Unread({ children }: { children: ComponentChildren }) {
  const reader = useContext(Missing), why = reader?.missing.value, isAsking = useSignal(false);
  const again = async () => {
    isAsking.value = true;
    await reader!.again();
    isAsking.value = false;
  };
  return (
    <Notice
      action={why && passingOf(why) && (
        <Button disabled={isAsking.value} onClick={() => void again()}>{say("weather.again")}</Button>
      )}
    >
      {typeof children === "string" ? <Why says={children} /> : children}
    </Notice>
  );
}

/**
 * While something is read for the first time. What the server has drawn of it stays meanwhile. Where nothing comes any more,
 * it says why; `title` is the page's heading then, where the page has none before it knows what it shows. `unread`: what it
 * says while the gateway cannot answer, where "not read yet" is not enough.
 */
export function Loading({ title, unread }: { title?: Key; unread?: Key }) {
  const place = useRef<HTMLDivElement>(null);
  const missing = useContext(Missing)?.missing.value, beside = useContext(Beside);
  useLayoutEffect(() => {
    if (place.current) place.current.replaceChildren(...drawn);
  }, []);
  if (missing) {
    return (
      <>
        {title && <Heading>{say(title)}</Heading>}
        <Unread>{unread && passingOf(missing) === "gone" ? say(unread) : sayUnread(missing)}</Unread>
      </>
    );
  }
  return drawn.length > 0 && !beside && typeof document !== "undefined"
    ? <div ref={place} aria-busy="true" />
    : <Moment />;
}

/** It comes in a moment, whatever the weather: nothing is read for it. */
export const Moment = () => <p class="soft" role="status">{say("doing.loading")}</p>;
