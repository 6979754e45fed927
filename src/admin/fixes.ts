/** What to do about each line of the checklist that is not right. `main.ts` stands for the program. */
export const FIXES: Readonly<Record<string, string>> = {
  INGEST_SECRET: "main.ts setup makes it, or put the output of main.ts secrets new into the env file",
  OPERATOR_SECRET:
    "put the output of main.ts secrets new into the env file as OPERATOR_SECRET, if scripts need it",
  SESSION_SECRET: "put the output of main.ts secrets new into the env file as SESSION_SECRET, and restart",
  ADMIN_CALLSIGNS: "main.ts start --call YOURCALL, or write your callsign to ADMIN_CALLSIGNS in the env file",
  SERVICE_CALL:
    "SERVICE_CALL in the env file, if this instance answers under another callsign than the default",
  APP_URL:
    "APP_URL in the env file: the address that people type; with https unless everybody sits at this host",
  INSTANCE_ID:
    "INSTANCE_ID in the env file: choose the name before the first cache is hidden, and never change it",
  RP_ID: "RP_ID in the env file: the host of APP_URL or a parent of it",
  FIRST_PARTY_SITES: "FIRST_PARTY_SITES in the env file, or pair a receiver box and trust its site",
  FED_PRIVATE_KEY: "main.ts identity new prints the line for the env file",
  OPERATOR_NAME: "main.ts settings set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_EMAIL",
  SOURCE_REPO: "SOURCE_REPO in the env file: where the source that you run can be read",
  SMTP_URL: "SMTP_URL in the env file, if members shall sign in by mail",
  VAPID_PRIVATE_KEY: "VAPID_PRIVATE_KEY in the env file, if members shall get push messages",
  DOH_URL: "DOH_URL in the env file, if members shall verify callsigns by DNS",
  LOTW_ROOTS:
    "LOTW_ROOTS in the env file: a PEM file of the roots, if members shall verify callsigns by LoTW",
  verify: "main.ts operator-link YOURCALL, and open the link that it prints",
  partners: "main.ts bbs partners --help: add the BBS that the club's mail goes to, if there is one",
  peers: "main.ts peer list shows which instance fails and why; main.ts peer add <url> follows another one",
  name:
    "set INSTANCE_ID back to the earlier name, or keep the new one and tell the operators who mirror this instance",
  UPDATE_CHECK: "main.ts help backup-and-upgrade says how to upgrade",
  TLS:
    "TLS=own in the env file, and people trust it once at /trust; or TLS_CERT and TLS_KEY, or a proxy and APP_URL",
  AUTHORITY:
    "main.ts tls renew --authority makes one for the present names; every phone has to trust it again",
  ADDRESSES: "connect this host to the network, or set HOST to 0.0.0.0",
  CLOCK:
    "set the clock (timedatectl, GPS or NTP): nothing is signed or judged by its age until it has been right for an hour, or " +
    "an operator confirms it (POST /api/admin/clock)",
  DATABASE:
    "restore a backup (main.ts backups, then main.ts restore <file>), and look at the card or disk: it may be worn out",
  DISK: "make room on the disk of DATA_DIR: old backups and media are the largest",
  REPLICA:
    "check that litestream runs and may write there (journalctl -u litestream), and that the folder is mounted",
  BACKUP:
    "main.ts backup makes one now; then find out why the nightly one is missing: BACKUP_KEEP, room on the disk, the log",
};
