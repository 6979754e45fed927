/** The terminal: channels as tabs, what was said, a line to write, whom the radio hears. Keyboard first, and on a phone. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { place } from "../../pages/router.ts";
import { useApp } from "../../phone/app.ts";
import { useNow } from "../../phone/position/use_now.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Lamp } from "../../ui/look/radio.tsx";
import { Empty } from "../../ui/look/over.tsx";
import { RoundLink } from "../../ui/look/round.tsx";
import { CHEVRON_LEFT } from "../../ui/icons/field_paths.ts";
import { Button, ButtonLink, Heading } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { isHeld, useGate } from "../held.ts";
import { rigOf } from "../rig.ts";
import { BesideScreen } from "./beside_screen.tsx";
import type { Channel } from "./channel.ts";
import { Compose } from "./compose.tsx";
import { CALL_FIELD } from "./connect_form.tsx";
import { useTerminalKeys } from "./keys.ts";
import { isColumns, type Line, textName, textOf } from "./lines.ts";
import { type ScreenName, type Terminal, terminalOf } from "./terminal.ts";

/** Lucide's plug and save: no other page has them. */
const PLUG = {
  path: "M12 22v-5M15 8V2M17 8a1 1 0 0 1 1 1v4a4 4 0 0 1-4 4h-4a4 4 0 0 1-4-4V9a1 1 0 0 1 1-1zM9 8V2",
} as const;
const SAVE = {
  path:
    "M15.2 3a2 2 0 0 1 1.4.6l3.8 3.8a2 2 0 0 1 .6 1.4V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM17 21v-7a1 1 0 0 0-1-1H8a1 1 0 0 0-1 1v7M7 3v4a1 1 0 0 0 1 1h7",
} as const;
/** From so near its end a screen stays at its end when more comes. */
const NEAR_PX = 48;

const addressOf = (screen: ScreenName): string => `/radio?terminal=${screen}`;
/** What an address shows. */
function shownAt(query: string): ScreenName | undefined {
  const value = new URLSearchParams(query).get("terminal") ?? "";
  return value === "U" || value === "M" ? value : /^[1-9]$/.test(value) ? Number(value) : undefined;
}

export function TerminalRoom() {
  const app = useApp(), rig = rigOf(app);
  const terminal = terminalOf(rig);
  useGate(rig);
  useEffect(() => {
    const wanted = shownAt(place.peek().query);
    if (wanted !== undefined) terminal.show(wanted);
  }, []);
  const screen = terminal.shown.value, lines = linesOf(terminal, screen);
  const connect = () => {
    const free = terminal.nextFree();
    if (free === undefined) return;
    terminal.show(free);
    // Drawn a moment later.
    requestAnimationFrame(() => document.getElementById(CALL_FIELD)?.focus());
  };
  const save = () => saveText(textOf(lines), textName(nameOf(terminal, screen), rig.now()));
  useTerminalKeys({ terminal, connect, save });
  return (
    <div class="term">
      <header class="term-head">
        <span class="term-back">
          <RoundLink icon={CHEVRON_LEFT} href="/radio">{say("terminal.back")}</RoundLink>
        </span>
        <Heading>{say("terminal.title")}</Heading>
        <span class="soft term-port">
          <Icon name="cable" />
          {rig.name.value || say(rig.kind.value === "ble" ? "rig.ble" : "rig.usb")}
        </span>
        <span class="term-acts">
          <Button
            icon={SAVE}
            aria-label={say("terminal.save.long")}
            disabled={lines.length === 0}
            onClick={save}
          >
            {say("terminal.save")}
          </Button>
          <Button kind="main" icon={PLUG} disabled={!isHeld(app)} onClick={connect}>
            {say("terminal.connect")}
          </Button>
        </span>
      </header>
      {isHeld(app)
        ? (
          <>
            <Channels terminal={terminal} />
            <Screen
              key={screen}
              lines={lines}
              rest={terminal.at(screen)?.rest.value ?? ""}
              name={nameOf(terminal, screen)}
            />
            <Compose terminal={terminal} />
            <BesideScreen terminal={terminal} />
          </>
        )
        : (
          <Empty icon="radio" action={<ButtonLink href="/radio">{say("terminal.pick")}</ButtonLink>}>
            {say("terminal.no_radio")}
          </Empty>
        )}
    </div>
  );
}

