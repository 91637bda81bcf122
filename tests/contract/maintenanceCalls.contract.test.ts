import { afterAll, beforeAll, expect, it } from 'vitest';
import { getAllDevices, getDevice, postUpdateDevice } from '#contract/devices/device';
import {
  getMaintenanceDeployment,
  getMaintenanceSettings,
  postConfirmMaintenanceDeployment,
  postDeleteMaintenanceDeployment,
  postMaintenanceDeployment,
  postMaintenanceSettings,
  sshTarget,
} from '#contract/devices/maintenance';
import { pino } from 'pino';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { adminOf, staff } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { startSeededServer, startTestServer, type TestServer } from '../support/testServer.ts';

let server: TestServer;
const logged: string[] = [];
let aheadMs = 0;
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  server = await startSeededServer(undefined, { log, now: () => Date.now() + aheadMs });
});
afterAll(async () => {
  await server.close();
});

const SERIAL = 'LF-0140-23';
const of = (serial: string, more: Asking = {}): Asking => ({
  params: { serial, ...more.params },
  token: server.identity.issue(adminOf('de-linde')),
  ...(more.body === undefined ? {} : { body: more.body }),
});
const settingsOf = async (serial: string) => (await answerOf(server.address, getMaintenanceSettings, of(serial))).settings;
const update = (body: unknown, serial = SERIAL) => ask(server.address, postUpdateDevice, of(serial, { body }));
const secretOf = (target: string, serial = SERIAL) => ask(server.address, getMaintenanceDeployment, of(serial, { params: { target } }));
const storedOf = async (target: string, serial = SERIAL) =>
  answerOf(server.address, getMaintenanceDeployment, of(serial, { params: { target } }));

it('[CALL-067] [CALL-068] [OPEN-38] settings answers name and stage, and saves what is given', async () => {
  expect(await settingsOf('LF-0141-23')).toEqual({ name: 'Lumion 02', life_cycle_stage: 'OPERATIONAL' });
  const save = (settings: object) => answerOf(server.address, postMaintenanceSettings, of('LF-0141-23', { body: { settings } }));
  expect(await save({ name: ' Lumion two ' })).toEqual({ success: true });
  expect(await settingsOf('LF-0141-23')).toEqual({ name: 'Lumion two', life_cycle_stage: 'OPERATIONAL' });
  await save({ life_cycle_stage: 'SERVICE' });
  expect(await settingsOf('LF-0141-23')).toEqual({ name: 'Lumion two', life_cycle_stage: 'SERVICE' });
});

it('[CALL-093] [OPEN-92] [GAP-31] [GAP-94] update_device changes what is given; every list and the settings say the same', async () => {
  expect(await update({ name: 'Lumion 1', client_name: 'Row one' })).toMatchObject({ ok: true, answer: { result: true } });
  expect(await settingsOf(SERIAL)).toEqual({ name: 'Lumion 1', life_cycle_stage: 'OPERATIONAL' });
  const { result } = await answerOf(server.address, getAllDevices, of(SERIAL));
  expect(result.find(({ serial }) => serial === SERIAL)).toMatchObject({ name: 'Lumion 1', client_name: 'Row one' });
  await update({ client_name: null });
  expect((await answerOf(server.address, getDevice, of(SERIAL))).result).toMatchObject({ name: 'Lumion 1', client_name: null });
});

it('[PATCH1] [CALL-093] names that would be refused are in the way of no other change, also when they are sent along', async () => {
  const unseen = 'Row\u200B 1';
  const database = openTestDatabase(server.databaseUrl);
  await database.updateTable('device').set({ name: unseen, client_name: unseen }).where('serial', '=', 'LF-0142-23').execute();
  await database.destroy();
  const stored = { name: unseen, client_name: unseen };
  expect(await update({ ...stored, life_cycle_stage: 'SERVICE' }, 'LF-0142-23')).toMatchObject({ ok: true });
  expect(await settingsOf('LF-0142-23')).toEqual({ name: unseen, life_cycle_stage: 'SERVICE' });
  expect(await update({ name: `${unseen}x` }, 'LF-0142-23')).toMatchObject({ status: 400 });
  expect(await update({ client_name: `${unseen}x` }, 'LF-0142-23')).toMatchObject({ status: 400 });
});

