// Made by `deno task app` from the files of words.
import en_account from "../en/account.json" with { type: "json" };
import en_admin from "../en/admin.json" with { type: "json" };
import en_cache from "../en/cache.json" with { type: "json" };
import en_community from "../en/community.json" with { type: "json" };
import en_frame from "../en/frame.json" with { type: "json" };
import en_go from "../en/go.json" with { type: "json" };
import en_help from "../en/help.json" with { type: "json" };
import en_hide from "../en/hide.json" with { type: "json" };
import en_log from "../en/log.json" with { type: "json" };
import en_map from "../en/map.json" with { type: "json" };
import en_nearby from "../en/nearby.json" with { type: "json" };
import en_notebook from "../en/notebook.json" with { type: "json" };
import en_packs from "../en/packs.json" with { type: "json" };
import en_pages_about from "../en/pages/about.json" with { type: "json" };
import en_pages_accounts from "../en/pages/accounts.json" with { type: "json" };
import en_pages_awards from "../en/pages/awards.json" with { type: "json" };
import en_pages_embed from "../en/pages/embed.json" with { type: "json" };
import en_pages_home_screen from "../en/pages/home_screen.json" with { type: "json" };
import en_pages_http from "../en/pages/http.json" with { type: "json" };
import en_pages_legal from "../en/pages/legal.json" with { type: "json" };
import en_pages_notice from "../en/pages/notice.json" with { type: "json" };
import en_pages_reset from "../en/pages/reset.json" with { type: "json" };
import en_pages_support from "../en/pages/support.json" with { type: "json" };
import en_pages_trust from "../en/pages/trust.json" with { type: "json" };
import en_pages_year from "../en/pages/year.json" with { type: "json" };
import en_palette from "../en/palette.json" with { type: "json" };
import en_print from "../en/print.json" with { type: "json" };
import en_refusals_accounts from "../en/refusals/accounts.json" with { type: "json" };
import en_refusals_admin from "../en/refusals/admin.json" with { type: "json" };
import en_refusals_app from "../en/refusals/app.json" with { type: "json" };
import en_refusals_awards from "../en/refusals/awards.json" with { type: "json" };
import en_refusals_bbs from "../en/refusals/bbs.json" with { type: "json" };
import en_refusals_caches from "../en/refusals/caches.json" with { type: "json" };
import en_refusals_federation from "../en/refusals/federation.json" with { type: "json" };
import en_refusals_host from "../en/refusals/host.json" with { type: "json" };
import en_refusals_http from "../en/refusals/http.json" with { type: "json" };
import en_refusals_ingest from "../en/refusals/ingest.json" with { type: "json" };
import en_refusals_live from "../en/refusals/live.json" with { type: "json" };
import en_refusals_machines from "../en/refusals/machines.json" with { type: "json" };
import en_refusals_moderation from "../en/refusals/moderation.json" with { type: "json" };
import en_refusals_notebook from "../en/refusals/notebook.json" with { type: "json" };
import en_refusals_read from "../en/refusals/read.json" with { type: "json" };
import en_refusals_registries from "../en/refusals/registries.json" with { type: "json" };
import en_refusals_settings from "../en/refusals/settings.json" with { type: "json" };
import en_refusals_stations from "../en/refusals/stations.json" with { type: "json" };
import en_refusals_web from "../en/refusals/web.json" with { type: "json" };
import en_shack from "../en/shack.json" with { type: "json" };
import en_sign_in from "../en/sign_in.json" with { type: "json" };
import en_stages from "../en/stages.json" with { type: "json" };
import en_talk from "../en/talk.json" with { type: "json" };
import en_tools from "../en/tools.json" with { type: "json" };
import en_waiting from "../en/waiting.json" with { type: "json" };
import en_welcome from "../en/welcome.json" with { type: "json" };
import de_account from "../de/account.json" with { type: "json" };
import de_admin from "../de/admin.json" with { type: "json" };
import de_cache from "../de/cache.json" with { type: "json" };
import de_community from "../de/community.json" with { type: "json" };
import de_frame from "../de/frame.json" with { type: "json" };
import de_go from "../de/go.json" with { type: "json" };
import de_help from "../de/help.json" with { type: "json" };
import de_hide from "../de/hide.json" with { type: "json" };
import de_log from "../de/log.json" with { type: "json" };
import de_map from "../de/map.json" with { type: "json" };
import de_nearby from "../de/nearby.json" with { type: "json" };
import de_notebook from "../de/notebook.json" with { type: "json" };
import de_packs from "../de/packs.json" with { type: "json" };
import de_pages_about from "../de/pages/about.json" with { type: "json" };
import de_pages_accounts from "../de/pages/accounts.json" with { type: "json" };
import de_pages_awards from "../de/pages/awards.json" with { type: "json" };
import de_pages_embed from "../de/pages/embed.json" with { type: "json" };
import de_pages_home_screen from "../de/pages/home_screen.json" with { type: "json" };
import de_pages_http from "../de/pages/http.json" with { type: "json" };
import de_pages_legal from "../de/pages/legal.json" with { type: "json" };
import de_pages_notice from "../de/pages/notice.json" with { type: "json" };
import de_pages_reset from "../de/pages/reset.json" with { type: "json" };
import de_pages_support from "../de/pages/support.json" with { type: "json" };
import de_pages_trust from "../de/pages/trust.json" with { type: "json" };
import de_pages_year from "../de/pages/year.json" with { type: "json" };
import de_palette from "../de/palette.json" with { type: "json" };
import de_print from "../de/print.json" with { type: "json" };
import de_refusals_accounts from "../de/refusals/accounts.json" with { type: "json" };
import de_refusals_admin from "../de/refusals/admin.json" with { type: "json" };
import de_refusals_app from "../de/refusals/app.json" with { type: "json" };
import de_refusals_awards from "../de/refusals/awards.json" with { type: "json" };
import de_refusals_bbs from "../de/refusals/bbs.json" with { type: "json" };
import de_refusals_caches from "../de/refusals/caches.json" with { type: "json" };
import de_refusals_federation from "../de/refusals/federation.json" with { type: "json" };
import de_refusals_http from "../de/refusals/http.json" with { type: "json" };
import de_refusals_ingest from "../de/refusals/ingest.json" with { type: "json" };
import de_refusals_live from "../de/refusals/live.json" with { type: "json" };
import de_refusals_moderation from "../de/refusals/moderation.json" with { type: "json" };
import de_refusals_notebook from "../de/refusals/notebook.json" with { type: "json" };
import de_refusals_read from "../de/refusals/read.json" with { type: "json" };
import de_refusals_registries from "../de/refusals/registries.json" with { type: "json" };
import de_refusals_settings from "../de/refusals/settings.json" with { type: "json" };
import de_refusals_stations from "../de/refusals/stations.json" with { type: "json" };
import de_refusals_web from "../de/refusals/web.json" with { type: "json" };
import de_shack from "../de/shack.json" with { type: "json" };
import de_sign_in from "../de/sign_in.json" with { type: "json" };
import de_stages from "../de/stages.json" with { type: "json" };
import de_talk from "../de/talk.json" with { type: "json" };
import de_tools from "../de/tools.json" with { type: "json" };
import de_waiting from "../de/waiting.json" with { type: "json" };
import de_welcome from "../de/welcome.json" with { type: "json" };
import es_account from "../es/account.json" with { type: "json" };
import es_cache from "../es/cache.json" with { type: "json" };
import es_community from "../es/community.json" with { type: "json" };
import es_frame from "../es/frame.json" with { type: "json" };
import es_go from "../es/go.json" with { type: "json" };
import es_help from "../es/help.json" with { type: "json" };
import es_hide from "../es/hide.json" with { type: "json" };
import es_log from "../es/log.json" with { type: "json" };
import es_map from "../es/map.json" with { type: "json" };
import es_nearby from "../es/nearby.json" with { type: "json" };
import es_notebook from "../es/notebook.json" with { type: "json" };
import es_packs from "../es/packs.json" with { type: "json" };
import es_pages_about from "../es/pages/about.json" with { type: "json" };
import es_pages_accounts from "../es/pages/accounts.json" with { type: "json" };
import es_pages_awards from "../es/pages/awards.json" with { type: "json" };
import es_pages_embed from "../es/pages/embed.json" with { type: "json" };
import es_pages_home_screen from "../es/pages/home_screen.json" with { type: "json" };
import es_pages_http from "../es/pages/http.json" with { type: "json" };
import es_pages_legal from "../es/pages/legal.json" with { type: "json" };
import es_pages_notice from "../es/pages/notice.json" with { type: "json" };
import es_pages_reset from "../es/pages/reset.json" with { type: "json" };
import es_pages_support from "../es/pages/support.json" with { type: "json" };
import es_pages_trust from "../es/pages/trust.json" with { type: "json" };
import es_pages_year from "../es/pages/year.json" with { type: "json" };
import es_palette from "../es/palette.json" with { type: "json" };
import es_print from "../es/print.json" with { type: "json" };
import es_refusals_accounts from "../es/refusals/accounts.json" with { type: "json" };
import es_refusals_app from "../es/refusals/app.json" with { type: "json" };
import es_refusals_awards from "../es/refusals/awards.json" with { type: "json" };
import es_refusals_bbs from "../es/refusals/bbs.json" with { type: "json" };
import es_refusals_caches from "../es/refusals/caches.json" with { type: "json" };
import es_refusals_http from "../es/refusals/http.json" with { type: "json" };
import es_refusals_ingest from "../es/refusals/ingest.json" with { type: "json" };
import es_refusals_live from "../es/refusals/live.json" with { type: "json" };
import es_refusals_moderation from "../es/refusals/moderation.json" with { type: "json" };
import es_refusals_notebook from "../es/refusals/notebook.json" with { type: "json" };
import es_refusals_read from "../es/refusals/read.json" with { type: "json" };
import es_refusals_stations from "../es/refusals/stations.json" with { type: "json" };
import es_refusals_web from "../es/refusals/web.json" with { type: "json" };
import es_sign_in from "../es/sign_in.json" with { type: "json" };
import es_stages from "../es/stages.json" with { type: "json" };
import es_talk from "../es/talk.json" with { type: "json" };
import es_tools from "../es/tools.json" with { type: "json" };
import es_waiting from "../es/waiting.json" with { type: "json" };
import es_welcome from "../es/welcome.json" with { type: "json" };

