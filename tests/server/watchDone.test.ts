import { expect, it, onTestFinished } from 'vitest';
import { insertCommand, noteProgress } from '#server/commands/commandStore';
import { createCommandChanges } from '#server/commands/watchCommands';
import { createDoneWatch } from '#server/commands/watchDone';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase } from '../support/testServer.ts';

const SERIAL = 'LF-0140-23';
const AT = Date.UTC(2026, 10, 26);
const times = { deliverMs: 10_000, endMs: 120_000 };

async function world() {
  const database = openTestDatabase(await seededDatabase());
  onTestFinished(() => database.destroy());
  let queries = 0;
  const counted = database.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const changes = createCommandChanges();
  const finish = async (id: string, command: 'upload_data' | 'reload_config', at: number) => {
    const by = { username: 'a', name: 'A' };
    await insertCommand(database, { id, serial: SERIAL, command, arguments: {}, by, at, times }, false);
    await noteProgress(database, SERIAL, { id, status: 'done', at, text: null });
    changes.notify();
  };
  return { watch: createDoneWatch(counted, changes), finish, queries: () => queries, changes };
}

it('[WAIT1] however many wait, the database is asked once at a time for all of them', async () => {
  const { watch, finish, queries, changes } = await world();
  const many = Array.from({ length: 600 }, () => watch.wait({ serial: SERIAL, command: 'upload_data', since: AT }, 60_000));
  for (let index = 0; index < 50; index += 1) changes.notify();
  await finish('done', 'upload_data', AT + 1);
  expect(new Set(await Promise.all(many))).toEqual(new Set([true]));
  // One when the first began, one for all that came during it, and one or two for the changes.
  expect(queries()).toBeLessThan(10);
});

it('[WAIT1] each gets its own answer: by device, kind and time', async () => {
  const { watch, finish } = await world();
  await finish('before', 'upload_data', AT - 1);
  await finish('now', 'reload_config', AT);
  const waits = [
    watch.wait({ serial: SERIAL, command: 'upload_data', since: AT }, 200),
    watch.wait({ serial: SERIAL, command: 'upload_data', since: AT - 1 }, 60_000),
    watch.wait({ serial: SERIAL, command: 'reload_config', since: AT }, 60_000),
    watch.wait({ serial: 'LF-0141-23', command: 'reload_config', since: AT }, 200),
  ];
  expect(await Promise.all(waits)).toEqual([false, true, true, false]);
});
