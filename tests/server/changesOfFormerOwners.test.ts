import { expect, it } from 'vitest';
import { configColours } from '#domain/configuration/configRights';
import { DAY_MS } from '#domain/text/timeUnits';
import { applyConfirmedChanges } from '#server/configuration/applyConfirmedChange';
import { readChanges } from '#server/configuration/changeHistory';
import { createLiveReports } from '#server/fleet/liveReports';
import type { ReadableTimes } from '#server/locations/visibility';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase } from '../support/testServer.ts';

const SERIAL = 'DV-0107';
/** The device is with its next owner from here on. */
const MOVED = Date.UTC(2020, 5, 1);
const model = { command_name: 'set', group: 'g-red', type: 'int' as const };
const colours = { known: [...configColours], unknown: true };

it('[CFG12] a change that a former owner requested stays unread by the next one when its command was removed by its age', async () => {
  const database = openTestDatabase(await seededDatabase());
  await database.deleteFrom('command').execute();
  await database
    .insertInto('config_device')
    .values({ serial: SERIAL, schema_id: 'dock', since: new Date(MOVED - DAY_MS), first_values: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [before, after] = [new Date(MOVED - 60_000), new Date(MOVED + 60_000)];
  const command = (id: string, given_at: Date) => ({
    id,
    device_serial: SERIAL,
    command: 'config',
    arguments: JSON.stringify({ file_name: 'dock.yaml', config_name: id, new_value: 1 }),
    status: 'done' as const,
    given_at,
    given_by: 'an',
    given_by_name: 'An',
    expires_at: after,
    ends_by: after,
    ended_at: after,
  });
  await database
    .insertInto('command')
    .values([command('of the former owner', before), command('of the owner', after)])
    .execute();
  await applyConfirmedChanges({ database, live: createLiveReports(() => MOVED), now: () => MOVED + DAY_MS }, SERIAL);
  // Rows of an earlier release have no time of their request.
  const earlier = {
    serial: SERIAL,
    file_name: 'dock.yaml',
    new_value: '1',
    at: after,
    by_username: 'an',
    by_name: 'An',
    model_group: 'g-red',
  };
  await database
    .insertInto('config_change')
    .values([
      { ...earlier, config_name: 'of an earlier release', command_id: 'removed' },
      { ...earlier, config_name: 'of the device', command_id: null },
    ])
    .execute();
  const page = { page: 0, per_page: 100 };
  const parameters = ['of the former owner', 'of the owner'].map((config_name) => ({ file_name: 'dock.yaml', config_name, model }));
  const named = async (times: ReadableTimes) => {
    const asked = { device: { serial: SERIAL, times }, parameters, colours, page };
    const { results } = await readChanges(database, asked);
    return results.map(({ config_name }) => config_name).toSorted();
  };
  const own = ['of the device', 'of the owner'];
  expect(await named([{ from: MOVED, until: null }])).toEqual(own);
  await database.deleteFrom('command').execute();
  expect(await named([{ from: MOVED, until: null }])).toEqual(own);
  expect(await named([{ from: MOVED - DAY_MS, until: null }])).toEqual([...own, 'of the former owner'].toSorted());
  expect(await named('all')).toEqual([...own, 'of an earlier release', 'of the former owner'].toSorted());
  await database.destroy();
});
