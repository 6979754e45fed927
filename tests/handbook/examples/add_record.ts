import { call, happened, optional, text } from "../../../src/wire/fields.ts";
import { type BodyOfRecord, record } from "../../../src/wire/record.ts";

export const GreetingRecord = record("greeting", {
  type: 90,
  word: "greeting",
  spec: 'FED "Envelope"',
  maxBytes: 4096,
  fields: { from: call, text: text(1, 200), sentAt: happened, town: optional(text(1, 30)) },
});
export type GreetingBody = BodyOfRecord<typeof GreetingRecord>;