it('[MAINT2] two persons change two fields at once, and both changes stand', async () => {
  const changes = [{ name: 'Twice' }, { life_cycle_stage: 'TESTING' }, { client_name: 'both' }];
  const responses = await Promise.all(changes.map((change) => update(change, 'LF-0142-23')));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { result } = await answerOf(server.address, getDevice, of('LF-0142-23'));
  expect(result).toMatchObject({ name: 'Twice', life_cycle_stage: 'TESTING', client_name: 'both' });
});

it('[MAINT2] the later of two names is stored completely', async () => {
  await Promise.all([update({ name: 'First' }), update({ name: 'Second' })]);
  expect(['First', 'Second']).toContain((await settingsOf(SERIAL)).name);
});

const nested = (depth: number) => Array.from({ length: depth }).reduce<Record<string, unknown>>((inner) => ({ inner }), {});
const PLAIN = 'Invalid: There is nothing to change.';
it.each([
  ['nothing', {}, PLAIN],
  ['an unknown field', { nmae: 'x' }, PLAIN],
  ['an empty name', { name: '' }, 'Invalid: Name cannot be empty.'],
  ['a name of blanks', { name: ' \t ' }, 'Invalid: Name cannot be empty.'],
  ['101 characters', { name: 'x'.repeat(101) }, 'Invalid: Name cannot be longer than 100 characters.'],
  ['a name with NUL', { name: 'a\0b' }, 'Invalid: Name cannot contain line breaks or other control characters (U+0000).'],
  [
    'a client name with NUL',
    { client_name: 'a\0b' },
    'Invalid: Client name cannot contain line breaks or other control characters (U+0000).',
  ],
  ['a long client name', { client_name: 'x'.repeat(101) }, /^Invalid: body\.client_name/],
  ['a name that is a number', { name: 7 }, /^Invalid: body\.name/],
  ['a name that is null', { name: null }, /^Invalid: body\.name/],
  ['an unknown stage', { life_cycle_stage: 'ASLEEP' }, 'Invalid: There is no such life cycle stage.'],
  ['a stage in small letters', { life_cycle_stage: 'service' }, 'Invalid: There is no such life cycle stage.'],
  ['an empty stage', { life_cycle_stage: '' }, 'Invalid: There is no such life cycle stage.'],
  ['metadata that is a list', { metadata: [] }, /^Invalid: body\.metadata/],
  ['metadata 40 deep', { metadata: nested(40) }, 'Invalid: metadata nests too deep'],
  ['metadata 1,000 deep', { metadata: nested(1_000) }, 'Invalid: metadata nests too deep'],
  ['metadata with NUL', { metadata: { note: 'a\0b' } }, 'Invalid: metadata.note cannot contain control characters (U+0000).'],
  ['a good name with a bad stage', { name: 'Good', life_cycle_stage: 'ASLEEP' }, 'Invalid: There is no such life cycle stage.'],
])('[MAINT1] [CALL-093] %s is refused and changes nothing', async (_name, body, error) => {
  const before = await answerOf(server.address, getDevice, of(SERIAL));
  const responses = await update(body);
  expect(responses).toMatchObject({ ok: false, status: 400, error: typeof error === 'string' ? error : expect.stringMatching(error) });
  expect(await answerOf(server.address, getDevice, of(SERIAL))).toEqual(before);
  if ('metadata' in body || 'client_name' in body) return;
  const same = await ask(server.address, postMaintenanceSettings, of(SERIAL, { body: { settings: body } }));
  expect(same.status).toBe(400);
});