/** Every file of words, by language and area. */
export const FILES = {
  en: {
    account: en_account,
    admin: en_admin,
    cache: en_cache,
    community: en_community,
    frame: en_frame,
    go: en_go,
    help: en_help,
    hide: en_hide,
    log: en_log,
    map: en_map,
    nearby: en_nearby,
    notebook: en_notebook,
    packs: en_packs,
    "pages/about": en_pages_about,
    "pages/accounts": en_pages_accounts,
    "pages/awards": en_pages_awards,
    "pages/embed": en_pages_embed,
    "pages/home_screen": en_pages_home_screen,
    "pages/http": en_pages_http,
    "pages/legal": en_pages_legal,
    "pages/notice": en_pages_notice,
    "pages/reset": en_pages_reset,
    "pages/support": en_pages_support,
    "pages/trust": en_pages_trust,
    "pages/year": en_pages_year,
    palette: en_palette,
    print: en_print,
    "refusals/accounts": en_refusals_accounts,
    "refusals/admin": en_refusals_admin,
    "refusals/app": en_refusals_app,
    "refusals/awards": en_refusals_awards,
    "refusals/bbs": en_refusals_bbs,
    "refusals/caches": en_refusals_caches,
    "refusals/federation": en_refusals_federation,
    "refusals/host": en_refusals_host,
    "refusals/http": en_refusals_http,
    "refusals/ingest": en_refusals_ingest,
    "refusals/live": en_refusals_live,
    "refusals/machines": en_refusals_machines,
    "refusals/moderation": en_refusals_moderation,
    "refusals/notebook": en_refusals_notebook,
    "refusals/read": en_refusals_read,
    "refusals/registries": en_refusals_registries,
    "refusals/settings": en_refusals_settings,
    "refusals/stations": en_refusals_stations,
    "refusals/web": en_refusals_web,
    shack: en_shack,
    sign_in: en_sign_in,
    stages: en_stages,
    talk: en_talk,
    tools: en_tools,
    waiting: en_waiting,
    welcome: en_welcome,
  },
  de: {
    account: de_account,
    admin: de_admin,
    cache: de_cache,
    community: de_community,
    frame: de_frame,
    go: de_go,
    help: de_help,
    hide: de_hide,
    log: de_log,
    map: de_map,
    nearby: de_nearby,
    notebook: de_notebook,
    packs: de_packs,
    "pages/about": de_pages_about,
    "pages/accounts": de_pages_accounts,
    "pages/awards": de_pages_awards,
    "pages/embed": de_pages_embed,
    "pages/home_screen": de_pages_home_screen,
    "pages/http": de_pages_http,
    "pages/legal": de_pages_legal,
    "pages/notice": de_pages_notice,
    "pages/reset": de_pages_reset,
    "pages/support": de_pages_support,
    "pages/trust": de_pages_trust,
    "pages/year": de_pages_year,
    palette: de_palette,
    print: de_print,
    "refusals/accounts": de_refusals_accounts,
    "refusals/admin": de_refusals_admin,
    "refusals/app": de_refusals_app,
    "refusals/awards": de_refusals_awards,
    "refusals/bbs": de_refusals_bbs,
    "refusals/caches": de_refusals_caches,
    "refusals/federation": de_refusals_federation,
    "refusals/http": de_refusals_http,
    "refusals/ingest": de_refusals_ingest,
    "refusals/live": de_refusals_live,
    "refusals/moderation": de_refusals_moderation,
    "refusals/notebook": de_refusals_notebook,
    "refusals/read": de_refusals_read,
    "refusals/registries": de_refusals_registries,
    "refusals/settings": de_refusals_settings,
    "refusals/stations": de_refusals_stations,
    "refusals/web": de_refusals_web,
    shack: de_shack,
    sign_in: de_sign_in,
    stages: de_stages,
    talk: de_talk,
    tools: de_tools,
    waiting: de_waiting,
    welcome: de_welcome,
  },
  es: {
    account: es_account,
    cache: es_cache,
    community: es_community,
    frame: es_frame,
    go: es_go,
    help: es_help,
    hide: es_hide,
    log: es_log,
    map: es_map,
    nearby: es_nearby,
    notebook: es_notebook,
    packs: es_packs,
    "pages/about": es_pages_about,
    "pages/accounts": es_pages_accounts,
    "pages/awards": es_pages_awards,
    "pages/embed": es_pages_embed,
    "pages/home_screen": es_pages_home_screen,
    "pages/http": es_pages_http,
    "pages/legal": es_pages_legal,
    "pages/notice": es_pages_notice,
    "pages/reset": es_pages_reset,
    "pages/support": es_pages_support,
    "pages/trust": es_pages_trust,
    "pages/year": es_pages_year,
    palette: es_palette,
    print: es_print,
    "refusals/accounts": es_refusals_accounts,
    "refusals/app": es_refusals_app,
    "refusals/awards": es_refusals_awards,
    "refusals/bbs": es_refusals_bbs,
    "refusals/caches": es_refusals_caches,
    "refusals/http": es_refusals_http,
    "refusals/ingest": es_refusals_ingest,
    "refusals/live": es_refusals_live,
    "refusals/moderation": es_refusals_moderation,
    "refusals/notebook": es_refusals_notebook,
    "refusals/read": es_refusals_read,
    "refusals/stations": es_refusals_stations,
    "refusals/web": es_refusals_web,
    sign_in: es_sign_in,
    stages: es_stages,
    talk: es_talk,
    tools: es_tools,
    waiting: es_waiting,
    welcome: es_welcome,
  },
};
