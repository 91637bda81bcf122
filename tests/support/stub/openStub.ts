import type { Page } from 'playwright-core';
import { accountMenuOf, type TestBrowser } from '../pages.ts';
import { openStubApi, type StubApi } from './apiServer.ts';
import { documentedPerson } from './people.ts';
import { openStubProvider, type ProviderShape, type StubProvider } from './provider.ts';
import { openStubSockets, type StubSockets } from './socketServer.ts';
import { openStaticHost } from './staticHost.ts';
import type { Emptiness } from './world.ts';

/** A third-party installation: a plain web server, an API with documented calls only, and an OpenID provider. */
export interface Stub extends Pick<StubApi, 'answer' | 'fail' | 'hold' | 'requests' | 'reset'> {
  /** Address of the console. */
  readonly url: string;
  readonly provider: StubProvider;
  readonly sockets: StubSockets;
  /** Returns the undocumented paths that the console requested, each once. */
  readonly undocumented: () => readonly string[];
  /** Opens a new page at an address of the console, signed out. */
  readonly open: (browser: TestBrowser, at?: string) => Promise<Page>;
  /** Logs in through the popup; resolves when the popup has closed. */
  readonly logIn: (page: Page, email?: string) => Promise<void>;
  /** Opens a new page at an address, with the provider's person signed in. */
  readonly signIn: (browser: TestBrowser, at?: string) => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** Differences from the documented defaults. */
export interface StubOptions {
  /** Whether optional fields are missing or null; missing by default. */
  readonly emptiness?: Emptiness;
  readonly person?: ProviderShape;
  /** Additional settings of `/config.json` and of its `oidc` part; none by default. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly oidc?: Readonly<Record<string, unknown>>;
}

const EMAIL = 'an@serrarobotics.example';

/** `/config.json` with the documented fields only. Source: OPEN-18. */
const documentedConfig = (api: string, provider: StubProvider) => ({
  company: 'Serra Robotics',
  product: 'Orangery',
  api_root: `${api}/api`,
  websocket_address: api.replace('http', 'ws'),
  oidc: { authority: provider.issuer, client_id: provider.clientId, admin_scope: 'admin' },
  live_data_graphs_url: 'https://graphs.example/',
  device_text_logs_url: 'https://logs.example/',
  default_organisation_id: 'organisation-1',
  version: '1.0.0',
});

/** Opens all parts on free ports. */
export async function openStub(options: StubOptions = {}): Promise<Stub> {
  const { emptiness = 'missing', person = documentedPerson, config = {}, oidc = {} } = options;
  const host = await openStaticHost(() => {
    const documented = documentedConfig(api.origin, provider);
    return { ...documented, ...config, oidc: { ...documented.oidc, ...oidc } };
  });
  const provider = await openStubProvider(person, () => [`${host.origin}/signed-in`]);
  const api = await openStubApi({ consoleOrigin: () => host.origin, isToken: provider.isToken, emptiness });
  const sockets = openStubSockets(api.server, provider.isToken);

  const open = async (browser: TestBrowser, at = '/') => {
    const page = await (await browser.newContext({ baseURL: host.origin })).newPage();
    await page.goto(at);
    return page;
  };
  const logIn = async (page: Page, email = EMAIL) => {
    await page.getByLabel('Email').fill(email);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('link', { name: 'Continue' }).click()]);
  };
  return {
    ...api,
    url: host.origin,
    provider,
    sockets,
    undocumented: () => [...new Set(api.requests().flatMap(({ call, path }) => (call === null ? [path] : [])))],
    open,
    logIn,
    signIn: async (browser, at = '/') => {
      const page = await open(browser, at);
      await logIn(page);
      await accountMenuOf(page).waitFor();
      return page;
    },
    close: async () => {
      await Promise.all([host.close(), provider.close(), api.close()]);
    },
  };
}
