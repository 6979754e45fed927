import type { Job } from "../../../src/jobs/mod.ts";

export const forgetGreetings = (forget: () => void): Job => ({
  name: "forget greetings",
  when: "17 3 * * *",
  judgesTime: true,
  run: forget,
});
