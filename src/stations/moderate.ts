/** Messages, mail that waits, and mesh group messages as moderation sees them. */
import { LATEST, type ModeratedItem, type ModeratedKind, PREVIEW, type Tx } from "../db/mod.ts";
import type { MailRow } from "./mailbox/store.ts";
import { baseCall, nodeId } from "../base/mod.ts";
import type { MeshtasticTextRow } from "./mesh/meshtastic_store.ts";
import type { GroupMessageRow } from "./mesh/store.ts";
import type { MessageRow } from "./sending/message_store.ts";
import type { Stations } from "./stations.ts";

const idOf = (text: string): number => /^\d{1,15}$/.test(text) ? Number(text) : -1;

/** The kinds that stations give. */
export const moderatedMessages = (stations: Stations): ModeratedKind[] => [
  messages(stations),
  mailbox(stations),
  mesh(stations),
];

/** A text between members stands twice: as the mail that was left, and in the addressee's conversation. It leaves both. */
function removeCopies(
  tx: Tx,
  { log, world }: Stations,
  { from, to, body, at }: { from: string; to: string; body: string; at: number },
): void {
  log.store.removeCopies(tx, { fromBase: baseCall(from), from, to, body, sentAt: at, at: world.now() });
}

function messages(stations: Stations): ModeratedKind {
  const { log: { store }, mailbox, ring, world } = stations;
  const item = (row: MessageRow): ModeratedItem => ({
    kind: "message",
    id: String(row.id),
    label: `Message from ${row.fromCall} to ${row.toCall}`,
    preview: row.body.slice(0, PREVIEW),
    ownerAccount: row.fromAccount,
    ownerCall: row.fromCall,
    at: row.at,
    removed: false,
    ...(row.delivery === "here" && {
      parties: [row.fromAccount, row.toAccount].flatMap((account) => account ?? []),
    }),
  });
  return {
    kind: "message",
    find: (id) => {
      const row = store.byId({ id: idOf(id) });
      return row && item(row);
    },
    remove: (tx, id) => {
      const row = store.byId({ id: idOf(id) });
      store.remove(tx, { id: idOf(id), at: world.now() });
      if (row?.delivery === "here") {
        const text = { from: row.fromCall, to: row.toCall, body: row.body, at: row.at };
        removeCopies(tx, stations, text);
        for (const mail of mailbox.store.ofText(text)) mailbox.remove(tx, mail.id);
      }
      // The ring is another file: it follows once the removal is certain.
      if (row) tx.after(() => ring.blank(row.fromCall, row.body));
      return 0;
    },
    latestOf: (account, bases) =>
      store.latestFrom({ me: account, bases: JSON.stringify(bases), limit: LATEST }).map(item),
  };
}

function mailbox(stations: Stations): ModeratedKind {
  const { mailbox, accounts } = stations;
  const { store } = mailbox;
  const item = (row: MailRow): ModeratedItem => {
    // A party to it is who is shown it: the addressee of then, while the call is theirs and verified.
    const holder = accounts.isVerified(row.toCall) ? accounts.holder(row.toCall)?.accountId : undefined;
    const addressee = holder === row.toAccount ? holder : undefined;
    return {
      kind: "mailbox",
      id: String(row.id),
      label: `Mail from ${row.fromCall} to ${row.toCall}`,
      preview: row.body.slice(0, PREVIEW),
      ownerAccount: row.accountId,
      ownerCall: row.fromCall,
      at: row.createdAt,
      status: row.status,
      removed: row.status === "withdrawn",
      parties: addressee === undefined ? [row.accountId] : [row.accountId, addressee],
    };
  };
  return {
    kind: "mailbox",
    find: (id) => {
      const row = store.byId({ id: idOf(id) });
      return row && item(row);
    },
    remove: (tx: Tx, id) => {
      const row = store.byId({ id: idOf(id) });
      if (row) {
        removeCopies(tx, stations, { from: row.fromCall, to: row.toCall, body: row.body, at: row.createdAt });
      }
      mailbox.remove(tx, idOf(id));
      return 0;
    },
    latestOf: (account) => store.sentBy({ account, limit: LATEST }).map(item),
  };
}

/** Texts of Meshtastic meshes are told from those of MeshCom by the letter before their number. */
const textIdOf = (id: string): number | undefined => /^t\d{1,15}$/.test(id) ? Number(id.slice(1)) : undefined;

function mesh({ mesh: { store }, meshtastic, accounts, ring, world }: Stations): ModeratedKind {
  const text = ({ id, node, call, text, at }: MeshtasticTextRow): ModeratedItem => ({
    kind: "mesh",
    id: `t${id}`,
    label: `Text of ${call ?? nodeId(node)} to everybody`,
    preview: text.slice(0, PREVIEW),
    ownerAccount: call === null ? null : accounts.holder(call)?.accountId ?? null,
    ownerCall: call ?? nodeId(node),
    at,
    removed: false,
  });
  const item = (row: GroupMessageRow): ModeratedItem => ({
    kind: "mesh",
    id: String(row.id),
    label: `Message of ${row.sender} to group ${row.group}`,
    preview: row.text.slice(0, PREVIEW),
    ownerAccount: accounts.holder(row.sender)?.accountId ?? null,
    ownerCall: row.sender,
    at: row.at,
    removed: false,
  });
  return {
    kind: "mesh",
    find: (id) => {
      const textId = textIdOf(id),
        found = textId === undefined ? undefined : meshtastic.store.textById({ id: textId });
      if (found) return text(found);
      const row = store.messageById({ id: idOf(id) });
      return row && item(row);
    },
    remove: (tx, id) => {
      const textId = textIdOf(id);
      if (textId !== undefined) {
        meshtastic.store.removeText(tx, { id: textId, at: world.now() });
        return 0;
      }
      const row = store.messageById({ id: idOf(id) });
      store.removeMessage(tx, { id: idOf(id), at: world.now() });
      if (row) tx.after(() => ring.blank(row.sender, row.text));
      return 0;
    },
    latestOf: (_account, bases) =>
      bases.flatMap((base) => store.messagesFrom({ from: base, upTo: `${base}.`, limit: LATEST }))
        .sort((a, b) => b.id - a.id).slice(0, LATEST).map(item),
  };
}
