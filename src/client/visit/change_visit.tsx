/** What a member may still do with a visit: correct its text, add a photo, say what they think of the cache, take it back. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import type { Answered } from "../phone/ask.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import type { DeviceKey } from "../phone/kept/storage.ts";
import { shrink } from "../phone/photo/shrink.ts";
import { deviceKey, signAct } from "../phone/queue/sign.ts";
import { type AnswerOf, routeTo } from "../phone/wire/routes.ts";
import { CAMERA } from "../ui/icons/field_paths.ts";
import { Segmented } from "../ui/look/choose.tsx";
import { FileTile } from "../ui/look/file_tile.tsx";
import { Button } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { signedPhoto, signedText } from "./new_visit.ts";

export type OwnVisit = AnswerOf<"GET /api/my/visits">["visits"][number];

/** A visit is changed and taken back for so many seconds. */
const BACK_S = 86_400;
const STARS: readonly string[] = ["1", "2", "3", "4", "5"];

/** Each of it is signed by the key that signed the visit: another device of the member changes nothing. */
export function ChangeVisit({ visit, changed }: { visit: OwnVisit; changed: () => void }) {
  const app = useApp(),
    doing = useDoing(),
    text = useSignal<string | undefined>(undefined),
    file = useSignal(0);
  const home = app.start.value?.value.instance ?? "";
  const { opinions, sentId, origin, call, foundAt, kind } = visit;
  const isRecent = app.gateway.now() - foundAt < BACK_S;
  if (!isRecent && opinions === null) return null;
  const write = async (key: DeviceKey, words: string) =>
    app.gateway.ask(
      "POST",
      routeTo("POST /api/my/visits"),
      await signedText(app, key, visit, { home, text: words }),
    );
  /** What its instance calls it: where it waited there for the key at first, the same text once more is answered with that. */
  const idOf = async (key: DeviceKey): Promise<string | undefined> => {
    if (visit.photos !== null) return visit.photos;
    const answer = await write(key, visit.text),
      id = answer.ok && (answer.value as { visit?: unknown }).visit;
    return typeof id === "string" ? id : undefined;
  };
  const run = (send: (key: DeviceKey) => Promise<Answered<unknown>>) => async () => {
    const key = await deviceKey(app.storage, app.call.peek()!);
    if (key?.publicKey !== visit.key) {
      return void (doing.problem.value = { sentence: say("visit.other"), reason: "" });
    }
    if (!await doing.run(() => send(key))) return;
    text.value = undefined;
    changed();
  };
  /** Something about the visit, signed under its path there and handed on by an address here. */
  const act = (pathOf: (visit: string) => string, address: string) =>
    run(async (key) => {
      const id = await idOf(key);
      if (id === undefined) return { ok: false, refused: false };
      const path = pathOf(id);
      const signed = await signAct(key, { at: app.gateway.now(), call, instance: origin, path });
      return app.gateway.ask("POST", address, signed);
    })();
  const think = (opinion: string) =>
    void act(
      (id) => routeTo("POST /federation/visits/:visit/opinions/:opinion", { params: { visit: id, opinion } }),
      routeTo("POST /api/my/visits/:sentId/opinions/:opinion", { params: { sentId, opinion } }),
    );
  const addPhoto = (input: HTMLInputElement) =>
    run(async (key) => {
      const [chosen] = input.files ?? [], small = chosen && await shrink(chosen), n = file.peek() + 1;
      const id = small && await idOf(key);
      if (!small || id === undefined) return { ok: false, refused: false };
      const signed = await signedPhoto(key, { at: app.gateway.now(), bytes: small.bytes, visit: id });
      const address = routeTo("PUT /api/my/visits/:sentId/photos/:n", {
        params: { sentId, n },
        query: { signed },
      });
      const answer = await app.gateway.ask("PUT", address, small.bytes);
      if (answer.ok) file.value = n;
      return answer;
    });
  return (
    <div class="own-log">
      {isRecent && text.value !== undefined
        ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void run((key) => write(key, text.peek()!))();
            }}
          >
            <TextField
              id={`visit-${sentId}`}
              label={say("own.text")}
              rows={4}
              maxLength={2000}
              value={text.value}
              set={(now) => text.value = now}
            />
            <Button kind="main" submit disabled={doing.busy.value}>{say("own.save")}</Button>{" "}
            <Button onClick={() => text.value = undefined}>{say("own.leave")}</Button>
          </form>
        )
        : isRecent && (
          <>
            <Button onClick={() => text.value = visit.text}>{say("own.mend")}</Button>{" "}
            <Button
              disabled={doing.busy.value}
              onClick={() =>
                void act(
                  (id) => routeTo("POST /federation/visits/:visit/withdraw", { params: { visit: id } }),
                  routeTo("POST /api/my/visits/:sentId/withdraw", { params: { sentId } }),
                )}
            >
              {say("visit.back")}
            </Button>
            <p class="soft">
              {say("visit.back.until", { at: sayTime(foundAt + BACK_S, app.gateway.now()) })}
            </p>
          </>
        )}
      {isRecent && file.value < 4 && (
        <>
          <FileTile
            id={`visit-photo-${sentId}`}
            describedBy={`visit-photo-${sentId}-hint`}
            icon={CAMERA}
            label={say("photo.add")}
            accept="image/*"
            disabled={doing.busy.value}
            take={(field) => void addPhoto(field)()}
          />
          <p class="soft" id={`visit-photo-${sentId}-hint`}>{say("photo.hint")}</p>
        </>
      )}
      {file.value > 0 && <p class="go" role="status">{say("visit.photo.there", { origin })}</p>}
      {kind === "found" && visit.state !== "sent" && (
        <div class="buttons">
          <Button
            aria-pressed={visit.favourite}
            disabled={doing.busy.value}
            onClick={() => think(visit.favourite ? "unfavourite" : "favourite")}
          >
            {say("visit.favourite")}
          </Button>
          <Segmented
            name={`stars-${sentId}`}
            label={say("cache.rate")}
            choices={STARS}
            words={(n) => `${n} \u2605`}
            value={String(visit.stars ?? "")}
            set={think}
          />
        </div>
      )}
      <Problem of={doing} />
    </div>
  );
}
