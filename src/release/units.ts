/** What the service manager is told: the service, its nightly copy, the way back, its user and its log. */

/** The service runs under a user of its own that may write nothing but its data. */
export const SERVICE_UNIT = `[Unit]
Description=Service Gateway
Wants=network-online.target
After=network-online.target time-sync.target
StartLimitIntervalSec=120
StartLimitBurst=4
OnFailure=service-gateway-back.service

[Service]
ExecStart=/opt/service-gateway/service-gateway serve
Environment=DATA_DIR=/var/lib/service-gateway
EnvironmentFile=/var/lib/service-gateway/gateway.env
User=service-gateway
Group=service-gateway
StateDirectory=service-gateway
StateDirectoryMode=0700
UMask=0077
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=78
TimeoutStopSec=20
LogNamespace=service-gateway

# It listens and dials, and that is all: no device, no other user's file, no privilege, no new kind of socket.
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
PrivateDevices=yes
PrivateTmp=yes
PrivateIPC=yes
DevicePolicy=closed
RemoveIPC=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;

const BACKUP_UNIT = `[Unit]
Description=Copy of the Service Gateway's database

[Service]
Type=oneshot
ExecStart=/opt/service-gateway/service-gateway backup --nightly
Environment=DATA_DIR=/var/lib/service-gateway
User=service-gateway
Group=service-gateway
UMask=0077
Nice=10
LogNamespace=service-gateway
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=/var/lib/service-gateway
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateNetwork=yes
`;

/** A host that was off at night makes its copy when it is on again. */
const BACKUP_TIMER = `[Unit]
Description=Nightly copy of the Service Gateway's database

[Timer]
OnCalendar=*-*-* 03:17
RandomizedDelaySec=600
Persistent=true

[Install]
WantedBy=timers.target
`;

/** Only while an upgrade is not finished is there anything to go back to. */
const BACK_UNIT = `[Unit]
Description=Way back of the Service Gateway to the version before
ConditionPathExists=/opt/service-gateway-upgrade.json

[Service]
Type=oneshot
ExecStart=/opt/service-gateway-before/service-gateway upgrade --back
Environment=DATA_DIR=/var/lib/service-gateway
`;

const SYSUSERS = `u service-gateway - "Service Gateway" /var/lib/service-gateway
`;

/** The journal of this service alone: it turns over by size and by age. */
const JOURNAL = `[Journal]
Storage=persistent
SystemMaxUse=100M
SystemMaxFileSize=10M
MaxRetentionSec=30day
`;

/** A command at a shell finds the data where the service has it. */
const COMMAND = `#!/bin/sh
export DATA_DIR="\${DATA_DIR:-/var/lib/service-gateway}"
exec /opt/service-gateway/service-gateway "$@"
`;

/** Every file that an installation lays down beside the program, as paths from the root. */
export const LAID_DOWN: Readonly<Record<string, { text: string; mode: number }>> = {
  "etc/systemd/system/service-gateway.service": { text: SERVICE_UNIT, mode: 0o644 },
  "etc/systemd/system/service-gateway-backup.service": { text: BACKUP_UNIT, mode: 0o644 },
  "etc/systemd/system/service-gateway-backup.timer": { text: BACKUP_TIMER, mode: 0o644 },
  "etc/systemd/system/service-gateway-back.service": { text: BACK_UNIT, mode: 0o644 },
  "etc/sysusers.d/service-gateway.conf": { text: SYSUSERS, mode: 0o644 },
  "etc/systemd/journald@service-gateway.conf": { text: JOURNAL, mode: 0o644 },
  "usr/local/bin/service-gateway": { text: COMMAND, mode: 0o755 },
};

/** What is switched on: unit and the target that wants it. */
export const SWITCHED_ON = [
  ["service-gateway.service", "multi-user.target.wants"],
  ["service-gateway-backup.timer", "timers.target.wants"],
] as const;
