/**
 * What is tested slowly: groups that run when what they test has changed, and all of them on demand. A test file is either in
 * every run or in one of these; of a long form, a short one is in every run too.
 */

/** Tests that take minutes. */
export interface NightlyGroup {
  /** Test files that run here and nowhere else, relative to `tests/`. */
  alone: readonly string[];
  /** Test files of every run that run here in a longer form. */
  longer: readonly string[];
  /** What makes them longer. */
  env: Readonly<Record<string, string>>;
  /** Files and folders of what they test; their own files are among them without being named. */
  paths: readonly string[];
}

export const NIGHTLY: Readonly<Record<string, NightlyGroup>> = {
  // Bundles and executables for both processors, one of them in an emulator; upgrades that are killed half-way.
  bundles: {
    alone: [
      "release/bundle_arm64_test.ts",
      "release/bundle_test.ts",
      "release/compile_test.ts",
      "release/deb_test.ts",
      "release/upgrade_test.ts",
    ],
    longer: [],
    env: {},
    paths: [
      ...["README.md", "deno.json", "deno.lock", "main.ts", "migrations", "src/cli", "src/release"],
      ...["tests/cli/shown_lines.ts", "tests/release/bundled.ts", "tests/release/host.ts", "tools/bundle.ts"],
      ...["tools/compile.ts", "tools/elf.ts", "tools/release.ts", "tools/bundle/"],
    ],
  },
  // The service manager itself, with nothing beside it: its own patience ends where a busy machine lets it wait.
  systemd: {
    alone: ["peers/systemd_test.ts"],
    longer: [],
    env: {},
    paths: ["src/cli/serve.ts", "src/release", "tests/kit/systemd.ts"],
  },
  // What is seen of a real avahi, from hosts that are network namespaces, with a storm among them.
  local_network: {
    alone: ["peers/avahi_test.ts"],
    longer: [],
    env: {},
    paths: [
      ...["migrations", "src/cli", "src/federation", "src/mdns", "src/settings", "src/tls", "src/wiring"],
      "tests/kit/lan.ts",
    ],
  },
  // Three builds of the app at once, in a checkout of their own.
  builds: {
    alone: ["cli/build_at_once_test.ts"],
    longer: [],
    env: {},
    paths: ["deno.json", "tools/app", "tools/app.ts", "tools/words.ts"],
  },
  // One of each kind begun, in a copy of the whole, with the tests that each brings and the policies that it meets.
  beginnings: {
    alone: ["policy/new_test.ts"],
    longer: [],
    env: {},
    paths: ["src/plan", "src/wiring", "tools/new", "tools/new.ts"],
  },
  // Each line that help shows, in a shell.
  lines: {
    alone: ["cli/every_line_test.ts"],
    longer: [],
    env: {},
    paths: ["README.md", "main.ts", "src/cli", "tests/cli/shown_lines.ts"],
  },
  // Every command as root on folders of another user, who has laid links in them.
  root: {
    alone: [],
    longer: ["cli/owner_test.ts"],
    env: { ROOT_LINES: "all" },
    paths: ["src/base/owner.ts", "src/base/replace_file.ts", "src/cli", "tests/cli/two_users.ts"],
  },
  // A hundred seeds of each simulator; what schedules have to meet is counted over them.
  simulations: {
    alone: [],
    longer: [
      "federation/corroborate/simulator_test.ts",
      "federation/simulator_test.ts",
      "federation/spokes_simulator_test.ts",
    ],
    env: { SIM_SEEDS: "100", SPOKES_SEEDS: "100" },
    paths: ["src/federation", "src/wire", "tests/federation"],
  },
  // A million messages of a device, each with bytes that are wrong.
  mutations: {
    alone: [],
    longer: ["meshtastic/format_test.ts"],
    env: { SVC_NIGHTLY: "1" },
    paths: ["src/meshtastic"],
  },
  // A megabyte of each family of hostile text.
  hostile: {
    alone: [],
    longer: ["areas/hostile_text_test.ts"],
    env: { HOSTILE_SIZE: "1000000" },
    paths: [
      ...[
        "src/accounts/cards",
        "src/aprs",
        "src/base",
        "src/bbs/files",
        "src/bbs/mail",
        "src/bbs/white_pages",
      ],
      ...["src/caches/imports", "src/caches/media", "src/caches/radio", "src/caches/stages", "src/fbb"],
      ...["src/federation/serve", "src/http", "src/live/room", "src/read/formats", "src/read/spots"],
      ...["src/registries", "src/stations/routes", "src/wire", "tests/areas/hostile_text.ts"],
    ],
  },
  // Programs that are killed in the middle of writes, and a box under load.
  kills: {
    alone: ["soak/box_load_test.ts"],
    longer: [
      "soak/box_chaos_test.ts",
      "soak/box_transmit_kills_test.ts",
      "soak/federation_kill_test.ts",
      "soak/ingest_kill_test.ts",
      "soak/kill_test.ts",
    ],
    env: { CHAOS_CYCLES: "5", SOAK_KILLS: "8", TX_KILLS: "4" },
    paths: ["migrations", "src/box", "src/db", "src/federation/pull", "src/ingest", "tests/soak"],
  },
  // Every page in every look and in every weather.
  pages: {
    alone: ["app/access_test.ts", "app/bad_weather_test.ts"],
    longer: ["app/every_language_test.ts", "app/histories_test.ts", "app/things_histories_test.ts"],
    env: { HISTORIES: "100", PAGES_IN: "all" },
    paths: ["src/client", "src/read", "tests/app/all_pages.ts", "tests/app/bad_weather.ts"],
  },
  // Long ways through the whole: by keyboard on a slow line, in the other browser, a sysop's first hour, each page of a kind.
  walks: {
    alone: [
      "app/admin_room_test.ts",
      "app/firefox_owner_test.ts",
      "app/firefox_test.ts",
      "app/first_hour_test.ts",
      "app/hostile_test.ts",
      "app/keys_journeys_test.ts",
      "app/keys_owner_test.ts",
      "app/restarted_test.ts",
      "app/stands_still_test.ts",
      "app/third_language_test.ts",
      "app/tools_beside_test.ts",
      "app/tools_day_test.ts",
      "app/tools_firefox_test.ts",
    ],
    longer: [],
    env: {},
    paths: ["migrations", "src"],
  },
  // What lies on the big map beside what every run looks at: the processor draws it, dot by dot.
  maps: {
    alone: ["app/many_caches_test.ts", "app/map_fan_test.ts", "app/mesh_node_test.ts"],
    longer: [],
    env: {},
    paths: ["migrations", "src"],
  },
  // Every chapter of the handbook, judged by axe.
  chapters: {
    alone: ["app/handbook_access_test.ts"],
    longer: [],
    env: {},
    paths: ["src/client/print/help", "src/client/ui/style", "src/handbook"],
  },
  // Journeys whose subject is the same on a phone and at a desk, on the other screen too.
  screens: {
    alone: [],
    longer: [
      "app/admin_house_test.ts",
      "app/frame_parts_test.ts",
      "app/handbook_test.ts",
      "app/must_hold_test.ts",
      "app/over_map_test.ts",
      "app/sample_test.ts",
      "app/shack_journey_test.ts",
      "app/talk_mail_test.ts",
      "app/whose_test.ts",
    ],
    env: { SCREENS: "all" },
    paths: ["src/client/app/frame.tsx", "src/client/panes", "src/client/ui/style"],
  },
};

/** Test files that are in no run but their group's. */
export const ALONE: readonly string[] = Object.values(NIGHTLY).flatMap(({ alone }) => alone);
