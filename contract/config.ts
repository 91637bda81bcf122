import { z } from './schema.ts';

/**
 * What a server may offer beyond the documents: `commands` is the list of the commands of a device, `config_precondition` refuses a change of a value
 * that changed meanwhile, `fleet_upload` takes uploads for many devices without control, `request_ids` acts once per request id, `incident_filters`
 * filters the list of incidents by time, video and part of the id, `invitations` resends and revokes invitations, `error_code_precondition` refuses a
 * change of texts that changed meanwhile, `me` tells who is signed in.
 */
export const serverFeatures = [
  'commands',
  'config_precondition',
  'fleet_upload',
  'request_ids',
  'incident_filters',
  'invitations',
  'error_code_precondition',
  'me',
] as const;
/** The name of something that a server may offer beyond the documents. */
export type ServerFeature = (typeof serverFeatures)[number];

const claimNames = (...usual: string[]) =>
  z
    .union([z.string(), z.array(z.string())])
    .default(usual)
    .transform((given): readonly string[] => (typeof given === 'string' ? [given] : given));

/**
 * Which claims of a provider's tokens say who a person is. Each is one name or several: the first that is there counts, of `groups` all of them.
 * A name may be a path, `realm_access.roles`. Groups are a list, or one text split at `groups_separator`. Default: the documents' names. Source: spec, User.
 */
export const claimMapping = z.object({
  username: claimNames('cognito:username', 'username'),
  groups: claimNames('cognito:groups'),
  groups_separator: z.string().min(1).default(';'),
  email: claimNames('email'),
  first_name: claimNames('first_name', 'name'),
  family_name: claimNames('family_name'),
  locale: claimNames('locale'),
});
/** Which claims say who a person is. */
export type ClaimMapping = z.infer<typeof claimMapping>;

/** The documents' claim names, for a provider of which nothing else is configured. */
export const documentedClaims: ClaimMapping = claimMapping.parse({});

/** `/config.json`: everything site-specific, read at run time. `websocket_address` is without `/ws`. Source: OPEN-18, design decision 10. */
export const consoleConfig = z.object({
  company: z.string(),
  product: z.string(),
  api_root: z.string(),
  websocket_address: z.string(),
  oidc: z.object({
    authority: z.string(),
    client_id: z.string(),
    /** Where the provider's discovery document is; without it below `authority`, at `/.well-known/openid-configuration`. */
    discovery_url: z.string().nullish(),
    admin_scope: z.string(),
    resource: z.string().optional(),
    /** True for a provider whose pages isolate themselves from their opener; a closed popup is then not noticed. */
    popup_isolated: z.boolean().default(false),
    /** What a sign-in asks for, by spaces; without it `openid email` and the admin scope. Source: CONST-059. */
    scope: z.string().nullish(),
    claims: claimMapping.nullish(),
  }),
  live_data_graphs_url: z.string(),
  device_text_logs_url: z.string(),
  default_organisation_id: z.string(),
  /** A MapLibre style of tiles for the map of the locations; without it the map draws its own ground and asks nobody. */
  map_style_url: z.string().nullish(),
  version: z.string(),
  /** What the server offers beyond the documents, by the names of `serverFeatures`; others are ignored. Without it: nothing. */
  features: z
    .array(z.string())
    .nullish()
    .transform((names) => names ?? []),
});
/** `/config.json`, parsed. */
export type ConsoleConfig = z.infer<typeof consoleConfig>;