const linesOf = (terminal: Terminal, screen: ScreenName): readonly Line[] =>
  screen === "U"
    ? terminal.toAll.value
    : screen === "M"
    ? terminal.monitor.value
    : terminal.at(screen)?.lines.value ?? [];
const nameOf = (terminal: Terminal, screen: ScreenName): string =>
  screen === "U"
    ? say("terminal.to_all")
    : screen === "M"
    ? say("terminal.monitor")
    : terminal.at(screen)?.ends.peer ?? say("terminal.free");

function saveText(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Channels({ terminal }: { terminal: Terminal }) {
  const channels = terminal.channels.value, free = terminal.nextFree(), now = useNow();
  const to = (screen: ScreenName) => ({
    href: addressOf(screen),
    "aria-current": terminal.shown.value === screen ? "page" as const : undefined,
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      terminal.show(screen);
    },
  });
  return (
    <nav class="term-ch" aria-label={say("terminal.channels")}>
      {channels.map((channel) => (
        <Tab key={channel.number} channel={channel} terminal={terminal} {...to(channel.number)} />
      ))}
      {free !== undefined && !terminal.at(free) && (
        <a {...to(free)}>
          <kbd>{free}</kbd>
          <span>
            <b>{say("terminal.free")}</b>
            <small>
              <Lamp is="off">{say("terminal.word.idle")}</Lamp>
            </small>
          </span>
        </a>
      )}
      <a {...to("U")}>
        <kbd>U</kbd>
        <span>
          <b>{say("terminal.to_all")}</b>
          <small>{say("terminal.to_all.short")}</small>
        </span>
      </a>
      <a {...to("M")}>
        <kbd>M</kbd>
        <span>
          <b>{say("terminal.monitor")}</b>
          <small>{say("terminal.per_minute", { n: terminal.perMinute(now) })}</small>
        </span>
      </a>
    </nav>
  );
}

const LAMPS = { idle: "off", calling: "look", connected: "good", leaving: "look" } as const;

function Tab({ channel, terminal, ...link }: {
  channel: Channel;
  terminal: Terminal;
  href: string;
  onClick: (event: MouseEvent) => void;
}) {
  const { number, ends: { peer }, word, unread } = channel;
  const is = terminal.heard.value.find(({ call }) => call === peer)?.is ?? "station";
  const says = word.value === "connected" ? say(`terminal.is.${is}`) : say(`terminal.word.${word.value}`);
  return (
    <a {...link}>
      <kbd>{number}</kbd>
      <span>
        <b class="code">{peer}</b>
        <small>
          <Lamp is={LAMPS[word.value]}>{says}</Lamp>
        </small>
      </span>
      {unread.value > 0 && <span class="count">{unread.value}</span>}
    </a>
  );
}

/** What stands before a line: what was typed, what the terminal itself says. */
const MARKS = { in: "", out: "› ", me: "*** " } as const;

/** What was said. It stays at its end while more comes, unless somebody reads further up. */
function Screen({ lines, rest, name }: { lines: readonly Line[]; rest: string; name: string }) {
  const screen = useRef<HTMLElement>(null), follows = useRef(true);
  useLayoutEffect(() => {
    const { current } = screen;
    if (current && follows.current) current.scrollTop = current.scrollHeight;
  }, [lines, rest]);
  const scrolled = () => {
    const { scrollHeight, scrollTop, clientHeight } = screen.current!;
    follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
  };
  return (
    <section class="term-out" tabIndex={0} role="log" aria-label={name} ref={screen} onScroll={scrolled}>
      <ol>
        {lines.map(({ n, kind, text }) => (
          <li key={n} class={`said-${kind}${isColumns(text) ? " term-columns" : ""}`}>
            {MARKS[kind]}
            <bdi>{text}</bdi>
          </li>
        ))}
        {rest !== "" && (
          <li class="said-in">
            <bdi>{rest}</bdi>
          </li>
        )}
      </ol>
    </section>
  );
}
