/**
 * Every place at which bytes of somebody else become something here, and what bounds it. A reader that is not named here does not
 * pass the tests; one whose work could grow faster than its bytes has no place in any of these rows.
 */

/**
 * What bounds a reader. `purse`: all of a body is counted by `Purse`. `size`: it is read whole, in one pass, and its bytes are limited
 * before. `frame`: pieces of a stream with a most length each, of which one is held. `file`: it is the operator's own, on their disk.
 */
type Bound = "purse" | "size" | "frame" | "file";

interface ReaderRow {
  /** What is read. */
  what: string;
  bound: Bound;
}

/** The readers, by their file below src/. */
export const READERS: Readonly<Record<string, ReaderRow>> = {
  "notebook/elsewhere/read_finds.ts": { what: "GPX of own finds", bound: "purse" },
  "notebook/elsewhere/elsewhere.ts": { what: "packages of GPX", bound: "purse" },
  "notebook/field_notes/read_notes.ts": { what: "field notes of devices", bound: "purse" },
  "caches/imports/read_places.ts": { what: "catalogues of other programmes", bound: "purse" },
  "caches/imports/read_gpx.ts": { what: "catalogues as GPX", bound: "purse" },
  "caches/imports/read_csv.ts": { what: "catalogues as CSV", bound: "purse" },
  "caches/imports/fetch_catalogue.ts": { what: "catalogues from an address, packed", bound: "size" },
  "caches/routes/imports.ts": { what: "which part of a catalogue, as JSON", bound: "size" },
  "caches/stages/seal.ts": { what: "stages that were sealed here", bound: "size" },
  "club/draw_logo.ts": { what: "pictures for a logo", bound: "size" },
  "club/read_svg.ts": { what: "SVG for a logo", bound: "purse" },
  "accounts/licences/csv_records.ts": { what: "registers of licences as CSV", bound: "frame" },
  "accounts/licences/read_register.ts": { what: "registers of licences as JSON", bound: "file" },
  "accounts/licences/forms/entries.ts": { what: "registers of licences as text", bound: "frame" },
  "accounts/passkeys/ceremonies.ts": { what: "what a browser signed for a passkey", bound: "size" },
  "caches/people/visits/posted.ts": { what: "visits as CBOR", bound: "size" },
  "caches/routes/visits.ts": { what: "visits as JSON", bound: "size" },
  "admin/map/check.ts": { what: "map archives", bound: "size" },
  "archive/open.ts": { what: "whole backups", bound: "file" },
  "archive/secrets.ts": { what: "settings of the host in a backup", bound: "file" },
  "release/untar.ts": { what: "bundles of the program", bound: "size" },
  "release/host.ts": { what: "what programs of the host say", bound: "size" },
  "release/upgrade.ts": { what: "what the next version says", bound: "size" },
  "conform/probe.ts": { what: "answers of an instance that is checked", bound: "size" },
  "cli/commands/proofs/conform.ts": { what: "whether an instance answers at all", bound: "size" },
  "live/room/frames.ts": { what: "WebSocket frames of clients", bound: "frame" },
  "live/cot/tak_door.ts": { what: "Cursor-on-Target events of TAK programs", bound: "frame" },
  "http/parse.ts": { what: "JSON bodies", bound: "size" },
  "http/body_members.ts": { what: "JSON and form bodies with a credential in them", bound: "size" },
  "stations/routes/weather.ts": { what: "forms of weather stations", bound: "size" },
  "ingest/intake/items.ts": { what: "packets, positions and finds of boxes", bound: "size" },
  "aprs/text.ts": { what: "texts of frames", bound: "size" },
  "meshtastic/protobuf.ts": { what: "protobuf of mesh devices", bound: "frame" },
  "meshtastic/content.ts": { what: "texts of mesh devices", bound: "frame" },
  "mqtt/packets.ts": { what: "packets of a broker", bound: "frame" },
  "mdns/read.ts": { what: "names of the local network", bound: "size" },
  "mdns/records.ts": { what: "texts of the local network", bound: "size" },
  "mdns/browser.ts": { what: "what services of the local network say", bound: "size" },
  "fbb/text.ts": { what: "lines and texts of forwarding partners", bound: "frame" },
  "fbb/transcript.ts": { what: "what was said on a line", bound: "frame" },
  "bbs/files/mbox.ts": { what: "mail files", bound: "file" },
  "things/fact.ts": { what: "subjects, of which messages are stored whole", bound: "frame" },
  "link/packing.ts": { what: "packed pages of records", bound: "size" },
  "link/circuit_lines.ts": { what: "words on a circuit", bound: "frame" },
  "wire/decode_cbor.ts": { what: "records", bound: "size" },
  "federation/pull/learn.ts": { what: "what neighbours say of others", bound: "size" },
  "federation/pull/effects.ts": { what: "pages of neighbours", bound: "size" },
  "federation/push/effects.ts": { what: "answers of hubs", bound: "size" },
  "federation/peers/ask_descriptor.ts": { what: "descriptors of instances", bound: "size" },
  "federation/peers/bring_visit.ts": { what: "answers of witnesses, and of homes of caches", bound: "size" },
  "federation/keys/registry.ts": { what: "registries of keys", bound: "size" },
  "registries/list.ts": { what: "lists of tools", bound: "size" },
  "read/spots/cluster.ts": { what: "lines of clusters", bound: "frame" },
  "read/spots/http_sources.ts": { what: "spots of other services", bound: "size" },
  "tls/plain_here.ts": { what: "the first bytes of a connection without TLS", bound: "size" },
  "tls/constraints.ts": { what: "names in certificates", bound: "size" },
  "web/updates.ts": { what: "the news of a new version", bound: "size" },
  "web/app/built.ts": { what: "files of the app, built here", bound: "file" },
  "web/app/book.ts": { what: "the handbook, built here", bound: "file" },
  "web/app/pictures.ts": { what: "the library that draws, built here", bound: "file" },
  "cli/commands/bbs.ts": { what: "a message at a shell", bound: "file" },
  "cli/commands/backups/from_replica.ts": { what: "what a program of the host says", bound: "file" },
  "cli/commands/backups/whole.ts": { what: "a passphrase's file", bound: "file" },
  "cli/commands/proofs/awards.ts": { what: "a certificate's file", bound: "file" },
  "cli/commands/tools/tools.ts": { what: "files of a registry", bound: "file" },
  "cli/box/watch.ts": { what: "what the box says to its own page", bound: "file" },
  "box/gateway/client.ts": { what: "answers of the gateway", bound: "size" },
  "box/io.ts": { what: "what the host says of itself", bound: "file" },
  "box/services/carriers/node_way.ts": { what: "what nodes say on the way", bound: "frame" },
  "box/drivers/text_lines.ts": { what: "lines of devices and services", bound: "frame" },
  "box/transmit/form.ts": { what: "frames to be sent", bound: "size" },
  "box/serial_port.ts": { what: "what the host says of a port", bound: "file" },
  "box/radio/host_files.ts": { what: "what the host says of its devices", bound: "file" },
};
