/** Registers as their offices publish them, at the shell: known by their form, counted by what was wrong, and the right one of two. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { command } from "../kit/command.ts";
import { serverEnv, withFolder } from "../kit/server.ts";

async function inFolder(
  use: (given: {
    licence: (...args: string[]) => ReturnType<typeof command>;
    write: (name: string, text: string) => Promise<string>;
  }) => Promise<void>,
) {
  await withFolder(async (folder) => {
    await use({
      licence: (...args) => command(["licence", ...args], serverEnv(folder)),
      async write(name, text) {
        const path = join(folder, name);
        await Deno.writeTextFile(path, text);
        return path;
      },
    });
  });
}

/** `licence import FILE` of each office: what is said, and what else lies there. */
const OFFICES: {
  of: string;
  file: string;
  text: string;
  beside?: Record<string, string>;
  says: RegExp;
  named: string;
}[] = [
  {
    of: "FCC, l_amat.zip",
    file: "HD.dat",
    text: "HD|1|||W1ZZZ|A|HA|01/02/2021|12/31/2031||||\nHD|2|||W1ZZZ|E|HA|01/02/2001|12/31/2011||||\n" +
      "HD|3|||W2ZZZ|A|HA|01/02/2021|12/31/2031||||\nHD|4|||W2ZZZ|A|HA|01/02/2021|12/31/2035||||\nHD|5|||W3ZZZ|Q|HA||||||\n",
    says:
      /^fcc: 2 calls, 2 rows for a call that the file has twice .*, 0 .* dropped, 1 rows skipped \(1 not a known status\)\.$/m,
    named: "FCC (USA)",
  },
  {
    of: "ISED, amateur_delim.zip",
    file: "amateur_delim.txt",
    text:
      "callsign;first_name;surname;address_line;city;prov_cd;postal_code;qual_a;qual_b;qual_c;qual_d;qual_e;club_name\r\n" +
      'VE3ZZZ;A "Bo;B;x;Ottawa;ON;K1A0A6;A;;;;;\r\nVA2ZZZ;;;;Laval;QC;;A;;;D;;Club;\r\n',
    says: /^ised: 2 calls, .* 0 rows skipped\.$/m,
    named: "ISED (Canada)",
  },
  {
    of: "Ofcom, amateur radio licence data",
    file: "callsign-030625.csv",
    text:
      "Licence Number,Call sign,First name,Surname,Full address,Postcode,Licence status,Licence valid from,Licence valid to\n" +
      '1,M7ZZZ,A,B,"1 Street, Town",X,Current,01/02/2020,\n2,G0ZZZ,A,B,x,X,Revoked,01/02/2020,03/04/2021\n3,M7ZZY,,,,,Current,01/02/2020,31/12/2098\n',
    says: /^ofcom: 3 calls, 0 no longer listed and dropped, 0 rows skipped\.$/m,
    named: "Ofcom (United Kingdom)",
  },
  {
    of: "ACMA, spectra_rrl.zip",
    file: "device_details.csv",
    beside: {
      "licence.csv": "LICENCE_NO,CLIENT_NO,SV_ID,SS_ID,DATE_OF_EXPIRY,STATUS,STATUS_TEXT\n" +
        "1/1,9,6,1,2098-01-02,10,Granted\n2/1,9,6,1,2019-01-02,20,Expired\n3/1,9,2,1,2098-01-02,10,Granted\n",
    },
    text:
      "SDD_ID,LICENCE_NO,DEVICE_REGISTRATION_IDENTIFIER,CALL_SIGN\n1,1/1,x,VK2RZZ\n2,1/1,x,VK2RZZ\n3,2/1,x,VK3RZZ\n4,3/1,x,VMW123\n5,1/1,x,\n",
    says: /^acma: 2 calls, 1 rows for a call that the file has twice .*, 0 rows skipped\.$/m,
    named: "ACMA (Australia)",
  },
  {
    of: "Bundesnetzagentur, rufzeichenliste_afu.pdf as text",
    file: "list.txt",
    text:
      "  Verzeichnis der zugeteilten deutschen Amateurfunkrufzeichen und\n  ihrer Inhaber (Rufzeichenliste)\n" +
      "DL9ZZZ, A, Muster Max; Weg 1,      DO1ZZZ, E, Muster Eva;           DN9ZZZ, N, Muster Udo;\n12345 Ort  Straße 3, 54321 Stadt\nDB0ZZZ, A, Verein\nDL9ZZZ, A, Muster Max\n",
    says: /^de: 4 calls, 1 rows for a call that the file has twice .*, 0 rows skipped\.$/m,
    named: "Bundesnetzagentur (Germany)",
  },
  {
    of: "Fernmeldebehörde, Rufzeichenliste_AT.pdf as text",
    file: "oe.txt",
    text:
      "Rufzeichenliste österreichischer Amateurfunkstellen\n Rufzeichen   Name    Standort   Adresse   Klasse\n" +
      " OE9ZZZ     Muster Max     Bregenz   Weg 1   1\n OE9ZZY     *              *         *       *\n            OE9ZZX stands in an address\n",
    says: /^at: 2 calls, 0 no longer listed and dropped, 0 rows skipped\.$/m,
    named: "Fernmeldebehörde (Austria)",
  },
];

