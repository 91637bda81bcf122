import { expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import { createFetchUserInfo } from '#edge/userInfo';

const { oidc } = consoleConfig.parse({
  company: 'c',
  product: 'p',
  api_root: '/api',
  websocket_address: 'wss://host',
  oidc: { authority: 'https://id.example/', client_id: 'console', admin_scope: 'admin' },
  live_data_graphs_url: '',
  device_text_logs_url: '',
  default_organisation_id: '1',
  version: '1',
});
const encoded = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const groups = { 'cognito:groups': ['user_type:admin'] };
const AT = 'https://id.example/me';
const DISCOVERY = 'https://id.example/.well-known/openid-configuration';

/** The answers of a provider by address; an address without one cannot be reached. */
async function asked(claims: object | null, answers: Readonly<Record<string, unknown>>) {
  const requests: (readonly [string, string | null])[] = [];
  const fetch: typeof globalThis.fetch = async (input, options) => {
    const address = new Request(input).url;
    requests.push([address, new Headers(options?.headers).get('authorization')]);
    const answer = answers[address];
    if (answer instanceof Response) return answer;
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return Response.json(answer);
  };
  const read = createFetchUserInfo({ oidc }, fetch, () => new AbortController().signal);
  const profile = await read({ accessToken: 'token', idToken: claims === null ? null : encoded(claims) }, 5_000);
  return { requests, profile };
}

it('[OIDC12] an ID token that names the person and has groups, even none, needs no other claims', async () => {
  const { requests, profile } = await asked({ sub: 'u', username: 'an', 'cognito:groups': [] }, {});
  expect([requests, profile?.username, profile?.groups]).toEqual([[], 'an', []]);
});

it.each([
  ['no name', { sub: 'u' }, { sub: 'u', username: 'ännë', ...groups }, ['ännë', ['user_type:admin']]],
  ['no groups', { sub: 'u', username: 'ännë' }, { sub: 'u', ...groups }, ['ännë', ['user_type:admin']]],
  [
    'a name that is another there',
    { sub: 'u', username: 'of-token' },
    { sub: 'u', username: 'other', ...groups },
    ['of-token', ['user_type:admin']],
  ],
  ['somebody else there', { sub: 'u' }, { sub: 'v', username: 'eve', ...groups }, null],
  ['nobody there', {}, { username: 'eve', ...groups }, null],
])('[OIDC12] an ID token with %s', async (_, claims, info, person) => {
  const { requests, profile } = await asked(claims, { [DISCOVERY]: { userinfo_endpoint: AT }, [AT]: info });
  expect(requests).toEqual([
    [DISCOVERY, null],
    [AT, 'Bearer token'],
  ]);
  expect(profile && [profile.username, profile.groups]).toEqual(person);
});

it.each([
  ['that cannot be reached', {}],
  ['without such an endpoint', { [DISCOVERY]: {} }],
  ['whose endpoint cannot be reached', { [DISCOVERY]: { userinfo_endpoint: AT } }],
  ['that refuses', { [DISCOVERY]: { userinfo_endpoint: AT }, [AT]: new Response('no', { status: 401 }) }],
  ['that answers with a page', { [DISCOVERY]: { userinfo_endpoint: AT }, [AT]: new Response('<html>') }],
  ['that answers with a list', { [DISCOVERY]: { userinfo_endpoint: AT }, [AT]: [] }],
])('[OIDC12] a provider %s leaves the claims of the ID token', async (_, answers) => {
  expect((await asked({ sub: 'u' }, answers)).profile).toBeNull();
});

it('[OIDC12] without an ID token nobody can be recognised', async () => {
  expect((await asked(null, { [DISCOVERY]: { userinfo_endpoint: AT }, [AT]: { username: 'eve' } })).profile).toBeNull();
});
