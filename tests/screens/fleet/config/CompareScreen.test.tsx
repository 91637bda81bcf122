import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getConfigCompare } from '#contract/devices/configuration';
import { dateTimeText } from '#domain/text/dates';
import { localMinute } from '#domain/text/timeStep';
import { CompareScreen } from '#screens/fleet/config/CompareScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { ticked, type TimedEvent } from '../../../state/eventsOf.ts';
import { aDevice, devicesKnown, showing } from '../../../widgets/aConsole.tsx';
import { cells } from '../../onScreen.ts';

const NOW = Date.parse('2026-03-04T14:07:32Z') / 1_000;
const STEP = '2026-03-04T14:05:00.000Z';
const shown = (at: number | string) => dateTimeText(at).replace(',', '').slice(0, 'dd/mm/yyyy hh:mm'.length);
const text = (instant: string) => localMinute(Date.parse(instant), undefined);

const query = (over: Readonly<Record<string, string>> = {}) => ({
  machine_serial_1: 'LF-01',
  machine_serial_2: 'LF-02',
  at_time_machine_1: STEP,
  at_time_machine_2: STEP,
  ...over,
});
const about = { key: keyOf({ call: getConfigCompare.name, params: {}, query: query() }), call: getConfigCompare.name };
const asked: EventPayload = { kind: 'request.started', ...about };
const failed: EventPayload = { kind: 'request.failed', ...about, failure: { status: 500, message: 'broken' } };
const response = (...differences: readonly object[]): EventPayload => ({
  kind: 'request.succeeded',
  ...about,
  answer: { result: { differences } },
});
const differences = [
  { key_value: 'navigation.yaml/max_speed', value_machine_1: 0.5, value_machine_2: 0.6 },
  { key_value: 'lights.yaml/greeting', value_machine_1: null, value_machine_2: 'hello' },
];

const BOTH = '?machine_serial_1=LF-01&machine_serial_2=LF-02';

const known: TimedEvent = [1, devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Bento'), aDevice('LF-03', 'Cara'))];

function compare(address = BOTH, isPast = false, events: readonly TimedEvent[] = [known]) {
  const intents: Intent[] = [];
  const view = showing(<CompareScreen />, {
    address: `/fleet/config${address}`,
    events: [...events, [NOW, ticked]],
    ...(isPast ? {} : { intents }),
  });
  const sent = () => intents.flatMap((intent) => (intent.kind === 'query.requested' ? [intent.request.query] : []));
  return { ...view, user: userEvent.setup(), sent };
}
const button = () => screen.getByRole('button', { name: 'Compare' });
const half = (name: string) => within(screen.getByRole('group', { name }));

it('[FLEET-057] [SHELL-034] it stands in the menu under its name', () => {
  expect(routes.find(({ path }) => path === '/fleet/config')).toMatchObject({ title: 'Config Compare', place: 'menu', group: 'fleet' });
});

it('[FLEET-058] a first and a second device are searched and chosen; the address keeps them', async () => {
  const { user, address } = compare('');
  expect(button()).toBeDisabled();
  for (const [name, search] of [
    ['First device', 'alb'],
    ['Second device', 'LF-02'],
  ] as const) {
    await user.type(half(name).getByRole('searchbox'), `${search}{Enter}`);
  }
  expect(half('First device').getByRole('combobox', { name: 'Device: Alba' })).toBeVisible();
  expect(half('Second device').getByRole('combobox', { name: 'Device: Bento' })).toBeVisible();
  expect(address()).toBe(`/fleet/config${BOTH}`);
  await user.click(half('Second device').getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: /Cara/ }));
  expect(address()).toContain('machine_serial_2=LF-03');
  expect(button()).toBeEnabled();
});

it('[FLEET-058] two devices asked for before any is known are both chosen once they are', async () => {
  const { user, address, learn } = compare('', false, []);
  await user.type(half('First device').getByRole('searchbox'), 'alb{Enter}');
  await user.type(half('Second device').getByRole('searchbox'), 'LF-02{Enter}');
  learn(known);
  expect(half('First device').getByRole('combobox', { name: 'Device: Alba' })).toBeVisible();
  expect(half('Second device').getByRole('combobox', { name: 'Device: Bento' })).toBeVisible();
  expect(address()).toBe(`/fleet/config${BOTH}`);
  expect(button()).toBeEnabled();
});

