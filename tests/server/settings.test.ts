import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '#server/platform/settings';

const refusalOf = (env: Readonly<Record<string, string>>): string | null => {
  try {
    readSettings(env);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
};

it.each([
  ['http://console.lan', 'PUBLIC_URL: must begin with https:// unless it names this machine'],
  ['http://192.168.1.20:8080', 'PUBLIC_URL: must begin with https:// unless it names this machine'],
  ['http://localhost.evil.example', 'PUBLIC_URL: must begin with https:// unless it names this machine'],
  ['https://console.example/orangery', 'PUBLIC_URL: must be an origin such as https://console.example'],
  ['https://console.example/?a=b', 'PUBLIC_URL: must be an origin such as https://console.example'],
  ['https://user:secret@console.example', 'PUBLIC_URL: must be an origin such as https://console.example'],
])('[START14] PUBLIC_URL %s, with which no browser could sign in, is refused: %s', (PUBLIC_URL, text) => {
  const refusal = refusalOf({ PUBLIC_URL });
  expect(refusal).toContain(`Setting ${text}`);
  expect(refusal).not.toContain('secret');
});

it.each([
  'http://localhost:8080',
  'http://127.0.0.2',
  'http://[::1]:8080/',
  'http://console.localhost',
  'https://console.example',
  'https://10.0.0.1:8443/',
])('[START14] PUBLIC_URL %s is taken', (PUBLIC_URL) => expect(refusalOf({ PUBLIC_URL })).toBeNull());

it.each(['OIDC_ISSUER', 'OIDC_DISCOVERY_URL', 'MAP_STYLE_URL'])(
  '[START14] %s over plain HTTP is refused where the console has TLS',
  (name) => {
    const OIDC_ISSUER = 'https://id.example';
    const PUBLIC_URL = 'https://console.example';
    expect(refusalOf({ OIDC_ISSUER, PUBLIC_URL, [name]: 'http://other.example/x' })).toBe(
      `Setting ${name}: must begin with https:// as PUBLIC_URL does: browsers refuse it otherwise`,
    );
    expect(refusalOf({ OIDC_ISSUER, PUBLIC_URL, [name]: 'https://other.example/x' })).toBeNull();
    expect(refusalOf({ OIDC_ISSUER, [name]: 'http://other.example/x' })).toBeNull();
  },
);

it('[DOCS2] every setting stands in the list of settings', () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const settings = [...read('server/platform/settings.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]*): /gm)].map(([, name]) => name);
  const documented = read('docs/configuration.md');
  expect(settings.length).toBeGreaterThan(30);
  expect(settings.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});
