import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { calls } from '#contract/catalogue/calls';
import { failureComponents, failureResponses } from '#server/platform/http/failureResponses';
import { withServer } from '../support/contractServer.ts';

const server = withServer();
const here = fileURLToPath(new URL('.', import.meta.url));
const tests = globSync('*.contract.test.ts', { cwd: here })
  .filter((file) => !file.startsWith('inventory'))
  .map((file) => readFileSync(`${here}${file}`, 'utf8'));

it.each(Object.entries(calls))('%s has a test of its own', (name, call) => {
  expect(tests.some((text) => new RegExp(`\\b${name}\\b`).test(text.replaceAll(/import[^;]*;/g, '')))).toBe(true);
  expect(call.summary).not.toBe('');
});

it('[CALL-111] the server answers exactly the calls of the contract, below /api', async () => {
  const routes = server
    .it()
    .server.app.printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.includes('('));
  expect(routes.length).toBeGreaterThanOrEqual(Object.keys(calls).length);
  for (const call of Object.values(calls)) {
    const url = `/api/${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    expect(server.it().server.app.hasRoute({ method: call.method, url })).toBe(true);
  }
});

it('[CALL-111] [FAILURES2] openapi.json lists them, without a token', async () => {
  const reply = await fetch(`${server.it().address}/api/openapi.json`);
  const document: unknown = await reply.json();
  expect(document).toMatchObject({ openapi: '3.1.0', components: { responses: failureComponents() } });
  const text = JSON.stringify(document);
  for (const [name, call] of Object.entries(calls)) {
    expect(text).toContain(`"/${call.path}"`);
    expect(text).toContain(`"operationId":"${name}"`);
    const failed = failureResponses({ needsToken: call.access !== 'none', hasBody: call.method === 'POST' });
    expect(document).toMatchObject({ paths: { [`/${call.path}`]: { [call.method.toLowerCase()]: { responses: failed } } } });
  }
  const partOfFile = { in: 'header', name: 'Content-Range' };
  const file = {
    put: { parameters: expect.arrayContaining([expect.objectContaining(partOfFile)]), responses: { 202: {}, 400: {} } },
    get: { responses: { 200: {} } },
  };
  expect(document).toMatchObject({ paths: { '/device-files/{name}': file, '/device-files/logs/{database_id}': file } });
});