it('[MAINT3] a masked secret stays what it is; one that stands for nothing is refused', async () => {
  const stored = async () => (await answerOf(server.address, getDevice, of(SERIAL))).result.metadata ?? {};
  const before = await stored();
  expect(before).toMatchObject({ app_login_credentials: { password: '***' } });
  expect(
    (await update({ metadata: { ...before, cover_finish: 'INOX', platform_wifi_credentials: { wifi_password: 'new-secret-1' } } })).ok,
  ).toBe(true);
  expect(await stored()).toEqual({ ...before, cover_finish: 'INOX', platform_wifi_credentials: { wifi_password: '***' } });
  const lost = await update({ metadata: { ...before, api_token: '***' } });
  expect(lost).toMatchObject({ status: 400, error: 'Invalid: metadata.api_token: *** stands for nothing that is known' });
  expect(await stored()).toMatchObject({ cover_finish: 'INOX' });
  await update({ metadata: { cover_finish: 'GLASS' } });
  expect((await answerOf(server.address, getDevice, of(SERIAL))).result).toMatchObject({ metadata_valid: false });
});

it('[MAINT3] a masked secret in a list is refused where its item was swapped, changed, added or taken out', async () => {
  const radio = (name: string, secret: string) => ({ name, secret });
  const before = { radios: [radio('a', 'one'), radio('b', 'two')] };
  expect((await update({ metadata: before })).ok).toBe(true);
  const [a, b] = [radio('a', '***'), radio('b', '***')];
  for (const radios of [[b, a], [a, radio('c', '***')], [b], [a, b, radio('c', '***')]]) {
    expect(await update({ metadata: { radios } })).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^Invalid: metadata\.radios\.\d: /),
    });
  }
  expect((await update({ metadata: { radios: [a, radio('c', 'three')] } })).ok).toBe(true);
  expect((await answerOf(server.address, getDevice, of(SERIAL))).result.metadata).toEqual({ radios: [a, radio('c', '***')] });
});

it('[CALL-069] [CONST-068] [OPEN-39] each target answers its own username and password, to administrators who see the device', async () => {
  const found = await Promise.all(sshTarget.options.map((target) => storedOf(target)));
  for (const { username, password } of found) expect([(username ?? '').length > 0, password?.length]).toEqual([true, 16]);
  expect(
    await answerOf(server.address, getMaintenanceDeployment, {
      params: { serial: SERIAL, target: 'pi' },
      token: server.identity.issue(staff),
    }),
  ).toEqual(found[0]);
});

it('[MAINT5] no device, target or installation shares a password with another', async () => {
  const other = await startTestServer(await workerDatabases().migrated());
  const token = other.identity.issue(staff);
  const theirs = await answerOf(other.address, getMaintenanceDeployment, { params: { serial: SERIAL, target: 'pi' }, token });
  await other.close();
  const ours = await Promise.all([storedOf('pi'), storedOf('nuc'), storedOf('router'), storedOf('pi', 'LF-0141-23')]);
  expect(new Set([theirs, ...ours].map(({ password }) => password)).size).toBe(5);
});

it.each(['phone', 'PI', 'pi ', '*', "pi'--"])('[CALL-069] the target %j is refused', async (target) => {
  expect(await secretOf(target)).toMatchObject({ status: 400, error: 'Invalid: target: one of pi, nuc, router' });
});

