import { createSecretKey } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { getAuditLines } from '#contract/audit';
import { postUpdateDevice } from '#contract/devices/device';
import { postRegisterErrorCode, postUpdateErrorCode } from '#contract/errorCode';
import { postUpdateGreenhouse } from '#contract/greenhouse';
import { postCreateLocation, postUpdateLocation } from '#contract/location';
import { postUpdateOrganisation } from '#contract/organisation';
import { postCreateUser, postDeleteUser, postDisableUser, postUpdateUser } from '#contract/user';
import { auditKey } from '#server/platform/audit/chain';
import { withChanges } from '#server/platform/audit/changes';
import { verifyChain } from '#server/platform/audit/verifyChain';
import { addPerson } from '#server/users/addPerson';
import { ask, type Asking } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { TEST_CREDENTIAL_KEY } from '../support/testServer.ts';

const server = withServer();
type Made = Parameters<typeof ask>[1];
/** Makes a call, and returns what its line says of it. */
async function recordOf(call: Made, asking: Asking): Promise<readonly (readonly [string, string | null, string | null])[]> {
  const { address, identity } = server.it();
  const token = identity.issue(staff, { username: 'an' });
  await ask(address, call, { ...asking, token });
  const read = await ask(address, getAuditLines, { token, query: { per_page: 1 } });
  const [line] = read.ok ? read.answer.results : [];
  expect(line?.call).toBe(call.name);
  return (line?.changes ?? []).map(({ field, from, to }) => [field, from ?? null, to ?? null]);
}

it('[AUDITC1] a changed place is in the record with its former and its new fields, and a new one with all of them', async () => {
  const organisation = {
    params: { id: 'org-de-linde' },
    body: { name: 'De Linde BV', mail_domains: ['delinde.example', 'linde.example'] },
  };
  expect(await recordOf(postUpdateOrganisation, organisation)).toEqual([
    ['mail_domains', null, '["delinde.example","linde.example"]'],
    ['name', 'De Linde Groep', 'De Linde BV'],
  ]);
  const [[, , id] = []] = (
    await recordOf(postCreateLocation, {
      body: { name: 'New House', owned_by: 'org-de-linde', timezone: 'Europe/Brussels', address: 'Road 1' },
    })
  ).filter(([field]) => field === 'id');
  expect(await recordOf(postUpdateLocation, { params: { id: id ?? '' }, body: { address: 'Road 2' } })).toEqual([
    ['address', 'Road 1', 'Road 2'],
  ]);
  expect(await recordOf(postUpdateGreenhouse, { params: { id: 'nowhere' }, body: { name: 'x' } })).toEqual([]);
});

it('[AUDITC1] a changed device is, by each field of its metadata, whose values may be or become secrets, never', async () => {
  const params = { serial: 'LF-0140-23' };
  const before = { wheel_type: 'GROUND', app_login_credentials: { username: 'ann', password: 'first-of-all' } };
  await recordOf(postUpdateDevice, { params, body: { metadata: before } });
  const metadata = { wheel_type: 'RAIL_IN', app_login_credentials: { username: 'bob', password: 'second-one' } };
  const changes = await recordOf(postUpdateDevice, { params, body: { name: 'Alba two', metadata } });
  expect(changes).toEqual(
    expect.arrayContaining([
      ['metadata.app_login_credentials.password', '***', '***'],
      ['metadata.app_login_credentials.username', '***', '***'],
      ['metadata.wheel_type', '***', '***'],
      ['name', 'Lumion 01', 'Alba two'],
    ]),
  );
  expect(JSON.stringify(changes)).not.toMatch(/first-of-all|second-one|RAIL_IN/);
});

