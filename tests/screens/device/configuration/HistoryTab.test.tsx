import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getConfigChanges, type ConfigChange } from '#contract/devices/configuration';
import { keyOf, type EventPayload } from '#streams/event';
import { cells } from '../../onScreen.ts';
import { configuration, serial } from './aConfiguration.tsx';

const about = (page: number) => ({
  key: keyOf({ call: getConfigChanges.name, params: { serial }, query: { page, per_page: 10 } }),
  call: getConfigChanges.name,
});
const aChange = (over: Partial<ConfigChange> = {}): ConfigChange => ({
  belgian_local_time: '2026-03-04T14:05:09',
  device_local_time: '2026-03-04T13:05:09',
  device_local_timezone: 'Europe/London',
  config_name: 'max_speed',
  old_value: 0.5,
  new_value: 0.6,
  ...over,
});
const changesResponse = (page: number, total: number, ...results: readonly ConfigChange[]): EventPayload => ({
  kind: 'request.succeeded',
  ...about(page),
  answer: { total, results },
});
const failed = (page: number): EventPayload => ({ kind: 'request.failed', ...about(page), failure: { status: 500, message: '' } });
const history = (...events: readonly EventPayload[]) =>
  configuration({ address: '?tab=history', events: events.map((each) => [2, each] as const) });

it('[DEV-102] [DEV-103] [DEV-104] [DEV-105] [DEV-106] [DEV-107] a change with its two times, its name, its old and its new value', () => {
  history(changesResponse(0, 2, aChange(), aChange({ config_name: 'greeting', old_value: null, new_value: 'hi', done_by: 'Anna' })));
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Belgian time',
    'Device local time',
    'Config name',
    'Old value',
    'New value',
    'Changed by',
  ]);
  const times = ['04/03/2026, 14:05:09', '04/03/2026, 13:05:09 Europe/London'];
  expect(cells()).toEqual([
    [...times, 'max_speed', '0.5', '0.6', '-'],
    [...times, 'greeting', '-', 'hi', 'Anna'],
  ]);
});

it('[DEV-108] [MSG-050] an unknown device time reads Unknown', () => {
  history(changesResponse(0, 1, aChange({ device_local_time: null, device_local_timezone: null })));
  expect(cells()[0]?.[1]).toBe('Unknown');
});

it('[DEV-109] [CONST-015] [GAP-33] ten on a page for everybody: the size cannot be chosen', async () => {
  const { user, intents } = history(changesResponse(0, 23, aChange()));
  expect(screen.getByText('1-10 of 23')).toBeVisible();
  expect(screen.queryByLabelText('Rows per page')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  const asked = intents.flatMap((intent) =>
    intent.kind === 'query.subscribed' && intent.request.call === getConfigChanges.name ? [intent.request.query] : [],
  );
  expect(asked).toEqual([
    { page: 0, per_page: 10 },
    { page: 1, per_page: 10 },
  ]);
});

it('[DEV-112] [RULE-113] [RULE-114] a failed load empties the table and says nothing of it; it can be asked again', async () => {
  const { user, learn, intents } = history();
  expect(screen.getByRole('table', { name: 'Changes' })).toHaveAttribute('aria-busy', 'true');
  learn([3, failed(0)]);
  expect(screen.getByRole('table', { name: 'Changes' })).toHaveAttribute('aria-busy', 'false');
  expect(screen.getByText('No rows found')).toBeVisible();
  expect(screen.queryByText(/failed|wrong/i)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Refresh Data' }));
  expect(intents.filter((intent) => intent.kind === 'query.requested')).toHaveLength(1);
  learn([4, changesResponse(0, 1, aChange())]);
  expect(cells()).toHaveLength(1);
  learn([5, failed(0)]);
  expect(screen.getByText('No rows found')).toBeVisible();
});

it('[DEV-102] a device whose configuration never changed', () => {
  history(changesResponse(0, 0));
  expect(screen.getByText('No rows found')).toBeVisible();
});
