import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Administration } from '#server/identity/administration';
import { type AdminLock, createAdminLock } from '#server/identity/directory/adminLock';
import { directoryAccounts } from '#server/identity/directory/directoryAccounts';
import { openDirectory } from '#server/identity/directory/openDirectory';
import { locks } from '#server/platform/database/locks';
import { openDatabase } from '#server/platform/database/openDatabase';
import { conflict } from '#server/platform/failure/failure';
import { readSettings } from '#server/platform/settings/settings';
import { type Place, places } from '../support/directories/places.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { until } from '../support/until.ts';

const LAST = 'There would be no system admin left.';
const OTHER = 'Another system admin is being changed at this moment. Try again.';
const admins = ['an', 'bo'].map((username) => ({
  username,
  email: `${username}@serra.example`,
  name: username,
  groups: ['user_type:system_admin'],
}));

/** A lock whose connection to the database is lost in each change, once the directory has answered. */
function lossyLock(databaseUrl: string): AdminLock {
  const [database, other] = [openDatabase(databaseUrl), openDatabase(databaseUrl)];
  onTestFinished(async () => void (await Promise.all([database.destroy(), other.destroy()])));
  const held = sql`from pg_locks where locktype = 'advisory' and objid = ${locks.directoryAdmins}`;
  const lose = async () => {
    await sql`select pg_terminate_backend(pid) ${held}`.execute(other);
    await until('the connection is lost', async () => (await sql`select ${held}`.execute(other)).rows.length === 0);
  };
  const lock = createAdminLock(database);
  return (change) =>
    lock(async () => {
      try {
        await change();
      } finally {
        await lose();
      }
    });
}

/** Opens the accounts of a directory as a server does. */
function openServer(place: Place, databaseUrl: string, lock?: AdminLock): Administration {
  const directory = openDirectory({
    settings: readSettings({ OIDC_ISSUER: 'https://sso.example', OIDC_DIRECTORY_CHANGES: 'true', ...place.env }),
    now: () => Date.now(),
    pause: async () => undefined,
  });
  if (directory === null) throw new Error('no directory');
  const database = openDatabase(databaseUrl);
  onTestFinished(() => database.destroy());
  return directoryAccounts({
    directory,
    changes: true,
    refuseChange: () => Promise.reject(conflict('elsewhere')),
    groups: async () => new Set<string>(),
    isAllowed: async () => true,
    adminLock: lock ?? createAdminLock(database),
    log: { warn: () => undefined },
  }).administration;
}

type Ending = (administration: Administration, email: string) => Promise<void>;
const accountOf = async (administration: Administration, email: string) => {
  const account = await administration.find(email);
  if (account === undefined) throw new Error('no account');
  return account;
};
const endings: readonly (readonly [string, Ending])[] = [
  ['blocked', async (administration, email) => administration.disable(await accountOf(administration, email))],
  ['deleted', async (administration, email) => administration.remove(await accountOf(administration, email), async () => undefined)],
  [
    'demoted',
    async (administration, email) => {
      const account = await accountOf(administration, email);
      await administration.update(account, { ...account, groups: ['user_type:license_support_engineer'] });
    },
  ],
];

for (const { name, start } of places) {
  async function startPlace() {
    const place = await start();
    onTestFinished(() => place.close());
    place.addGroup('user_type:license_support_engineer');
    for (const admin of admins) place.add(admin);
    const left = () =>
      admins.filter(({ email }) => {
        const stored = place.stored(email);
        return stored?.isEnabled === true && stored.groups.includes('user_type:system_admin');
      }).length;
    return { place, left, databaseUrl: await workerDatabases().migrated() };
  }

  it.each(endings)(
    `[DIRECTORY11] [PEOPLE5] ${name}: of two system admins who are %s at the same moment at one server one remains`,
    async (_, end) => {
      const { place, left, databaseUrl } = await startPlace();
      const server = openServer(place, databaseUrl);
      const outcomes = await Promise.allSettled(admins.map(({ email }) => end(server, email)));
      expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toMatchObject([{ status: 409, message: LAST }]);
      expect(left()).toBe(1);
    },
  );

  it.each(endings)(`[DIRECTORY11] [PEOPLE5] ${name}: of two system admins who are %s at two servers one remains`, async (_, end) => {
    const { place, left, databaseUrl } = await startPlace();
    const servers = [openServer(place, databaseUrl), openServer(place, databaseUrl)] as const;
    // Both have read who is a system admin.
    for (const server of servers) expect(await server.inGroup('user_type:system_admin')).toHaveLength(2);
    await end(servers[0], admins[0]?.email ?? '');
    await expect(end(servers[1], admins[1]?.email ?? '')).rejects.toMatchObject({ status: 409, message: LAST });
    expect(left()).toBe(1);
  });

  it(`[DIRECTORY11] ${name}: a system admin without an address remains, too`, async () => {
    const { place, left, databaseUrl } = await startPlace();
    place.add({ username: 'root', email: '', groups: ['user_type:system_admin'] });
    const server = openServer(place, databaseUrl);
    for (const { email } of admins) await server.disable(await accountOf(server, email));
    expect(left()).toBe(0);
  });

  it(`[DIRECTORY13] ${name}: what is kept of a deleted system admin goes, also where the database is lost while the directory answers`, async () => {
    const { place, left, databaseUrl } = await startPlace();
    const server = openServer(place, databaseUrl, lossyLock(databaseUrl));
    const removals: unknown[] = [];
    await server.remove(await accountOf(server, 'an@serra.example'), async (removeAccount) => void removals.push(removeAccount));
    expect({ left: left(), removals }).toEqual({ left: 1, removals: [null] });
    // The reason of the directory is not replaced, either.
    await expect(server.disable(await accountOf(server, 'bo@serra.example'))).rejects.toMatchObject({ status: 409, message: LAST });
  });

  it(`[DIRECTORY11] ${name}: while a server changes a system admin, another one refuses to, and nothing is changed`, async () => {
    const { place, left, databaseUrl } = await startPlace();
    const database = openDatabase(databaseUrl);
    onTestFinished(() => database.destroy());
    const server = openServer(place, databaseUrl);
    await createAdminLock(database)(async () => {
      await expect(server.disable(await accountOf(server, 'an@serra.example'))).rejects.toMatchObject({ status: 409, message: OTHER });
    });
    expect(left()).toBe(2);
    await server.disable(await accountOf(server, 'an@serra.example'));
    expect(left()).toBe(1);
  });
}
