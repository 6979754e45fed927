/** What was missed while the host was off runs soon after the start, once, and not all of it in one moment. */
import assert from "node:assert/strict";
import { openJobRuns } from "../../../src/db/mod.ts";
import { type Job, lastDue, missedJobs, rhythmOf, runJob, startJobs } from "../../../src/jobs/mod.ts";
import { appTest, testApp } from "../../kit/app.ts";
import { freshDatabase } from "../../kit/fresh_database.ts";
import { START, testWorld } from "../../kit/world.ts";

const HOUR = 3600, DAY = 86_400;
const job = (name: string, when: Job["when"], run: Job["run"] = () => {}): Job => ({ name, when, run });

/** Timers that run when the test lets time pass. */
function timers() {
  const set: { at: number; fn: () => void }[] = [];
  let now = 0;
  return {
    after(ms: number, fn: () => void) {
      const one = { at: now + ms, fn };
      set.push(one);
      return () => void set.splice(set.indexOf(one), set.includes(one) ? 1 : 0);
    },
    set,
    async pass(ms: number) {
      for (const end = now + ms;;) {
        const next = set.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > end) return void (now = end);
        set.splice(set.indexOf(next), 1);
        now = next.at;
        next.fn();
        await Promise.resolve();
      }
    },
  };
}

Deno.test("when a job was to run last: each hour, each day, before and after its minute", () => {
  // START is noon.
  for (
    const [when, due, rhythm] of [
      ["0 * * * *", START, "hourly"],
      ["1 * * * *", START - HOUR + 60, "hourly"],
      ["59 11 * * *", START - 60, "daily"],
      ["41 2 * * *", START - 12 * HOUR + 2 * HOUR + 41 * 60, "daily"],
      ["0 13 * * *", START - 23 * HOUR, "daily"],
      ["*/5 * * * *", undefined, undefined],
      ["* * * * *", undefined, undefined],
      [2000, undefined, undefined],
    ] as const
  ) {
    assert.equal(lastDue({ when }, START), due, String(when));
    assert.equal(rhythmOf({ when }), rhythm, String(when));
  }
});

Deno.test("missed is what ran before it was due, never, or ahead of the time", () => {
  const jobs = ["ran", "missed", "never", "ahead"].map((name) => job(name, "0 11 * * *"));
  const ranAt = new Map([["ran", START - HOUR], ["missed", START - HOUR - 1], ["ahead", START + DAY]]);
  assert.deepEqual(
    missedJobs([...jobs, job("often", "* * * * *")], ranAt, START).map(({ name }) => name),
    ["missed", "never", "ahead"],
  );
});

Deno.test("after a start what was missed runs once within ten minutes, spread over a minute; what was not does not", async () => {
  const world = testWorld(), db = freshDatabase(world), runs = openJobRuns(db), clock = timers();
  const ran: string[] = [];
  const jobs = ["one", "two", "three", "done"].map((name) =>
    job(name, "17 3 * * *", () => void ran.push(name))
  );
  await runs.note({ job: "done", ranAt: START - HOUR, failed: null });
  const stop = startJobs(jobs, world, { runs, after: clock.after });
  assert.deepEqual(ran, [], "the start itself does nothing");
  await clock.pass(60_000);
  assert.deepEqual(ran, ["one"]);
  await clock.pass(20_000);
  assert.deepEqual(ran, ["one", "two"]);
  await clock.pass(520_000);
  assert.deepEqual(ran, ["one", "two", "three"]);
  await stop();
  assert.deepEqual(runs.all().map(({ job, ranAt }) => [job, ranAt]), [
    ["done", START - HOUR],
    ["one", START],
    ["three", START],
    ["two", START],
  ]);

  const next = timers();
  const again = startJobs(jobs, world, { runs, after: next.after });
  await next.pass(600_000);
  assert.equal(ran.length, 3, "nothing was missed this time");
  await again();
  db.close();
});