it('[FLEET-059] [FLEET-060] [CONST-047] each has a time in steps of five minutes, now at first', async () => {
  const { user, address } = compare();
  const [first, second] = [screen.getByLabelText('First time'), screen.getByLabelText('Second time')];
  expect(first).toHaveValue(shown(STEP));
  fireEvent.change(second, { target: { value: text('2026-03-03T10:03:00Z') } });
  fireEvent.blur(second);
  expect(second).toHaveValue(shown('2026-03-03T10:00:00Z'));
  await user.click(screen.getByRole('button', { name: 'Second time: 5 minutes earlier' }));
  expect(second).toHaveValue(shown('2026-03-03T09:55:00Z'));
  expect(first).toHaveValue(shown(STEP));
  expect(address()).toContain('at_time_machine_2=2026-03-03T09%3A55%3A00.000Z');
});

it('[FLEET-061] a link chooses, but only the button compares; then the address has the times too', async () => {
  const { user, sent, address } = compare();
  expect(sent()).toEqual([]);
  await user.click(button());
  expect(sent()).toEqual([query()]);
  expect(address()).toContain('at_time_machine_1=2026-03-04T14%3A05%3A00.000Z');
});

it('[FLEET-060] [FLEET-061] a time that is left by pressing the button is the time compared', async () => {
  const { sent, address } = compare();
  const second = screen.getByLabelText('Second time');
  fireEvent.change(second, { target: { value: text('2026-03-03T10:00:00Z') } });
  await act(async () => {
    fireEvent.blur(second);
    // A browser draws what is urgent between the two; the address is not.
    await Promise.resolve();
    fireEvent.click(button());
  });
  expect(sent()).toEqual([query({ at_time_machine_2: '2026-03-03T10:00:00.000Z' })]);
  expect(address()).toContain('at_time_machine_2=2026-03-03T10%3A00%3A00.000Z');
});

it('[FLEET-062] [FLEET-063] each difference with its key and one value per device, under the names and times compared', async () => {
  const { user, learn } = compare();
  await user.click(button());
  learn([NOW + 1, asked]);
  expect(screen.getByRole('table', { name: 'Differences' })).toHaveAttribute('aria-busy', 'true');
  learn([NOW + 2, response(...differences)]);
  expect(screen.getByRole('heading', { name: '2 differences' })).toBeVisible();
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads.slice(0, 3)).toEqual(['Key', `Alba, ${dateTimeText(STEP)}`, `Bento, ${dateTimeText(STEP)}`]);
  expect(cells()).toEqual([
    ['lights.yaml/greeting', '- not on this device', 'hello'],
    ['navigation.yaml/max_speed', '0.5', '0.6'],
  ]);
});

it('[FLEET-063] the next choice does not rename the compared sides', async () => {
  const { user, learn } = compare();
  await user.click(button());
  learn([NOW + 1, asked], [NOW + 2, response(...differences)]);
  await user.click(half('First device').getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: /Cara/ }));
  expect(screen.getAllByRole('columnheader')[1]).toHaveTextContent('Alba');
});

it('[FLEET-062] equal configurations say so', async () => {
  const { user, learn } = compare();
  await user.click(button());
  learn([NOW + 1, asked], [NOW + 2, response()]);
  expect(screen.getByRole('heading', { name: 'No differences' })).toBeVisible();
  expect(cells()).toEqual([]);
});

it('[FLEET-064] [GAP-95] a failed comparison says nothing, leaves nothing, and the button can be used again', async () => {
  const { user, learn, sent } = compare();
  await user.click(button());
  learn([NOW + 1, asked]);
  expect(button()).toBeDisabled();
  learn([NOW + 2, failed]);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByText(/broken|failed|wrong/i)).toBeNull();
  await user.click(button());
  expect(sent()).toHaveLength(2);
  learn([NOW + 3, asked], [NOW + 4, response(...differences)]);
  expect(cells()).toHaveLength(2);
});

it.each([
  ['a device nobody knows', '?machine_serial_1=LF-99&machine_serial_2=LF-02'],
  ['a foreign path', '?machine_serial_1=../x&machine_serial_2=LF-02'],
  ['no time', `${BOTH}&at_time_machine_2=`],
  ['a time that is none', `${BOTH}&at_time_machine_2=%3Cscript%3E`],
])('[FLEET-061] with %s in the address nothing can be compared', (_, address) => {
  compare(address);
  expect(button()).toBeDisabled();
});

it('[FLEET-060] a time that is none says so at its field', () => {
  compare(`${BOTH}&at_time_machine_2=yesterday`);
  expect(screen.getByLabelText('Second time')).toHaveAccessibleDescription('Choose a day and a time.');
});

it('[FLEET-061] in the past nothing is compared', () => {
  compare(BOTH, true);
  expect(button()).toBeDisabled();
});
