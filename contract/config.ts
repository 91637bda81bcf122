/**
 * `/config.json` (`consoleConfig`): OIDC provider, socket address, `claimMapping` and map style; `serverFeatures`, the optional features that are not part of
 * the specification.
 */

import { z } from './schema.ts';

/**
 * Optional features of a server, not in the specification. `commands`: lists a device's commands; `config_precondition`: rejects a change of a value
 * that changed meanwhile; `fleet_upload`: uploads of many devices without control; `request_ids`: records the id of each action in the audit record,
 * and carries out a command, a change of configuration, a new device, a deployment, its end, a retry and a validation once per id;
 * `incident_filters`: filters incidents by time, video and part of the id; `invitations`: resends and revokes invitations; `accounts`: changes,
 * blocks and deletes accounts, renews passwords, moves second factors; `coordinates`: takes latitude and longitude of a location;
 * `organisation_groups`: takes the group of a new organisation; `map_upload`: takes a description of the change with the upload of a map, and assigns
 * a map to a greenhouse; `error_code_precondition`: rejects a change of texts that changed meanwhile; `error_code_print_check`: names the texts that
 * the PDF of the error codes cannot show; `error_code_file`: takes error codes as one file; `me`: returns the signed-in user; `id_token`: takes the
 * ID token with `me`, as proof of a second factor; `socket_stop`: takes a stop over the socket too; `audit_log`: lists the audit record; `removals`:
 * removes what nothing uses; `former_devices`: lists devices that once worked for the caller; `device_corrections`: corrects type, revision and
 * serial of a device, the serial only before its first report; `mail_domains`: keeps the mail domains of an organisation; `catalogues`: adds, archives and removes
 * device types; `metadata_schemas`: assigns metadata schemas to device types; `archives`: archives and restores places and maps, and removes maps;
 * `languages`: adds, renames, archives and removes the languages of accounts; `directory`: changes, blocks and deletes accounts of other people in
 * the directory of an external provider; `device_tokens`: lets devices renew their access tokens with their keys, and reports when a token that a
 * person downloaded ends; `web_push`: sends notifications to browsers that register; `log_files`: keeps the log files that devices upload;
 * `device_connection`: reports how a device connects and what it sends; `incident_logs`: keeps the log lines of the recordings of incidents;
 * `config_structures`: takes lists and maps as values of a configuration, and exports its files as ROS 2 loads them; `device_sims`: keeps the SIM
 * data that people enter for devices; `ssh_former`: keeps the previous SSH credentials until the stored ones are confirmed; `incident_periods`:
 * counts the incidents of a period; `map_parts`: keeps the other parts that a map file holds, and returns them with the plan; `column_frames`: sends
 * reports over the socket as column frames if the console offers their subprotocol; `history`: serves its log of past days as blocks of a recording,
 * and lists the episodes in them that deserve attention; `history_steps`: summarises its history of up to a year by the hour or the day;
 * `incident_notes`: keeps people's notes on the minutes around an incident; `history_region`: finds which devices were in a region of a map;
 * `bookmarks`: keeps people's notes on moments; `incident_days`: counts incidents by day and error code; `history_pins`: keeps spans of its history
 * beyond their retention period, and lists them; `history_views`: marks what arrived late in its history, and when; `session_accounts`: keeps
 * accounts of sessions if an organisation has switched that on; `kept_secrets`: keeps the stored secret where the metadata of a device is saved with `***`;
 * `secret_removals`: removes the network information of a location and the SSH credentials of a computer of a device;
 * `greenhouse_removals`: removes the map and the client name of a greenhouse by null, the map only while it is the expected one; `account_address`: changes
 * the e-mail address of an account by a mailed link.
 */