Deno.test("a start under a clock that is not known looks again each minute, and a stop calls all of it off", async () => {
  const world = testWorld("unset", 100), db = freshDatabase(world), runs = openJobRuns(db), clock = timers();
  const ran: string[] = [];
  const jobs = [job("one", "17 3 * * *", () => void ran.push("one")), job("two", "18 3 * * *")];
  const stop = startJobs(jobs, world, { runs, after: clock.after });
  await clock.pass(600_000);
  assert.deepEqual([ran, runs.all()], [[], []]);
  world.jump(START);
  await clock.pass(60_000);
  assert.deepEqual(ran, ["one"]);
  await stop();
  assert.deepEqual(clock.set, []);
  db.close();
});

Deno.test("a run that failed is kept with its reason; under a wrong clock no run is kept and no age is judged", async () => {
  const world = testWorld(), db = freshDatabase(world), runs = openJobRuns(db);
  const ran: string[] = [];
  await runJob(job("breaks", "1 * * * *", () => Promise.reject(new Error("no room"))), world, runs);
  assert.deepEqual({ ...runs.all()[0] }, { job: "breaks", ranAt: START, failed: "no room" });
  world.clock.state();
  world.jump(5 * 365 * DAY);
  await runJob({ ...job("ages", "2 * * * *", () => void ran.push("ages")), judgesTime: true }, world, runs);
  await runJob(job("works", "3 * * * *", () => void ran.push("works")), world, runs);
  assert.deepEqual(ran, ["works"]);
  assert.deepEqual(runs.all().map(({ job }) => job), ["breaks"]);
  db.close();
});

/** Jobs that delete or end nothing by age, and so run under any clock. */
const TIMELESS = [
  "accounts-seen",
  "corroboration-again",
  "corroboration-poll",
  "database-check",
  "federation-pull",
  "federation-push",
  "federation-relay",
  "lives-keep",
  "mirror-titles",
  "seal-stages",
  "services-look",
  "settings-refresh",
  "stations-tidy",
  "update-check",
];

appTest("every job says whether it judges ages: a new one that prunes and does not say so is found here", {
  FED_PRIVATE_KEY: "A".repeat(43),
}, (app) => {
  const others = app.jobs.filter(({ judgesTime }) => !judgesTime).map(({ name }) => name);
  assert.deepEqual(others.filter((name) => !TIMELESS.includes(name)), []);
});

Deno.test("five years ahead for 70 s take nothing; the operator sees the jump, and ends it", async () => {
  const world = testWorld();
  using app = testApp({}, { world });
  const member = await app.signIn("OE1ABC");
  const sysop = await app.sysop();
  await member.put("/api/profile", { bio: "here" });
  const everything = () => app.fingerprint();
  const all = async () => {
    for (const one of app.jobs) if (typeof one.when === "string") await runJob(one, world, app.jobRuns);
  };
  world.clock.state();
  const before = everything();
  world.jump(5 * 365 * DAY);
  await all();
  assert.equal(everything(), before);
  assert.equal((await app.visitor.get("/health")).body.clock, "jumped");
  const check = (await app.operator.get("/api/admin/setup")).body.items.find((item: { key: string }) =>
    item.key === "CLOCK"
  );
  assert.deepEqual([check.status, check.reason], ["warn", "CLOCK.jumped"]);
  world.pass(70);
  world.jump(-5 * 365 * DAY);
  await all();
  assert.equal(everything(), before, "nor while it is not certain that it is right again");
  assert.equal((await sysop.post("/api/admin/clock")).body.clock, "ok");
  assert.equal((await app.visitor.get("/health")).body.clock, "ok");
  await all();
  const { jobs } = (await app.operator.get("/api/admin/jobs")).body;
  const pruned = jobs.find(({ name }: { name: string }) => name === "house-prune");
  assert.deepEqual(pruned, { name: "house-prune", rhythm: "hourly", ranAt: world.now(), failed: null });
});

Deno.test("a start years after the database was in use last begins with a clock that is not believed", () => {
  const world = testWorld(), db = freshDatabase(world);
  db.writeNow((tx) =>
    db.exec(tx, `INSERT INTO job_run (job, ran_at) VALUES ('house-prune', ${START - 5 * 365 * DAY})`)
  );
  const app = testApp({}, { world, db });
  assert.equal(world.clock.state(), "jumped");
  app.close();
  db.close();
});
