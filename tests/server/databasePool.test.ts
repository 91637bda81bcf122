import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { type Admission, openDatabase } from '#server/platform/database/openDatabase';
import { openFakePostgres } from '../support/fakePostgres.ts';
import { until } from '../support/until.ts';

/** Two connections to a server that can stop answering. */
async function twoConnections(admission?: Admission) {
  const server = await openFakePostgres();
  const database = openDatabase(server.url, { connections: 2, isPatient: true, ...(admission === undefined ? {} : { admission }) });
  onTestFinished(async () => {
    await server.close();
    await database.destroy();
  });
  const query = (text: string) =>
    sql
      .raw(text)
      .execute(database)
      .then(
        () => 'answered',
        (error: unknown) => String(error),
      );
  const countOf = (text: string) => server.received.filter((statement) => statement.includes(text)).length;
  return { server, query, countOf };
}

it('[INST6] calls that gave up while the connection for them was being set up do not keep it', async () => {
  const { server, query, countOf } = await twoConnections();
  server.withhold('hold');
  const held = [query('select hold'), query('select hold')];
  await until('both connections are in use', () => countOf('hold') === 2);
  const queued = [query('select 1'), query('select 1')];
  server.withhold('set ');
  server.disconnect();
  await Promise.all(held);
  await until('two connections are set up', () => countOf('set ') === 4);
  expect(await Promise.all(queued)).toEqual(Array(2).fill('Error: timeout exceeded when trying to connect'));
  server.answer();
  expect(await Promise.all([query('select 2'), query('select 2'), query('select 2')])).toEqual(Array(3).fill('answered'));
});

it('[INST6] a connection that does not answer while it is set up is given up, without a query timeout too', async () => {
  const { server, query } = await twoConnections();
  server.withhold('set ');
  expect(await query('select 1')).toBe('Error: Query read timeout');
  server.answer();
  expect(await query('select 1')).toBe('answered');
});

it('[INST7] no query is sent once this server has lost the right to use the database, on an open connection neither', async () => {
  let isLost = false;
  const { query, countOf } = await twoConnections(() => {
    if (isLost) throw new Error('lost');
  });
  expect(await query('select first')).toBe('answered');
  isLost = true;
  expect(await query('select second')).toBe('Error: lost');
  expect([countOf('first'), countOf('second')]).toEqual([1, 0]);
});
