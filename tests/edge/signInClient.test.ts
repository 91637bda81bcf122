import { expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import { isReturn, settingsOf } from '#edge/signInClient';

it.each([
  ['/signed-in', '?code=c&state=s', true],
  ['/signed-in', '?error=access_denied&state=s', true],
  ['/signed-in', '', false],
  ['/signed-in', '?code=c', false],
  ['/signed-in', '?state=s', false],
  ['/', '?code=c&state=s', false],
  ['/dashboard', '?code=c&state=s', false],
])('[SIGN-014] %s%s is the end of a sign-in: %s', (pathname, search, expected) => {
  expect(isReturn({ pathname, search })).toBe(expected);
});

it('[OIDC10] reads the discovery document where the configuration says, else below the issuer', () => {
  const configured = (oidc: object) =>
    consoleConfig.parse({
      company: '',
      product: '',
      api_root: '',
      websocket_address: '',
      oidc: { authority: 'https://sso.example', client_id: 'console', admin_scope: '', ...oidc },
      live_data_graphs_url: '',
      device_text_logs_url: '',
      default_organisation_id: '',
      version: '',
    });
  const discovery_url = 'https://sso.example/api/oidc/.well-known/openid-configuration';
  expect(settingsOf(configured({ discovery_url }), 'https://console.example')).toMatchObject({
    authority: 'https://sso.example',
    metadataUrl: discovery_url,
  });
  expect(settingsOf(configured({}), 'https://console.example')).not.toHaveProperty('metadataUrl');
});
