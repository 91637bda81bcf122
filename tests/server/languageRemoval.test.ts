import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLocale, removeLocale } from '#server/users/locales';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { until } from '../support/until.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const person = { email: 'jo@delinde.example', name: 'Jo', family_name: 'Maes', groups: ['user_type:organisation_user'] };

it('[LANG5] a language that an account gets while its removal waits is not removed', async () => {
  const { database } = server;
  const { administration } = server.identity;
  await database
    .insertInto('locale')
    .values([
      { id: 'fi', name: 'Suomi' },
      { id: 'sv', name: 'Svenska' },
    ])
    .execute();
  const remove = (id: string) => removeLocale(database, id, { here: administration.emailsWith, elsewhere: async () => [] });
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const removal = await database.transaction().execute(async (tx) => {
    await checkLocale(tx, 'fi');
    const started = Promise.allSettled([remove('fi')]);
    await until('the removal waits', async () => (await waiting.execute(database)).rows.length > 0);
    await administration.invite({ ...person, locale: 'fi' });
    return { started };
  });
  expect(await removal.started).toMatchObject([
    { status: 'rejected', reason: { status: 409, message: 'fi is the language of 1 account: jo@delinde.example.' } },
  ]);
  await checkLocale(database, 'fi');
  await remove('sv');
  await expect(checkLocale(database, 'sv')).rejects.toMatchObject({ status: 400 });
});