for (const { of, file, text, beside = {}, says, named } of OFFICES) {
  Deno.test(`${of}: known by its form`, () =>
    inFolder(async ({ licence, write }) => {
      for (const [name, other] of Object.entries(beside)) await write(name, other);
      const { code, stdout, stderr } = await licence("import", await write(file, text));
      assert.equal(code, 0, stderr);
      assert.match(stdout, says);
      assert.ok((await licence("list")).stdout.includes(named));
    }));
}

Deno.test("what no list can be read from is refused with what to take instead, and nothing is kept", () =>
  inFolder(async ({ licence, write }) => {
    for (
      const [name, text, why, status] of [
        ["list.pdf", "%PDF-1.7\n", /pdftotext -layout/, 66],
        ["l_amat.zip", "PK\u0003\u0004\u0014", /unpack it/, 66],
        [
          "licence.csv",
          "LICENCE_NO,CLIENT_NO,SV_ID,STATUS_TEXT\n1,2,6,Granted\n",
          /take device_details\.csv/,
          66,
        ],
        ["EN.dat", "EN|1|||W1ZZZ|L|L00|A|||||||||||||||||||\n", /take HD\.dat of the same package/, 66],
        ["club.csv", "callsign,status\nOE1ABC,licensed\n", /says whose register it is/, 64],
      ] as const
    ) {
      const done = await licence("import", await write(name, text));
      assert.equal(done.code, status, `${name}: ${done.stderr}`);
      assert.match(done.stderr, why, name);
    }
    const [devices, alone] = ["device_details.csv", "SDD_ID,LICENCE_NO,CALL_SIGN\n1,1/1,VK2RZZ\n"];
    await withFolder(async (other) => {
      await Deno.writeTextFile(join(other, devices), alone);
      assert.match((await licence("import", join(other, devices))).stderr, /lay that beside it/);
    });
    assert.match(
      (await licence("import", await write(devices, "SDD_ID,LICENCE_NO,CALL_SIGN\n"))).stderr,
      /no column/,
    );
    assert.match((await licence("list")).stdout, /No register has been imported yet/);
  }));

Deno.test("an id that is given wins over the form's; refusals are counted by kind", () =>
  inFolder(async ({ licence, write }) => {
    const rows = [
      "callsign,status",
      "OE1ABC,licensed",
      "nobody,licensed",
      "x,licensed",
      "OE2ABC,free",
      "OE3ABC,available",
    ];
    const { stdout } = await licence("import", "club", await write("club.csv", rows.join("\n")));
    assert.match(
      stdout,
      /^club: 1 calls, .* 4 rows skipped \(2 not a base call, 1 not a known status, 1 nobody has it\)\.$/m,
    );
    const own = await licence(
      "import",
      "usa",
      await write("HD.dat", "HD|1|||W1ZZZ|A|HA|01/02/2021|12/31/2031||||\n"),
    );
    assert.match(own.stdout, /^usa: 1 calls/m);
    assert.ok(!(await licence("list")).stdout.includes("FCC"));
  }));
