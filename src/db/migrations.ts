/** Every migration, embedded in the program. A test holds this list against the folder `migrations/`. */
import house from "../../migrations/0001_house.sql" with { type: "text" };
import accounts from "../../migrations/0010_accounts.sql" with { type: "text" };
import people from "../../migrations/0011_people.sql" with { type: "text" };
import peopleMirrors from "../../migrations/0012_people_mirrors.sql" with { type: "text" };
import boxes from "../../migrations/0020_boxes.sql" with { type: "text" };
import stations from "../../migrations/0021_stations.sql" with { type: "text" };
import mesh from "../../migrations/0022_mesh.sql" with { type: "text" };
import caches from "../../migrations/0030_caches.sql" with { type: "text" };
import media from "../../migrations/0031_media.sql" with { type: "text" };
import adoption from "../../migrations/0032_adoption.sql" with { type: "text" };
import radio from "../../migrations/0033_radio.sql" with { type: "text" };
import imports from "../../migrations/0034_imports.sql" with { type: "text" };
import mirrors from "../../migrations/0035_mirrors.sql" with { type: "text" };
import packs from "../../migrations/0036_packs.sql" with { type: "text" };
import federation from "../../migrations/0060_federation.sql" with { type: "text" };
import views from "../../migrations/0070_views.sql" with { type: "text" };
import alerts from "../../migrations/0071_alerts.sql" with { type: "text" };
import titleSearch from "../../migrations/0072_title_search.sql" with { type: "text" };
import freshFixes from "../../migrations/0073_fresh_fixes.sql" with { type: "text" };
import mirrorMap from "../../migrations/0074_mirror_map.sql" with { type: "text" };
import cacheFacts from "../../migrations/0080_cache_facts.sql" with { type: "text" };
import seals from "../../migrations/0100_seals.sql" with { type: "text" };
import logPace from "../../migrations/0101_log_pace.sql" with { type: "text" };
import mirrorTitles from "../../migrations/0102_mirror_titles.sql" with { type: "text" };
import endedSessions from "../../migrations/0110_ended_sessions.sql" with { type: "text" };
import boxOwnerChanges from "../../migrations/0130_box_owner_changes.sql" with { type: "text" };
import bbs from "../../migrations/0140_bbs.sql" with { type: "text" };
import toolRegistries from "../../migrations/0150_tool_registries.sql" with { type: "text" };
import support from "../../migrations/0151_support.sql" with { type: "text" };
import moderation from "../../migrations/0152_moderation.sql" with { type: "text" };
import corroboration from "../../migrations/0170_corroboration.sql" with { type: "text" };
import push from "../../migrations/0180_push.sql" with { type: "text" };
import relay from "../../migrations/0181_relay.sql" with { type: "text" };
import carriers from "../../migrations/0190_carriers.sql" with { type: "text" };
import boxReports from "../../migrations/0210_box_reports.sql" with { type: "text" };
import lease from "../../migrations/0220_lease.sql" with { type: "text" };
import alertFind from "../../migrations/0230_alert_find.sql" with { type: "text" };
import logEdited from "../../migrations/0245_log_edited.sql" with { type: "text" };
import commandHeard from "../../migrations/0246_command_heard.sql" with { type: "text" };
import logPhotos from "../../migrations/0250_log_photos.sql" with { type: "text" };
import coverage from "../../migrations/0255_coverage.sql" with { type: "text" };
import sentLog from "../../migrations/0260_sent_log.sql" with { type: "text" };
import fedPulls from "../../migrations/0265_fed_pulls.sql" with { type: "text" };
import siteHours from "../../migrations/0280_site_hours.sql" with { type: "text" };
import fedPeerReached from "../../migrations/0290_fed_peer_reached.sql" with { type: "text" };
import messageRead from "../../migrations/0295_message_read.sql" with { type: "text" };
import bulletinRead from "../../migrations/0335_bulletin_read.sql" with { type: "text" };
import outboxPlaced from "../../migrations/0365_outbox_placed.sql" with { type: "text" };
import logBook from "../../migrations/0375_log_book.sql" with { type: "text" };
import sentPlace from "../../migrations/0385_sent_place.sql" with { type: "text" };
import siteRadio from "../../migrations/0400_site_radio.sql" with { type: "text" };
import jobRuns from "../../migrations/0420_job_runs.sql" with { type: "text" };
import secureSearch from "../../migrations/0421_secure_search.sql" with { type: "text" };
import databaseCheck from "../../migrations/0422_database_check.sql" with { type: "text" };
import newcomers from "../../migrations/0440_newcomers.sql" with { type: "text" };
import deviceKeyVouched from "../../migrations/0441_device_key_vouched.sql" with { type: "text" };
import mailSides from "../../migrations/0450_mail_sides.sql" with { type: "text" };
import nativePlaces from "../../migrations/0460_native_places.sql" with { type: "text" };
import corroboratedCalls from "../../migrations/0470_corroborated_calls.sql" with { type: "text" };
import peerTrust from "../../migrations/0471_peer_trust.sql" with { type: "text" };
import finderSums from "../../migrations/0472_finder_sums.sql" with { type: "text" };
import siteCalls from "../../migrations/0473_site_calls.sql" with { type: "text" };
import mailboxSides from "../../migrations/0480_mailbox_sides.sql" with { type: "text" };
import heardSums from "../../migrations/0490_heard_sums.sql" with { type: "text" };
import mapPlaces from "../../migrations/0510_map_places.sql" with { type: "text" };
import finderKinds from "../../migrations/0511_finder_kinds.sql" with { type: "text" };
import peersByInstance from "../../migrations/0540_peers_by_instance.sql" with { type: "text" };
import trends from "../../migrations/0550_trends.sql" with { type: "text" };
import inventory from "../../migrations/0600_inventory.sql" with { type: "text" };
import newestCaches from "../../migrations/0610_newest_caches.sql" with { type: "text" };
import peopleSorts from "../../migrations/0620_people_sorts.sql" with { type: "text" };
import mailSessions from "../../migrations/0630_mail_sessions.sql" with { type: "text" };
import clubLogo from "../../migrations/0631_club_logo.sql" with { type: "text" };
import auditBatch from "../../migrations/0632_audit_batch.sql" with { type: "text" };
import meshtastic from "../../migrations/0650_meshtastic.sql" with { type: "text" };
import meshtasticSamples from "../../migrations/0651_meshtastic_samples.sql" with { type: "text" };
import fieldNotes from "../../migrations/0670_field_notes.sql" with { type: "text" };
import notebook from "../../migrations/0671_notebook.sql" with { type: "text" };
import recommendations from "../../migrations/0672_recommendations.sql" with { type: "text" };
import commandTool from "../../migrations/0680_command_tool.sql" with { type: "text" };
import awards from "../../migrations/0690_awards.sql" with { type: "text" };
import events from "../../migrations/0691_events.sql" with { type: "text" };
import statisticsShown from "../../migrations/0692_statistics_shown.sql" with { type: "text" };
import hearings from "../../migrations/0700_hearings.sql" with { type: "text" };
import transmitShadow from "../../migrations/0701_transmit_shadow.sql" with { type: "text" };
import openFinds from "../../migrations/0710_open_finds.sql" with { type: "text" };
import foreignStore from "../../migrations/0730_foreign_store.sql" with { type: "text" };
import peerBlock from "../../migrations/0731_peer_block.sql" with { type: "text" };
import declaredCalls from "../../migrations/0732_declared_calls.sql" with { type: "text" };
import importRetired from "../../migrations/0740_import_retired.sql" with { type: "text" };
import licenceTwice from "../../migrations/0741_licence_twice.sql" with { type: "text" };
import pushSessions from "../../migrations/0750_push_sessions.sql" with { type: "text" };
import memberRoom from "../../migrations/0751_member_room.sql" with { type: "text" };
import serviceLife from "../../migrations/0760_service_life.sql" with { type: "text" };
import ownAddress from "../../migrations/0761_own_address.sql" with { type: "text" };
import stationDetails from "../../migrations/0780_station_details.sql" with { type: "text" };
import caseWitnesses from "../../migrations/0790_case_witnesses.sql" with { type: "text" };
import openFindAsk from "../../migrations/0791_open_find_ask.sql" with { type: "text" };
import openFindOwn from "../../migrations/0792_open_find_own.sql" with { type: "text" };
import roomRefusal from "../../migrations/0800_room_refusal.sql" with { type: "text" };
import messageSides from "../../migrations/0810_message_sides.sql" with { type: "text" };
import reportFound from "../../migrations/0811_report_found.sql" with { type: "text" };
import stageRoom from "../../migrations/0812_stage_room.sql" with { type: "text" };
import meshAir from "../../migrations/0820_mesh_air.sql" with { type: "text" };
import wheelchair from "../../migrations/0840_wheelchair.sql" with { type: "text" };
import visits from "../../migrations/0850_visits.sql" with { type: "text" };
import keyWithheld from "../../migrations/0851_key_withheld.sql" with { type: "text" };
import ownVisits from "../../migrations/0860_own_visits.sql" with { type: "text" };
import lights from "../../migrations/0870_lights.sql" with { type: "text" };
import backupTrial from "../../migrations/0871_backup_trial.sql" with { type: "text" };
import mirrorStages from "../../migrations/0880_mirror_stages.sql" with { type: "text" };
import visitErasures from "../../migrations/0881_visit_erasures.sql" with { type: "text" };
import visitOpinions from "../../migrations/0882_visit_opinions.sql" with { type: "text" };
import reportClubs from "../../migrations/0883_report_clubs.sql" with { type: "text" };
import visitCircuits from "../../migrations/0884_visit_circuits.sql" with { type: "text" };
import invitations from "../../migrations/0890_invitations.sql" with { type: "text" };
import held from "../../migrations/0891_held.sql" with { type: "text" };
import handing from "../../migrations/0900_handing.sql" with { type: "text" };
import devices from "../../migrations/0901_devices.sql" with { type: "text" };
import placeWatches from "../../migrations/0902_place_watches.sql" with { type: "text" };
import placeWatchMirrors from "../../migrations/0903_place_watch_mirrors.sql" with { type: "text" };
import listOrder from "../../migrations/0920_list_order.sql" with { type: "text" };
import qsl from "../../migrations/0940_qsl.sql" with { type: "text" };
import { type Migration, withChecksums } from "./migrate.ts";

