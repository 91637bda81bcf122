import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { receivedMessages } from '../support/receivedMessages.ts';
import { seededDatabase } from '../support/testServer.ts';

const NOW = Date.parse('2026-03-04T13:00:00Z');
const MINUTE = 60_000;
const [A, B] = ['0x03000117', '0x01000205'];

let database: ReturnType<typeof openTestDatabase>;
beforeAll(async () => {
  database = openTestDatabase(await seededDatabase());
  await database.deleteFrom('error_period').execute();
});
afterAll(() => database.destroy());

/** A device that reports a state, in error or not, measured minutes before it is received. */
function aDevice(serial: string) {
  const { send, write, backlog } = receivedMessages(serial);
  let sequence = 0;
  return {
    kinds: () => backlog().transitions.map(({ kind }) => kind),
    /** Each a minute after the one before; a code of an error, null for an error without one, or `works`. */
    report: (states: readonly (string | null)[]) => {
      for (const code of states) {
        sequence += 1;
        const state = code === 'works' ? { current_state: 'executing_task' } : { current_state: 'error', error_code: code };
        const at = NOW + sequence * MINUTE;
        send('state', { time: new Date(at).toISOString(), sequence: 1_000 + sequence, state }, at);
      }
    },
    /** Sends reports that arrive now but were measured some minutes ago, one each minute. */
    keep: (minutesAgo: number, states: readonly (string | null)[]) => {
      for (const [index, code] of states.entries()) {
        const state = code === 'works' ? { current_state: 'executing_task' } : { current_state: 'error', error_code: code };
        const minutes = minutesAgo - index;
        send('state', { time: new Date(NOW - minutes * MINUTE).toISOString(), sequence: 1_000 - minutes, state }, NOW + sequence * MINUTE);
      }
    },
    periods: async () => {
      await write(database);
      const rows = await database.selectFrom('error_period').selectAll().where('serial', '=', serial).orderBy('start_time').execute();
      const minuteOf = (at: Date | null) => (at === null ? null : (at.getTime() - NOW) / MINUTE);
      return rows.map(({ start_time, stop_time, error_code }) => [minuteOf(start_time), minuteOf(stop_time), error_code]);
    },
  };
}

it.each([
  ['with its first state', 'LF-0140-23', [A, A, 'works'], A],
  ['with a later one', 'LF-0141-23', [null, null, A, A, 'works'], A],
  ['and another one after it', 'LF-0142-23', [A, B, 'works'], A],
  ['never', 'LF-0143-23', [null, null, 'works'], null],
])('[INGEST24] an error has the first code that its device reports: %s', async (_, serial, states, code) => {
  const device = aDevice(serial);
  device.report(states);
  expect(await device.periods()).toEqual([[1, states.length, code]]);
});

it('[INGEST24] a code that comes after its error was written is added to it, and nothing is written for further states', async () => {
  const device = aDevice('LF-0154-24');
  device.report([null]);
  expect(await device.periods()).toEqual([[1, null, null]]);
  device.report([A, A, B, null, A, null, B]);
  expect(device.kinds().filter((kind) => kind !== 'silent')).toEqual(['named']);
  expect(await device.periods()).toEqual([[1, null, A]]);
});

it('[INGEST24] errors of which a device tells late have their codes, in whichever of their states these are', async () => {
  const device = aDevice('LF-0151-23');
  device.report(['works']);
  device.keep(60, [null, A, null, null, 'works']);
  device.keep(40, [B, B, B, 'works', 'works']);
  device.keep(30, ['works', null, 'works']);
  device.keep(20, [null]);
  expect(await device.periods()).toEqual([
    [-60, -56, A],
    [-40, -37, B],
    [-29, -28, null],
    [-20, -20, null],
  ]);
  device.keep(19, [B, 'works']);
  expect((await device.periods()).at(-1)).toEqual([-20, -18, B]);
});

it('[INGEST24] a late state gives the error that lasts its code, and changes neither its start nor its end', async () => {
  const device = aDevice('LF-0152-23');
  device.report(['works', null, null, null]);
  expect(await device.periods()).toEqual([[2, null, null]]);
  device.keep(-3, [A]);
  expect(await device.periods()).toEqual([[2, null, A]]);
});