it('[CALL-070] [OPEN-40] saves changed targets and inputs that are not empty; the others stay', async () => {
  const save = (deployment: unknown) => ask(server.address, postMaintenanceDeployment, of('LF-0142-23', { body: { deployment } }));
  const [pi, nuc, router] = [
    await storedOf('pi', 'LF-0142-23'),
    await storedOf('nuc', 'LF-0142-23'),
    await storedOf('router', 'LF-0142-23'),
  ];
  expect(
    await save({ pi: { username: 'mila', password: 'p"a\\ss' }, nuc: { username: '', password: 'only-this' }, router: {} }),
  ).toMatchObject({ answer: { success: true } });
  expect(await storedOf('pi', 'LF-0142-23')).toMatchObject({ username: 'mila', password: 'p"a\\ss' });
  expect(await storedOf('nuc', 'LF-0142-23')).toMatchObject({ ...nuc, password: 'only-this' });
  expect(await storedOf('router', 'LF-0142-23')).toEqual(router);
  const refused = [
    {},
    { pi: {} },
    { pi: { username: '' } },
    { phone: { username: 'x' } },
    { pi: { user: 'x' } },
    { pi: { password: 'x'.repeat(201) } },
    { pi: 'x' },
    null,
  ];
  for (const deployment of refused) expect((await save(deployment)).status).toBe(400);
  expect(await storedOf('pi', 'LF-0142-23')).not.toEqual(pi);
  expect((await storedOf('pi', 'LF-0142-23')).username).toBe('mila');
});

it('[SEE1] [CALL-067] [CALL-068] [CALL-069] [CALL-070] [CALL-093] a foreign device answers as one that does not exist, and stays as it is', async () => {
  const body = { name: 'stolen', settings: { name: 'stolen' }, deployment: { pi: { password: 'stolen' } } };
  const calls = [getMaintenanceSettings, postMaintenanceSettings, getMaintenanceDeployment, postMaintenanceDeployment, postUpdateDevice];
  for (const call of calls) {
    const [foreign, unknown] = await Promise.all(
      ['DV-0105', 'DV-9999'].map((serial) => ask(server.address, call, of(serial, { params: { target: 'pi' }, body }))),
    );
    expect([foreign?.status, foreign?.text]).toEqual([404, unknown?.text]);
  }
  const { result } = await answerOf(server.address, getDevice, { params: { serial: 'DV-0105' }, token: server.identity.issue(staff) });
  expect(result.name).toBe('Divo 05');
});

it('[MAINT4] [OPEN-39] no log of the server and no other answer holds a password', async () => {
  const secrets = await Promise.all(sshTarget.options.map((target) => storedOf(target)));
  const answers = [
    await ask(server.address, getAllDevices, of(SERIAL)),
    await ask(server.address, getMaintenanceSettings, of(SERIAL)),
    await secretOf('phone'),
  ];
  await ask(server.address, postMaintenanceDeployment, of(SERIAL, { body: { deployment: { pi: { password: 'only-once' }, phone: {} } } }));
  const texts = [...logged, ...answers.map(({ text }) => text)].join('\n');
  for (const secret of [...secrets.map(({ password }) => password), 'only-once']) expect(texts).not.toContain(secret);
});

it('[DEV-149] [OPEN-39] [MAINT4] who asked for which secret of which device is written down, never the secret', async () => {
  const database = openTestDatabase(server.databaseUrl);
  const linesOf = () => database.selectFrom('audit').selectAll().where('call', '=', getMaintenanceDeployment.name).orderBy('id').execute();
  const before = (await linesOf()).length;
  const { password } = await storedOf('router', 'LF-0143-23');
  await secretOf('router', 'DV-0105');
  const lines = (await linesOf()).slice(before);
  expect(lines).toMatchObject([
    { role: 'organisation_admin', params: { serial: 'LF-0143-23', target: 'router' }, status: 200 },
    { role: 'organisation_admin', params: { serial: 'DV-0105', target: 'router' }, status: 404 },
  ]);
  await ask(server.address, postMaintenanceDeployment, of(SERIAL, { body: { deployment: { pi: { password: 'never-written' } } } }));
  const stored = JSON.stringify([
    await database.selectFrom('audit').selectAll().execute(),
    (await database.selectFrom('ssh_credential').selectAll().execute()).map(({ sealed }) => sealed.toString('latin1')),
  ]);
  await database.destroy();
  for (const secret of [password, 'never-written']) expect(stored).not.toContain(secret);
});

