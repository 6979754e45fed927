/**
 * A wave of newcomers: many accounts that proved no call are suspended, what they wrote is cleared, or they are welcomed and it
 * is released, each in one act that is taken back as one.
 */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { touched } from "../parts/counts.ts";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import { Reason } from "./suspend.tsx";

interface Listed {
  callsign: string | null;
  verified: boolean;
  suspended: unknown;
  operator: boolean;
  welcomed: boolean;
}

/** The calls of those that may be judged together: nobody who has proved a call, and no operator. */
const newcomers = (people: readonly Listed[]): string[] =>
  people.flatMap(({ callsign, verified, operator, suspended }) =>
    callsign && !verified && !operator && !suspended ? [callsign] : []
  );

export function SeveralNewcomers({ people, after }: { people: readonly Listed[]; after: () => unknown }) {
  const { gateway } = useApp();
  const reason = useSignal(""), why = useSignal("");
  // What was done is taken back on those that it was done to, whatever is chosen by then.
  const done = useRef<{ calls: string[]; clearing?: number | undefined; welcome?: number | undefined }>({
    calls: [],
  });
  const calls = newcomers(people), n = calls.length;
  if (n === 0) return <span class="soft">{tell("several.none")}</span>;
  const suspend = (suspended: boolean, dry = false) =>
    gateway.ask("POST", routeTo("POST /api/admin/moderation/accounts/suspend-several"), {
      calls: suspended ? calls : done.current.calls,
      suspended,
      reason: suspended ? dry ? "dry" : reason.peek().trim() : tell("done.reason"),
      ...(dry && { dry }),
    });
  const clear = (dry: boolean) =>
    gateway.ask("POST", routeTo("POST /api/admin/newcomers/clear"), {
      calls,
      reason: dry ? "dry" : why.peek().trim(),
      ...(dry && { dry }),
    });
  const strangers = newcomers(people.filter(({ welcomed }) => !welcomed));
  return (
    <>
      {strangers.length > 0 && <WelcomeSeveral calls={strangers} after={after} />}
      <Danger
        id="suspend-several"
        label={tell("several.suspend", { n })}
        touches={() =>
          touched(
            suspend(true, true),
            tell("people.suspend.sessions"),
            ...(n < people.length ? [tell("several.others", { n: people.length - n })] : []),
          )}
        act={() => {
          done.current.calls = calls;
          return suspend(true);
        }}
        done={tell("several.suspended", { n })}
        undo={{ label: tell("several.lift"), act: () => suspend(false) }}
        after={after}
      >
        <Reason id="suspend-several-why" value={reason} />
      </Danger>
      <Danger
        id="clear-several"
        label={tell("several.clear", { n })}
        touches={() => touched(clear(true))}
        act={async () => {
          const answer = await clear(false);
          if (answer.ok) done.current.clearing = answer.value.clearing?.id;
          return answer;
        }}
        done={tell("newcomers.clear.done")}
        undo={{
          label: tell("newcomers.undo"),
          act: () =>
            gateway.ask(
              "POST",
              routeTo("POST /api/admin/newcomers/clearings/:id/undo", {
                params: { id: done.current.clearing ?? 0 },
              }),
            ),
        }}
        after={after}
      >
        <Reason id="clear-several-why" value={why} />
      </Danger>
    </>
  );
}

/** Newcomers are welcomed: what is held of them is released, and held again by one press. */
function WelcomeSeveral({ calls, after }: { calls: readonly string[]; after: () => unknown }) {
  const { gateway } = useApp();
  const reason = useSignal(""), act = useRef(0), n = calls.length;
  const welcome = (dry: boolean) =>
    gateway.ask("POST", routeTo("POST /api/admin/moderation/accounts/welcome-several"), {
      calls: [...calls],
      reason: dry ? "dry" : reason.peek().trim(),
      ...(dry && { dry }),
    });
  const undo = () =>
    gateway.ask(
      "POST",
      routeTo("POST /api/admin/moderation/welcomes/:id/undo", { params: { id: act.current } }),
    );
  return (
    <Danger
      id="welcome-several"
      label={tell("several.welcome", { n })}
      touches={() => touched(welcome(true), tell("several.welcome.means"))}
      act={async () => {
        const answer = await welcome(false);
        if (answer.ok) act.current = answer.value.welcome?.id ?? 0;
        return answer;
      }}
      done={tell("several.welcomed", { n })}
      undo={{ label: tell("held.undo"), act: undo }}
      after={after}
    >
      <Reason id="welcome-several-why" value={reason} />
    </Danger>
  );
}

// A letter to several people, in the reader's own mail program: none of them sees who else got it.

/** So many addresses a link of this kind carries in every mail program. */
const MOST = 50;

export function WriteTo({ people }: { people: readonly { email: string | null }[] }) {
  const all = people.flatMap(({ email }) => email ? [email] : []), some = all.slice(0, MOST);
  if (some.length === 0) return <span class="soft">{tell("people.write.nobody")}</span>;
  return (
    <>
      <a class="button button-quiet" href={`mailto:?bcc=${some.map(encodeURIComponent).join(",")}`}>
        {tell("people.write", { n: some.length })}
      </a>
      {some.length < people.length && (
        <span class="soft">
          {all.length > MOST
            ? tell("people.write.most", { n: MOST })
            : tell("people.write.without", { n: people.length - all.length })}
        </span>
      )}
    </>
  );
}
