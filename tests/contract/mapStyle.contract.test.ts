import { expect, it } from 'vitest';
import { consoleConfig } from '#contract/config';
import { readSettings } from '#server/platform/settings/settings';
import { withServer } from '../support/contractServer.ts';
import { testSettings } from '../support/testServer.ts';

const STYLE = 'https://tiles.example.org/styles/quiet.json';
const settings = testSettings({ MAP_STYLE_URL: STYLE });
const server = withServer('/nonexistent', { settings });

it('[GEO8] a tile style stands in config.json, and the policy admits its origin', async () => {
  const reply = await fetch(`${server.it().address}/config.json`);
  expect(consoleConfig.parse(await reply.json())).toMatchObject({ map_style_url: STYLE });
  const directives = (reply.headers.get('content-security-policy') ?? '').split('; ');
  expect(directives.find((one) => one.startsWith('connect-src'))).toContain('https://tiles.example.org');
  expect(directives.filter((one) => one.includes('tiles.example.org'))).toHaveLength(1);
});

it.each(['javascript:alert(1)', 'tiles', ''])('[GEO8] the style %j stops the start', (url) => {
  expect(() => readSettings({ MAP_STYLE_URL: url })).toThrow(/^Setting MAP_STYLE_URL/);
});
