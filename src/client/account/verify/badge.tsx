/** Says whether, how and when a call was verified. */
import { say } from "../../ui/say.ts";
import { sayDate } from "../../ui/times.ts";

/** A call of an account, as the gateway answers. `verifiedAt`: unix seconds. */
interface HeldCall {
  callsign: string;
  verified: boolean;
  method: string | null;
  verifiedAt: number | null;
  verifiedBy: string | null;
  active: boolean;
}

const METHODS = ["rf_heard", "ampr_dns", "lotw", "operator", "sysop"] as const;

export function Badge({ held: { verified, method, verifiedAt, verifiedBy } }: { held: HeldCall }) {
  if (!verified) return <span class="soft">{say("badge.unverified")}</span>;
  const known = METHODS.find((one) => one === method);
  return (
    <span class="go">
      {known === "rf_heard" && verifiedBy
        ? say("badge.heard_by", { site: verifiedBy })
        : known
        ? say(`badge.${known}`)
        : say("badge.verified")}
      {verifiedAt !== null && `, ${sayDate(verifiedAt)}`}
    </span>
  );
}
