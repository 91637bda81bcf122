import { afterAll, beforeAll, expect, it } from 'vitest';
import { getMe } from '#contract/identity';
import { withIdentityTables } from '#server/identity/tables';
import { ask } from '../support/client.ts';
import { freshCode } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { signInByHttp } from '../support/signInByHttp.ts';
import { openSocket } from '../support/testSocket.ts';
import { seededDatabase, startTestServer, type TestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';
/** The providers of two instances on one database; the server whose sockets are watched is the second one. */
let here: IdentityServer;
let there: IdentityServer;
let server: TestServer;
beforeAll(async () => {
  here = await startIdentityServer();
  there = await startIdentityServer({ PUBLIC_URL: here.settings.publicUrl }, {}, here.databaseUrl);
  server = await startTestServer(await seededDatabase(), undefined, { identity: there.identity, socketCheckMs: 300 });
});
afterAll(async () => {
  await server.close();
  await there.close();
  await here.close();
});

async function openConsole(role: string) {
  const { email, password } = await here.person(role, true);
  const signedIn = await signInByHttp(here, { email, password, code: await freshCode(here, email) });
  const device = await server.device(SERIAL);
  await device.report({ current_state: 'executing_task' });
  const console = await openSocket(server.address);
  console.begin(signedIn.access);
  await until('a state', () => console.statesOf(SERIAL).length > 0);
  return { email, console, ...signedIn };
}

it('[SOCK8] [SIGN-031] a log-out at another instance closes the open socket and refuses the next call', async () => {
  const { console, flow, access, idToken } = await openConsole('system_admin');
  const { end_session_endpoint } = (await flow.config()).serverMetadata();
  const page = await flow.browser.ask(`${end_session_endpoint}?${new URLSearchParams({ id_token_hint: idToken }).toString()}`);
  const [, action = '', xsrf = ''] = /action="([^"]+)".*name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? [];
  await flow.browser.follow(action, { xsrf, logout: 'yes' });
  expect(await ask(server.address, getMe, { token: access })).toMatchObject({ status: 401 });
  expect(await until('the end', console.closed)).toBe(4401);
});

it('[SOCK8] [MFA2] a second factor that is taken away at another instance closes the open sockets of its account, and no others', async () => {
  const admin = await openConsole('system_admin');
  const { email, console, access } = await openConsole('license_support_engineer');
  const caller = await here.identity.verify(admin.access);
  expect(await here.identity.updateMfa(caller, { email, enable: false })).toEqual({ ok: true });
  expect(await ask(server.address, getMe, { token: access })).toMatchObject({ status: 401 });
  expect(await until('the end', console.closed)).toBe(4401);
  expect(admin.console.closed()).toBeNull();
});

it('[UPLOADS1] the sign-in of an upload is read again on the connection that saves it', async () => {
  const { email, password } = await here.person('system_admin', true);
  const { access } = await signInByHttp(here, { email, password, code: await freshCode(here, email) });
  const caller = await here.identity.verify(access);
  await here.database.transaction().execute(async (tx) => {
    expect(await here.identity.verifyAgain(caller, tx)).toEqual(caller);
    // Nobody else sees this before the end of the transaction.
    await withIdentityTables(tx).deleteFrom('identity_record').where('id', '=', caller.grant).execute();
    await expect(here.identity.verifyAgain(caller, tx)).rejects.toMatchObject({ status: 401 });
  });
});
