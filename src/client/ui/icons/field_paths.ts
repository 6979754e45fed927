/** The icons of Lucide (ISC licence) that only pages in the field show. `deno task docs` writes this file. */
// deno-fmt-ignore-file
export const CAMERA = { path: "M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4zM9 13a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z" } as const;
export const CHEVRON_LEFT = { path: "M0 0m15 18-6-6 6-6" } as const;
export const CHEVRON_RIGHT = { path: "M0 0m9 18 6-6-6-6" } as const;
export const CLOCK = { path: "M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM12 6v6l4 2" } as const;
export const CROSSHAIR = { path: "M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM22 12L18 12M6 12L2 12M12 6L12 2M12 22L12 18" } as const;
export const ELLIPSIS = { path: "M11 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM18 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM4 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0z" } as const;
export const HEART = { path: "M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5" } as const;
export const KEY_ROUND = { path: "M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4zM16 7.5a0.5 0.5 0 0 1 1 0a0.5 0.5 0 0 1 -1 0z" } as const;
export const LIGHTBULB = { path: "M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4" } as const;
export const SEARCH_X = { path: "M0 0m13.5 8.5-5 5M0 0m8.5 8.5 5 5M3 11a8 8 0 0 1 16 0a8 8 0 0 1 -16 0zM0 0m21 21-4.3-4.3" } as const;
export const SEND = { path: "M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11zM0 0m21.854 2.147-10.94 10.939" } as const;
export const SHARE_2 = { path: "M15 5a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM3 12a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM15 19a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM8.59 13.51L15.42 17.49M15.41 6.51L8.59 10.49" } as const;
export const SMARTPHONE = { path: "M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-16a2 2 0 0 1 2 -2zM12 18h.01" } as const;
export const STAR = { path: "M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z" } as const;
export const STICKY_NOTE = { path: "M21 9a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 15 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2zM15 3v5a1 1 0 0 0 1 1h5" } as const;
export const SUN = { path: "M8 12a4 4 0 0 1 8 0a4 4 0 0 1 -8 0zM12 2v2M12 20v2M0 0m4.93 4.93 1.41 1.41M0 0m17.66 17.66 1.41 1.41M2 12h2M20 12h2M0 0m6.34 17.66-1.41 1.41M0 0m19.07 4.93-1.41 1.41" } as const;
export const THUMBS_UP = { path: "M15 5.88 14 10h5.83a2 2 0 0 1 1.92 2.56l-2.33 8A2 2 0 0 1 17.5 22H4a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h2.76a2 2 0 0 0 1.79-1.11L12 2a3.13 3.13 0 0 1 3 3.88ZM7 10v12" } as const;
export const WIFI_OFF = { path: "M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M0 0m2 2 20 20" } as const;
