import * as client from 'openid-client';

/** The provider and console of a sign-in. */
export interface SignInTarget {
  readonly identity: { readonly oidc: { readonly authority: string; readonly client_id: string; readonly admin_scope: string } };
  readonly settings: { readonly publicUrl: string };
}

/** A minimal HTTP browser: keeps cookies, follows redirects inside the provider, stops at the console's redirect address. */
export class HttpBrowser {
  readonly #cookies = new Map<string, string>();
  readonly fetch: typeof fetch;

  constructor(fetcher = fetch) {
    this.fetch = fetcher;
  }

  /** Sends one request without following redirects. */
  async ask(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.fetch(address, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (value === '' || header.includes('01 Jan 1970')) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Follows redirects; returns the last response with its address, or the console's redirect address. */
  async follow(address: string, form?: Readonly<Record<string, string>>): Promise<{ at: string; answer: Response }> {
    const answer = await this.ask(address, form);
    const to = answer.headers.get('location');
    if (to === null) return { at: address, answer };
    const next = new URL(to, address);
    return next.pathname.startsWith('/idp/') ? this.follow(next.href) : { at: next.href, answer };
  }

  forget(): void {
    this.#cookies.clear();
  }
}

/** A sign-in in progress: authorization code flow with PKCE, as in the console. */
export class SignInByHttp {
  readonly #server: SignInTarget;
  readonly browser: HttpBrowser;
  #config: client.Configuration | null = null;
  #verifier = '';
  /** Address of the login page, once started. */
  page = '';

  constructor(server: SignInTarget, browser = new HttpBrowser()) {
    this.#server = server;
    this.browser = browser;
  }

  async config(): Promise<client.Configuration> {
    const { authority, client_id } = this.#server.identity.oidc;
    this.#config ??= await client.discovery(new URL(authority), client_id, undefined, client.None(), {
      execute: [client.allowInsecureRequests],
      [client.customFetch]: (at, options) =>
        this.browser.fetch(at, { ...options, body: options.body instanceof URLSearchParams ? options.body : null }),
    });
    return this.#config;
  }

  /** Starts the sign-in; returns the resulting address: the login page, or the console when a session is valid. */
  async start(extra: Readonly<Record<string, string>> = {}): Promise<{ at: string; answer: Response }> {
    this.#verifier = client.randomPKCECodeVerifier();
    const address = client.buildAuthorizationUrl(await this.config(), {
      redirect_uri: `${this.#server.settings.publicUrl}/signed-in`,
      scope: `openid email profile ${this.#server.identity.oidc.admin_scope}`,
      code_challenge: await client.calculatePKCECodeChallenge(this.#verifier),
      code_challenge_method: 'S256',
      ...extra,
    });
    const led = await this.browser.follow(address.href);
    this.page = led.at;
    return led;
  }

  /** Sends the login form. */
  send(form: { email: string; password: string; code?: string }): Promise<{ at: string; answer: Response }> {
    return this.browser.follow(this.page, { code: '', ...form });
  }

  /** Goes on from the page that tells of failed sign-ins, if it was shown. */
  async goOn(led: { at: string; answer: Response }): Promise<{ at: string; answer: Response }> {
    if (led.answer.status !== 200 || !led.at.includes('/idp/interaction/')) return led;
    const next = /<a href="([^"]+)">Continue/.exec(await led.answer.text())?.[1] ?? '';
    return this.browser.follow(new URL(next.replaceAll('&amp;', '&'), led.at).href);
  }

  /** Exchanges the code of the console's address for tokens. */
  async tokens(at: string): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
    return client.authorizationCodeGrant(await this.config(), new URL(at), { pkceCodeVerifier: this.#verifier });
  }

  async refresh(token: string): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
    return client.refreshTokenGrant(await this.config(), token);
  }
}

/** Signs in completely with a new browser. */
export async function signInByHttp(server: SignInTarget, form: { email: string; password: string; code?: string }) {
  const flow = new SignInByHttp(server);
  await flow.start({ login_hint: form.email, prompt: 'login' });
  const { at } = await flow.goOn(await flow.send(form));
  const tokens = await flow.tokens(at);
  if (tokens.refresh_token === undefined || tokens.id_token === undefined) throw new Error('the answer lacks a token');
  return { flow, access: tokens.access_token, refresh: tokens.refresh_token, idToken: tokens.id_token, claims: tokens.claims(), tokens };
}