it('[KEPTHERE1] the SSH credentials before the stored ones stay readable until it is confirmed that the device has those', async () => {
  const save = (password: string) =>
    answerOf(server.address, postMaintenanceDeployment, of('LF-0143-23', { body: { deployment: { nuc: { username: 'op', password } } } }));
  const confirm = (target = 'nuc') =>
    ask(server.address, postConfirmMaintenanceDeployment, of('LF-0143-23', { params: { target }, body: {} }));
  await save('first');
  await confirm();
  expect(await storedOf('nuc', 'LF-0143-23')).toEqual({ username: 'op', password: 'first' });
  await save('second');
  const former = { username: 'op', password: 'first' };
  expect(await storedOf('nuc', 'LF-0143-23')).toEqual({ username: 'op', password: 'second', former, saved_at: expect.any(String) });
  // None of the values in between is known to have reached the device.
  await save('third');
  expect(await storedOf('nuc', 'LF-0143-23')).toEqual({ username: 'op', password: 'third', former, saved_at: expect.any(String) });
  expect(await confirm('none')).toMatchObject({ status: 400 });
  expect(await confirm()).toMatchObject({ status: 200 });
  expect(await storedOf('nuc', 'LF-0143-23')).toEqual({ username: 'op', password: 'third' });
  await save('fourth');
  await save('third');
  expect(await storedOf('nuc', 'LF-0143-23')).toEqual({ username: 'op', password: 'third' });
});

it('[CRED9] whoever confirms credentials in place of which others were saved meanwhile is refused, and the former ones stay', async () => {
  const serial = 'LF-0143-23';
  const save = (password: string) =>
    answerOf(server.address, postMaintenanceDeployment, of(serial, { body: { deployment: { nuc: { username: 'op', password } } } }));
  const confirm = (saved_at: unknown) =>
    ask(server.address, postConfirmMaintenanceDeployment, of(serial, { params: { target: 'nuc' }, body: { saved_at } }));
  await save('on the device');
  await confirm(undefined);
  await save('seen');
  const seen = await storedOf('nuc', serial);
  aheadMs += 1_000;
  await save('saved meanwhile');
  expect(await confirm(seen.saved_at)).toMatchObject({ status: 409 });
  expect(await confirm('yesterday')).toMatchObject({ status: 400 });
  const now = await storedOf('nuc', serial);
  expect(now).toMatchObject({ password: 'saved meanwhile', former: { password: 'on the device' } });
  expect(await confirm(now.saved_at)).toMatchObject({ status: 200 });
  expect(await storedOf('nuc', serial)).toEqual({ username: 'op', password: 'saved meanwhile' });
});

it('[CRED6] the SSH credentials of one computer are removed with the former ones, also unreadable ones; those of the others stay', async () => {
  const serial = 'LF-0143-23';
  const remove = (target: string) => ask(server.address, postDeleteMaintenanceDeployment, of(serial, { params: { target }, body: {} }));
  const save = (deployment: object) => answerOf(server.address, postMaintenanceDeployment, of(serial, { body: { deployment } }));
  const given = { username: 'op', password: 'first' };
  await save({ pi: given, nuc: given, router: given });
  await save({ pi: { password: 'second' } });
  expect(await storedOf('pi', serial)).toMatchObject({ former: expect.anything() });
  const database = openTestDatabase(server.databaseUrl);
  const row = { sealed: Buffer.from('of another key') };
  await database.updateTable('ssh_credential').set(row).where('serial', '=', serial).where('target', '=', 'router').execute();
  await database.destroy();
  expect(await secretOf('router', serial)).toMatchObject({ status: 409 });
  for (const target of ['pi', 'router', 'router']) expect(await remove(target)).toMatchObject({ status: 200, answer: { success: true } });
  for (const target of ['pi', 'router']) expect(await secretOf(target, serial)).toMatchObject({ status: 404 });
  expect(await storedOf('nuc', serial)).toMatchObject(given);
  expect(await remove('none')).toMatchObject({ status: 400 });
  await save({ pi: { username: 'op' } });
  expect(await storedOf('pi', serial)).toEqual({ username: 'op', password: '' });
});
