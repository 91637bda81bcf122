import { NEVER } from 'rxjs';
import type { Console } from '#app/console/ConsoleContext';
import type { ConsoleConfig } from '#contract/config';

const config: ConsoleConfig = {
  company: 'Serra Robotics',
  product: 'Orangery',
  api_root: '/api',
  websocket_address: '',
  oidc: { authority: '', client_id: '', admin_scope: '', popup_isolated: false },
  live_data_graphs_url: '',
  device_text_logs_url: '',
  default_organisation_id: '',
  version: '1.4.0',
  features: [],
};
const nothing = async () => undefined;
const session: Console['session'] = {
  token$: NEVER,
  token: () => null,
  profile$: NEVER,
  renew: () => NEVER,
  upkeep$: NEVER,
  signIn: () => new Promise(() => undefined),
  recheck: () => Promise.resolve(),
  enrolled: nothing,
  signOut: nothing,
  drop: nothing,
};
/** A console of which nothing comes, and that nobody asks. */
export const idleConsole: Console = {
  config,
  session,
  online$: NEVER,
  requestOnce: () => new Promise<never>(() => undefined),
};
