/** What to do about each line of the checklist that is not right. `main.ts` stands for the program. */
export const FIXES: Readonly<Record<string, string>> = {
  INGEST_SECRET: "main.ts setup makes it, or put the output of main.ts secrets new into the env file",
  OPERATOR_SECRET:
    "put the output of main.ts secrets new into the env file as OPERATOR_SECRET, if scripts need it",
  SESSION_SECRET: "put the output of main.ts secrets new into the env file as SESSION_SECRET, and restart",
  ADMIN_CALLSIGNS: "main.ts start --call YOURCALL, or ADMIN_CALLSIGNS in the env file",
  SERVICE_CALL: "SERVICE_CALL in the env file, if the default is not the call that you answer under",
  APP_URL: "APP_URL in the env file, as people type it; https where they do not sit at this host",
  INSTANCE_ID: "INSTANCE_ID in the env file: a name for good, before the first cache is hidden",
  RP_ID: "RP_ID in the env file: the host of APP_URL or a parent of it",
  FIRST_PARTY_SITES: "FIRST_PARTY_SITES in the env file, or pair a receiver box and trust its site",
  FED_PRIVATE_KEY: "main.ts identity new prints the line for the env file",
  OPERATOR_NAME: "main.ts settings set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_EMAIL",
  SOURCE_REPO: "SOURCE_REPO in the env file: where the source that you run can be read",
  SMTP_URL: "SMTP_URL in the env file, if members shall sign in by mail",
  VAPID_PRIVATE_KEY: "VAPID_PRIVATE_KEY in the env file, if members shall get push messages",
  DOH_URL: "DOH_URL in the env file, if calls shall be proven by DNS",
  LOTW_ROOTS: "LOTW_ROOTS in the env file: a PEM file of the roots, if calls shall be proven by LoTW",
  verify: "main.ts operator-link YOURCALL, and open the link that it prints",
  partners: "main.ts bbs partners --help: enter the BBS that mail of the club goes to, if there is one",
  peers: "main.ts peer list says which and why; main.ts peer add <url> follows another instance",
  name:
    "set INSTANCE_ID back to the name of before, or keep the new one and tell those who mirror this instance",
  UPDATE_CHECK: "see Backup and upgrade in the README",
  TLS:
    "TLS=own in the env file, and people trust it once at /trust; or TLS_CERT and TLS_KEY, or a proxy and APP_URL",
  AUTHORITY: "main.ts tls renew --authority makes one for the names of now; every phone has to trust it anew",
  ADDRESSES: "connect this host to the network, or set HOST to 0.0.0.0",
  CLOCK: "set the clock (timedatectl, GPS or NTP) and restart: until then nothing is signed or judged by age",
  DISK: "make room on the disk of DATA_DIR: old backups and media are the largest",
  REPLICA:
    "look whether litestream runs and may write there (journalctl -u litestream), and that the folder is mounted",
  BACKUP: "main.ts backup, and look why the nightly one is missing: BACKUP_KEEP, room on the disk, the log",
};