/** Checksums by name, as JSON, written here when the tarball is made: to make them takes a start five milliseconds. */
const CHECKSUMS = "migration-checksums:none";

export const MIGRATIONS: readonly Migration[] = /* @__PURE__ */ withChecksums(CHECKSUMS, [
  { number: 1, name: "0001_house", sql: house },
  { number: 10, name: "0010_accounts", sql: accounts },
  { number: 11, name: "0011_people", sql: people },
  { number: 12, name: "0012_people_mirrors", sql: peopleMirrors },
  { number: 20, name: "0020_boxes", sql: boxes },
  { number: 21, name: "0021_stations", sql: stations },
  { number: 22, name: "0022_mesh", sql: mesh },
  { number: 30, name: "0030_caches", sql: caches },
  { number: 31, name: "0031_media", sql: media },
  { number: 32, name: "0032_adoption", sql: adoption },
  { number: 33, name: "0033_radio", sql: radio },
  { number: 34, name: "0034_imports", sql: imports },
  { number: 35, name: "0035_mirrors", sql: mirrors },
  { number: 36, name: "0036_packs", sql: packs },
  { number: 60, name: "0060_federation", sql: federation },
  { number: 70, name: "0070_views", sql: views },
  { number: 71, name: "0071_alerts", sql: alerts },
  { number: 72, name: "0072_title_search", sql: titleSearch },
  { number: 73, name: "0073_fresh_fixes", sql: freshFixes },
  { number: 74, name: "0074_mirror_map", sql: mirrorMap },
  { number: 80, name: "0080_cache_facts", sql: cacheFacts },
  { number: 100, name: "0100_seals", sql: seals },
  { number: 101, name: "0101_log_pace", sql: logPace },
  { number: 102, name: "0102_mirror_titles", sql: mirrorTitles },
  { number: 110, name: "0110_ended_sessions", sql: endedSessions },
  { number: 130, name: "0130_box_owner_changes", sql: boxOwnerChanges },
  { number: 140, name: "0140_bbs", sql: bbs },
  { number: 150, name: "0150_tool_registries", sql: toolRegistries },
  { number: 151, name: "0151_support", sql: support },
  { number: 152, name: "0152_moderation", sql: moderation },
  { number: 170, name: "0170_corroboration", sql: corroboration },
  { number: 180, name: "0180_push", sql: push },
  { number: 181, name: "0181_relay", sql: relay },
  { number: 190, name: "0190_carriers", sql: carriers },
  { number: 210, name: "0210_box_reports", sql: boxReports },
  { number: 220, name: "0220_lease", sql: lease },
  { number: 230, name: "0230_alert_find", sql: alertFind },
  { number: 245, name: "0245_log_edited", sql: logEdited },
  { number: 246, name: "0246_command_heard", sql: commandHeard },
  { number: 250, name: "0250_log_photos", sql: logPhotos },
  { number: 255, name: "0255_coverage", sql: coverage },
  { number: 260, name: "0260_sent_log", sql: sentLog },
  { number: 265, name: "0265_fed_pulls", sql: fedPulls },
  { number: 280, name: "0280_site_hours", sql: siteHours },
  { number: 290, name: "0290_fed_peer_reached", sql: fedPeerReached },
  { number: 295, name: "0295_message_read", sql: messageRead },
  { number: 335, name: "0335_bulletin_read", sql: bulletinRead },
  { number: 365, name: "0365_outbox_placed", sql: outboxPlaced },
  { number: 375, name: "0375_log_book", sql: logBook },
  { number: 385, name: "0385_sent_place", sql: sentPlace },
  { number: 400, name: "0400_site_radio", sql: siteRadio },
  { number: 420, name: "0420_job_runs", sql: jobRuns },
  { number: 421, name: "0421_secure_search", sql: secureSearch },
  { number: 422, name: "0422_database_check", sql: databaseCheck },
  { number: 440, name: "0440_newcomers", sql: newcomers },
  { number: 441, name: "0441_device_key_vouched", sql: deviceKeyVouched },
  { number: 450, name: "0450_mail_sides", sql: mailSides },
  { number: 460, name: "0460_native_places", sql: nativePlaces },
  { number: 470, name: "0470_corroborated_calls", sql: corroboratedCalls },
  { number: 471, name: "0471_peer_trust", sql: peerTrust },
  { number: 472, name: "0472_finder_sums", sql: finderSums },
  { number: 473, name: "0473_site_calls", sql: siteCalls },
  { number: 480, name: "0480_mailbox_sides", sql: mailboxSides },
  { number: 490, name: "0490_heard_sums", sql: heardSums },
  { number: 510, name: "0510_map_places", sql: mapPlaces },
  { number: 511, name: "0511_finder_kinds", sql: finderKinds },
  { number: 540, name: "0540_peers_by_instance", sql: peersByInstance },
  { number: 550, name: "0550_trends", sql: trends },
  { number: 600, name: "0600_inventory", sql: inventory },
  { number: 610, name: "0610_newest_caches", sql: newestCaches },
  { number: 620, name: "0620_people_sorts", sql: peopleSorts },
  { number: 630, name: "0630_mail_sessions", sql: mailSessions },
  { number: 631, name: "0631_club_logo", sql: clubLogo },
  { number: 632, name: "0632_audit_batch", sql: auditBatch },
  { number: 650, name: "0650_meshtastic", sql: meshtastic },
  { number: 651, name: "0651_meshtastic_samples", sql: meshtasticSamples },
  { number: 670, name: "0670_field_notes", sql: fieldNotes },
  { number: 671, name: "0671_notebook", sql: notebook },
  { number: 672, name: "0672_recommendations", sql: recommendations },
  { number: 680, name: "0680_command_tool", sql: commandTool },
  { number: 690, name: "0690_awards", sql: awards },
  { number: 691, name: "0691_events", sql: events },
  { number: 692, name: "0692_statistics_shown", sql: statisticsShown },
  { number: 700, name: "0700_hearings", sql: hearings },
  { number: 701, name: "0701_transmit_shadow", sql: transmitShadow },
  { number: 710, name: "0710_open_finds", sql: openFinds },
  { number: 730, name: "0730_foreign_store", sql: foreignStore },
  { number: 731, name: "0731_peer_block", sql: peerBlock },
  { number: 732, name: "0732_declared_calls", sql: declaredCalls },
  { number: 740, name: "0740_import_retired", sql: importRetired },
  { number: 741, name: "0741_licence_twice", sql: licenceTwice },
  { number: 750, name: "0750_push_sessions", sql: pushSessions },
  { number: 751, name: "0751_member_room", sql: memberRoom },
  { number: 760, name: "0760_service_life", sql: serviceLife },
  { number: 761, name: "0761_own_address", sql: ownAddress },
  { number: 780, name: "0780_station_details", sql: stationDetails },
  { number: 790, name: "0790_case_witnesses", sql: caseWitnesses },
  { number: 791, name: "0791_open_find_ask", sql: openFindAsk },
  { number: 792, name: "0792_open_find_own", sql: openFindOwn },
  { number: 800, name: "0800_room_refusal", sql: roomRefusal },
  { number: 810, name: "0810_message_sides", sql: messageSides },
  { number: 811, name: "0811_report_found", sql: reportFound },
  { number: 812, name: "0812_stage_room", sql: stageRoom },
  { number: 820, name: "0820_mesh_air", sql: meshAir },
  { number: 840, name: "0840_wheelchair", sql: wheelchair },
  { number: 850, name: "0850_visits", sql: visits },
  { number: 851, name: "0851_key_withheld", sql: keyWithheld },
  { number: 860, name: "0860_own_visits", sql: ownVisits },
  { number: 870, name: "0870_lights", sql: lights },
  { number: 871, name: "0871_backup_trial", sql: backupTrial },
  { number: 880, name: "0880_mirror_stages", sql: mirrorStages },
  { number: 881, name: "0881_visit_erasures", sql: visitErasures },
  { number: 882, name: "0882_visit_opinions", sql: visitOpinions },
  { number: 883, name: "0883_report_clubs", sql: reportClubs },
  { number: 884, name: "0884_visit_circuits", sql: visitCircuits },
  { number: 890, name: "0890_invitations", sql: invitations },
  { number: 891, name: "0891_held", sql: held },
  { number: 900, name: "0900_handing", sql: handing },
  { number: 901, name: "0901_devices", sql: devices },
  { number: 902, name: "0902_place_watches", sql: placeWatches },
  { number: 903, name: "0903_place_watch_mirrors", sql: placeWatchMirrors },
  { number: 920, name: "0920_list_order", sql: listOrder },
  { number: 940, name: "0940_qsl", sql: qsl },
]);