it('[AUDITC1] changed people and error texts are', async () => {
  const jo = {
    email: 'jo@delinde.example',
    name: 'Jo',
    family_name: 'Maes',
    locale: 'nl-BE',
    user_type: 'organisation_user',
    organisation_id: 'org-de-linde',
  };
  await recordOf(postCreateUser, { body: jo });
  expect(await recordOf(postUpdateUser, { body: { ...jo, name: 'Joke', user_type: 'organisation_admin' } })).toEqual([
    ['name', 'Jo', 'Joke'],
    ['user_type', 'organisation_user', 'organisation_admin'],
  ]);
  expect(await recordOf(postDisableUser, { body: { email: jo.email } })).toEqual([['enabled', 'true', 'false']]);
  await recordOf(postRegisterErrorCode, { body: { error_code: '0x00ABCDEF', description: { development: 'Old text' } } });
  expect(
    await recordOf(postUpdateErrorCode, { body: { error_code: '0x00ABCDEF', description: { development: 'New text', nl: 'Tekst' } } }),
  ).toEqual([
    ['description.development', 'Old text', 'New text'],
    ['description.nl', null, 'Tekst'],
  ]);
});

it('[AUDITC1] [AUDIT2] [AUDIT7] the changes of a line are part of its hash', async () => {
  const database = openTestDatabase(server.it().databaseUrl);
  const key = auditKey(TEST_CREDENTIAL_KEY);
  expect(await verifyChain(database, key)).toMatchObject({ isWhole: true });
  const { id } = await database
    .selectFrom('audit')
    .select('id')
    .where('changes', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await database
    .updateTable('audit')
    .set({ changes: JSON.stringify([{ field: 'name', from: 'De Linde', to: 'De Linde' }]) })
    .where('id', '=', id)
    .execute();
  expect(await verifyChain(database, key)).toEqual({ isWhole: false, brokenAt: id });
  expect(await verifyChain(database, auditKey(createSecretKey(Buffer.alloc(32))))).toMatchObject({ isWhole: false });
  await database.destroy();
});

it('[AUDITC4] an account that is deleted is in the record also where the personal data of its person stays', async () => {
  const email = 'gone@delinde.example';
  const jo = { email, name: 'Jo', family_name: 'Maes', locale: 'nl-BE', user_type: 'organisation_user', organisation_id: 'org-de-linde' };
  await recordOf(postCreateUser, { body: jo });
  const database = openTestDatabase(server.it().databaseUrl);
  await database.insertInto('push_setting').values({ username: email, serial: 'LF-0140-23', mobile_push: true }).execute();
  // The transaction fails when it commits.
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(database);
  await sql`create constraint trigger refusing after delete on push_setting deferrable initially deferred for each row execute function refuse()`.execute(
    database,
  );
  // As with a directory, where the account is deleted before.
  const { administration } = server.it().identity;
  const elsewhere = vi.spyOn(administration, 'remove').mockImplementationOnce((_, removePerson) => removePerson(null));
  expect(await recordOf(postDeleteUser, { body: { email } })).toContainEqual(['name', 'Jo', null]);
  elsewhere.mockRestore();
  const left = await database.selectFrom('push_setting').select('serial').where('username', '=', email).execute();
  expect(left).toHaveLength(1);
  await sql`drop function refuse cascade`.execute(database);
  await database.destroy();
});

it.each([
  ['cannot be undone stays in the record', () => Promise.reject(new Error('away')), [{ field: 'name', from: 'Jo', to: 'Joke' }]],
  ['is undone leaves the record', () => Promise.resolve(), []],
])('[AUDITC4] a change of an account that %s', async (_, undo, changes) => {
  const database = openTestDatabase(server.it().databaseUrl);
  let checks = 0;
  const check = async () => {
    checks += 1;
    if (checks > 1) throw new Error('archived');
  };
  const change = [{ name: 'Jo' }, { name: 'Joke' }] as const;
  const outcome = await withChanges(() => addPerson(database, [], { act: () => Promise.resolve(), undo, check, change }));
  expect(outcome).toMatchObject({ ok: false, changes });
  await database.destroy();
});
