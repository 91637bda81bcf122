import { expect, it } from 'vitest';
import type { Call } from '#contract/call';
import { calls, type CallName } from '#contract/catalogue/calls';
import { ask, type Asking } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { samples } from './samples.ts';

const server = withServer();
const INSTANT = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g;
const names = Object.keys(calls).filter((name): name is CallName => name in calls);

/** The instants of a request, one after the other, replaced by these. */
function withInstants(asking: Asking, instants: readonly string[]): Asking {
  let index = 0;
  return JSON.parse(JSON.stringify(asking).replaceAll(INSTANT, () => `"${instants[index++ % instants.length] ?? ''}"`));
}

const dated = names.filter((name) => JSON.stringify(samples[name].mine).search(INSTANT) >= 0);

it('[YEARS1] the calls with instants are found', () => {
  expect(dated).toEqual(
    expect.arrayContaining(['getHistoryIndex', 'getHistoryEpisodes', 'getHistoryBlock', 'getIncidentDays', 'postBookmark']),
  );
});

it.each([
  ['the last year', ['9999-12-30T00:00:00Z', '9999-12-31T12:00:00Z']],
  ['the end of the last year', ['9999-12-31T23:59:00Z', '9999-12-31T23:59:59.999Z']],
  ['a year of three digits', ['0500-01-01T00:00:00Z', '0500-01-01T00:05:00Z']],
  ['the year nought', ['0000-01-01T00:00:00Z', '0000-01-01T00:05:00Z']],
  ['an instant with 200 digits behind the point', [`2026-03-04T13:05:00.${'1'.repeat(200)}Z`, `2026-03-04T13:06:00.${'1'.repeat(200)}Z`]],
  ['an instant without seconds', ['2026-03-04T13:05Z', '2026-03-04T13:06Z']],
  ['the whole calendar', ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']],
] as const)('[YEARS1] every call answers or refuses %s', async (_, instants) => {
  const token = server.it().identity.issue(staff);
  const failed: string[] = [];
  for (const name of dated) {
    const call: Call = calls[name];
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      const asking = withInstants(samples[name].mine, instants);
      const query = { ...asking.query, ...('timezone' in (asking.query ?? {}) ? { timezone: zone } : {}) };
      const { status } = await ask(server.it().address, call, { ...asking, query, token });
      if (status >= 500) failed.push(`${name} in ${zone}: ${String(status)}`);
    }
  }
  expect(failed).toEqual([]);
});
