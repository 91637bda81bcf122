import { z } from './schema.ts';

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
});
/** `/config.json`, parsed. */
export type ConsoleConfig = z.infer<typeof consoleConfig>;
