import { afterAll, beforeAll, expect, it } from 'vitest';
import { getMachines } from '#contract/fleet/machine';
import { ask, answerOf } from '../support/client.ts';
import { freshCode } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { signInByHttp } from '../support/signInByHttp.ts';
import { openSocket } from '../support/testSocket.ts';
import { seededDatabase, startTestServer, type TestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';
let provider: IdentityServer;
let server: TestServer;
beforeAll(async () => {
  provider = await startIdentityServer();
  server = await startTestServer(await seededDatabase(), undefined, { identity: provider.identity, socketCheckMs: 20 });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function openConsole(role: string) {
  const { email, password } = await provider.person(role, true);
  const { access } = await signInByHttp(provider, { email, password, code: await freshCode(provider, email) });
  const device = await server.device(SERIAL);
  await device.report({ current_state: 'executing_task' });
  const console = await openSocket(server.address);
  console.begin(access);
  await until('a state', () => console.statesOf(SERIAL).length > 0);
  return { email, access, device, console };
}

it('[SOCK8] a revoked group reaches an open socket and every call, although the token still names it', async () => {
  const { email, access, console } = await openConsole('system_admin');
  const groups = JSON.stringify(['user_type:organisation_user', 'organisation:none']);
  await provider.tables.updateTable('identity_account').set({ groups }).where('email', '=', email).execute();
  expect((await answerOf(server.address, getMachines, { token: access })).result).toEqual({});
  const watcher = await openConsole('license_support_engineer');
  await until('pushes end', async () => {
    const before = [console, watcher.console].map((socket) => socket.statesOf(SERIAL).length);
    await watcher.device.report({ current_state: 'waiting_for_task', battery_level: before[1] ?? 0 });
    await until('another console gets it', () => watcher.console.statesOf(SERIAL).length > (before[1] ?? 0));
    return console.statesOf(SERIAL).length === before[0];
  });
  expect(console.closed()).toBeNull();
});

it('[SOCK8] a deleted account closes the open socket', async () => {
  const { email, access, console } = await openConsole('organisation_admin');
  await provider.tables.deleteFrom('identity_account').where('email', '=', email).execute();
  expect(await ask(server.address, getMachines, { token: access })).toMatchObject({ status: 401 });
  expect(await until('the end', console.closed)).toBe(4401);
});

it('[SOCK8] a grant that another server ended closes the open socket', async () => {
  const { console, email } = await openConsole('license_support_engineer');
  const account = await provider.tables
    .selectFrom('identity_account')
    .select('username')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await provider.tables.deleteFrom('identity_record').where('account_id', '=', account.username).execute();
  expect(await until('the end', console.closed)).toBe(4401);
});