export const serverFeatures = [
  'commands',
  'config_precondition',
  'fleet_upload',
  'request_ids',
  'incident_filters',
  'invitations',
  'accounts',
  'coordinates',
  'organisation_groups',
  'map_upload',
  'error_code_precondition',
  'error_code_print_check',
  'error_code_file',
  'me',
  'id_token',
  'socket_stop',
  'audit_log',
  'removals',
  'former_devices',
  'device_corrections',
  'mail_domains',
  'catalogues',
  'metadata_schemas',
  'archives',
  'languages',
  'directory',
  'device_tokens',
  'web_push',
  'log_files',
  'device_connection',
  'incident_logs',
  'config_structures',
  'device_sims',
  'ssh_former',
  'incident_periods',
  'map_parts',
  'column_frames',
  'history',
  'incident_notes',
  'history_steps',
  'history_region',
  'bookmarks',
  'incident_days',
  'history_pins',
  'session_accounts',
  'history_views',
  'kept_secrets',
  'secret_removals',
  'greenhouse_removals',
  'account_address',
] as const;
/** The name of an optional feature. */
export type ServerFeature = (typeof serverFeatures)[number];

const claimNames = (...usual: string[]) =>
  z.pipe(
    z._default(z.union([z.string(), z.array(z.string())]), usual),
    z.transform((given): readonly string[] => (typeof given === 'string' ? [given] : given)),
  );

/**
 * The token claims that hold the fields of the user profile: one name or several, of which the first one present is used, or all of them for
 * `groups`. A name may be a path (`realm_access.roles`). Groups are an array, or one string split at `groups_separator`. Default: the specified
 * names. Source: spec, User.
 */
export const claimMapping = z.object({
  username: claimNames('cognito:username', 'username'),
  groups: claimNames('cognito:groups'),
  groups_separator: z._default(z.string().check(z.minLength(1)), ';'),
  email: claimNames('email'),
  first_name: claimNames('first_name', 'name'),
  family_name: claimNames('family_name'),
  locale: claimNames('locale'),
});
/** The token claims that hold the fields of the user profile. */
export type ClaimMapping = z.infer<typeof claimMapping>;

/** The claim names of the specification, used when no mapping is configured. */
export const documentedClaims: ClaimMapping = claimMapping.parse({});

/** The schema of `/config.json`: site-specific settings, read at run time. `websocket_address` is without `/ws`. Source: OPEN-18, design decision 10. */
export const consoleConfig = z.object({
  company: z.string(),
  product: z.string(),
  api_root: z.string(),
  websocket_address: z.string(),
  oidc: z.object({
    authority: z.string(),
    client_id: z.string(),
    /** The URL of the discovery document; default `/.well-known/openid-configuration` below `authority`. */
    discovery_url: z.nullish(z.string()),
    admin_scope: z.string(),
    resource: z.optional(z.string()),
    /** True for a provider that sends `Cross-Origin-Opener-Policy`; a closed popup cannot be detected then. */
    popup_isolated: z._default(z.boolean(), false),
    /** The requested OIDC scopes, separated by spaces; default `openid email` and the admin scope. Source: CONST-059. */
    scope: z.nullish(z.string()),
    claims: z.nullish(claimMapping),
  }),
  live_data_graphs_url: z.string(),
  device_text_logs_url: z.string(),
  default_organisation_id: z.string(),
  /** The URL of a MapLibre style for the map of locations; without it the map draws its own background and requests no tiles. */
  map_style_url: z.nullish(z.string()),
  version: z.string(),
  /** The accounts that the sign-in page offers; only in the demo, and only on the machine that runs it. Not in the specification. */
  demo_accounts: z.catch(z.optional(z.array(z.object({ email: z.string(), role: z.string() }))), undefined),
  /** Present if an external provider manages the accounts: the address at which its administrators change them, if known. Not in the specification. */
  accounts_elsewhere: z.catch(z.nullish(z.object({ admin_url: z.nullish(z.string()) })), undefined),
  /** The optional features that the server supports, by the names of `serverFeatures`; unknown names are ignored. Default: none. */
  features: z.pipe(
    z.nullish(z.array(z.string())),
    z.transform((names) => names ?? []),
  ),
});
/** `/config.json`, parsed. */
export type ConsoleConfig = z.infer<typeof consoleConfig>;
