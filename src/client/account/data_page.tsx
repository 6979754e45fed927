/** A person's data: everything that this gateway keeps of them as one file, API keys, and erasing the account. */
import { useApp } from "../phone/app.ts";
import { Boundary } from "../phone/boundary.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { hasNoWayIn } from "./sign_in/ended_told.tsx";
import { ApiKeys } from "./api_keys.tsx";
import { DataSignedOut } from "./data_signed_out.tsx";
import { Erase } from "./erase.tsx";
import { freshly } from "./sign_in/fresh.ts";
import { SignedIn } from "../phone/signed_in.tsx";
import { routeTo } from "../phone/wire/routes.ts";

export default function DataPage() {
  const app = useApp();
  const ended = app.ended.value;
  if (ended && hasNoWayIn(ended) && !app.call.value) return <DataSignedOut ended={ended} />;
  const erase = () =>
    freshly(
      app,
      () =>
        app.gateway.ask("POST", routeTo("POST /api/account/:call/delete", { params: { call: "me" } }), {}),
    );
  return (
    <SignedIn title="page.data">
      {(call) => (
        <>
          <section>
            <h2>{say("data.export")}</h2>
            <p>{say("data.export.what")}</p>
            <form method="post" action="/api/account/me/export">
              <Button submit>{say("data.export.do")}</Button>
            </form>
          </section>
          <Boundary>
            <ApiKeys />
          </Boundary>
          <Erase call={call} act={erase} />
        </>
      )}
    </SignedIn>
  );
}
