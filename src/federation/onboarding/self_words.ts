/** What the check of this instance's own records says, by code. */
import { sayings } from "../../base/mod.ts";

export const SELF_CHECK_WORDS = {
  endpoint_foreign: "the 44net endpoint {radio} is not a name of {call} under {zone}",
  endpoint_callless: "the 44net endpoint {radio} is not a name of a callsign under {zone}",
  endpoint_form: "FED_ENDPOINTS takes a 44net address such as gateway.{call}.{zone}",
  no_place: "neither an https address nor one on the amateur network",
  set_place: "set APP_URL to an https address, or name a 44net endpoint in FED_ENDPOINTS",
  foreign_call: "{call} is not a callsign of yours",
  name_operator: "name the operator in ADMIN_CALLSIGNS, or set SERVICE_CALL",
  no_key: "this instance has no signing key to publish",
  make_key: "make one with: main.ts identity new",
  compared: "neighbours compare {call} with {service} of the descriptor",
  publish_address: "publish an A record at {host} with your address on the amateur network",
  publish_unless:
    "publish an A record at {host} with your address on the amateur network, unless that is meant",
  no_address: "{host} has no address",
  outside: "{addresses} does not lie on the amateur network",
  differs: "{name} says something else",
  several: "several instances stand at {name}: whoever looks has to choose",
  exactly: "the TXT record at {name} has to be exactly: {value}",
  right: "{name} names this instance and its key",
  nothing: "nothing stands at {name}",
  publish_text: "publish a TXT record at {name}: {value}",
  alias: "an alias (CNAME) leads elsewhere, so that somebody else may answer",
  no_alias_please: "take the CNAME out and publish the record itself",
  no_alias: "no alias stands in the way",
  mend_zone: "have the zone's signatures mended before anybody looks",
  validated: "validated: whoever asks takes this instance in at once",
  not_validated: "not validated: each operator who asks confirms once",
  none_needed: "none; none is needed",
} as const;
export const words = sayings(SELF_CHECK_WORDS);
