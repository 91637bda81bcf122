import { z } from './schema.ts';

/**
 * What a server may offer beyond the documents: `commands` is the list of the commands of a device, `config_precondition` refuses a change of a value
 * that changed meanwhile, `fleet_upload` takes uploads for many devices without control, `request_ids` acts once per request id, `incident_filters`
 * filters incidents by time, video and id, `invitations` resends and revokes invitations, `error_code_precondition` refuses a change of texts that
 * changed meanwhile.
 */
export const serverFeatures = [
  'commands',
  'config_precondition',
  'fleet_upload',
  'request_ids',
  'incident_filters',
  'invitations',
  'error_code_precondition',
] as const;
/** The name of something that a server may offer beyond the documents. */
export type ServerFeature = (typeof serverFeatures)[number];

/** `/config.json`: everything site-specific, read at run time. `websocket_address` is without `/ws`. Source: OPEN-18, design decision 10. */
export const consoleConfig = z.object({
  company: z.string(),
  product: z.string(),
  api_root: z.string(),
  websocket_address: z.string(),
  oidc: z.object({
    authority: z.string(),
    client_id: z.string(),
    admin_scope: z.string(),
    resource: z.string().optional(),
    /** True for a provider whose pages isolate themselves from their opener; a closed popup is then not noticed. */
    popup_isolated: z.boolean().default(false),
    /** The claim value that proves a second factor, looked for in `amr`; absent where the provider enforces it itself. */
    second_factor_amr: z.string().optional(),
  }),
  live_data_graphs_url: z.string(),
  device_text_logs_url: z.string(),
  default_organisation_id: z.string(),
  version: z.string(),
  /** What the server offers beyond the documents, by the names of `serverFeatures`; others are ignored. Without it: nothing. */
  features: z
    .array(z.string())
    .nullish()
    .transform((names) => names ?? []),
});
/** `/config.json`, parsed. */
export type ConsoleConfig = z.infer<typeof consoleConfig>;
