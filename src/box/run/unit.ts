/**
 * The systemd unit: a user of its own, nothing writable but its folder, serial devices, sound cards and sticks by their groups.
 * No ProtectClock: up to systemd 252 it closes every device but the clock's own; setting the clock is refused by the calls that
 * the filter leaves out, and by the missing capability. A box that hangs is killed after 90 s and started again. Above 80 MB in all (page cache included) memory of the program's file
 * is given back, which keeps the process itself under 60 MB; a process that leaks is ended at 200 MB.
 */

/** The text of the systemd unit; `program` is the path of the executable. */
export const unitText = (program: string): string =>
  `[Unit]
Description=Service Gateway receiver box
Wants=network-online.target
After=network-online.target time-sync.target direwolf.service

[Service]
Type=notify
NotifyAccess=main
ExecStart=${program} box run --dir /var/lib/service-gateway-box
StateDirectory=service-gateway-box
StateDirectoryMode=0700
DynamicUser=yes
SupplementaryGroups=dialout audio plugdev
Restart=always
RestartSec=5
RestartPreventExitStatus=78
TimeoutStartSec=60
TimeoutStopSec=20
WatchdogSec=90
WatchdogSignal=SIGKILL
MemoryHigh=80M
MemoryMax=200M
CapabilityBoundingSet=
LockPersonality=yes
NoNewPrivileges=yes
PrivateTmp=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
UMask=0077

[Install]
WantedBy=multi-user.target
`;
