import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { postIncidentExport } from '#contract/incident';
import { dateTimeText } from '#domain/text/dates';
import { localMinute } from '#domain/text/timeStep';
import { DAY_MS } from '#domain/text/timeUnits';
import { ExportScreen } from '#screens/incidents/export/ExportScreen';
import { keyOf } from '#streams/event';
import userEvent from '@testing-library/user-event';
import type { Intent } from '#streams/intent';
import { aDevice, devicesKnown, showing } from '../../widgets/aConsole.tsx';

const NOW = Date.UTC(2026, 2, 5, 12);
const AT = NOW + 187_000;
const SECOND = AT / 1_000;
const key = keyOf({ call: postIncidentExport.name, params: {}, query: {} });
const call = postIncidentExport.name;
function open(isPast = false) {
  const intents: Intent[] = [];
  const events = [
    [SECOND, devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Boris'))],
    [SECOND, { kind: 'clock.ticked' }],
  ] as const;
  const all = showing(<ExportScreen />, { address: '/incidents/export', events, ...(isPast ? {} : { intents }) });
  const given = () => intents.flatMap((intent) => (intent.kind === 'query.requested' && intent.request.call === call ? [intent] : []));
  return { ...all, given, user: userEvent.setup() };
}
const shown = (at: number | string) => dateTimeText(at).replace(',', '').slice(0, 'dd/mm/yyyy hh:mm'.length);
const button = () => screen.getByRole('button', { name: 'Export' });
const box = (name: string) => screen.getByRole('checkbox', { name: new RegExp(`^Export ${name}`) });
const summary = () =>
  within(screen.getByRole('table', { name: 'Summary' }))
    .getAllByRole('row')
    .map((row) => [within(row).getByRole('rowheader').textContent, within(row).getByRole('cell').textContent]);

it('[INC-071] [INC-072] [INC-073] [INC-079] [INC-080] [CONST-046] [CONST-048] start and end go in steps of 5 minutes, from 24 hours ago until now', async () => {
  const { user } = open();
  const [start, end] = [screen.getByLabelText('Start date'), screen.getByLabelText('End date')];
  expect(start).toHaveValue(shown(NOW - DAY_MS));
  expect(end).toHaveValue(shown(NOW));
  await user.click(screen.getByRole('button', { name: 'Start date: 5 minutes earlier' }));
  expect(start).toHaveValue(shown(NOW - DAY_MS - 300_000));
});

it('[INC-074] [INC-075] [OPEN-121] devices are chosen one by one, or all that are found; the summary tells what would be exported', async () => {
  const { user } = open();
  expect(summary()).toEqual([
    ['Start', dateTimeText(NOW - DAY_MS)],
    ['End', dateTimeText(AT)],
    ['Number of devices', '0'],
    ['Devices', '-'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Select All' }));
  expect(summary().slice(2)).toEqual([
    ['Number of devices', '2'],
    ['Devices', 'Alba, Boris'],
  ]);
  await user.type(screen.getByRole('searchbox', { name: 'Search devices' }), 'bor');
  await user.click(screen.getByRole('button', { name: 'Select None' }));
  expect(summary().at(-1)).toEqual(['Devices', 'Alba']);
  await user.click(box('Boris'));
  expect(box('Boris')).toBeChecked();
  expect(summary()[2]).toEqual(['Number of devices', '2']);
  expect(screen.getByText('2 selected')).toBeVisible();
});

it('[INC-076] [INC-077] [MSG-112] [CALL-078] [EXP1] "Export" asks for the file, and is disabled with a spinner until it came', async () => {
  const { user, given, learn } = open();
  expect(button()).toBeDisabled();
  await user.click(box('Boris'));
  await user.click(button());
  const body = { machine_list: ['LF-02'], start_time: new Date(NOW - DAY_MS).toISOString(), end_time: new Date(AT).toISOString() };
  expect(given().map((intent) => intent.body)).toEqual([body]);
  expect(button()).toBeDisabled();
  expect(button()).toHaveAttribute('aria-busy', 'true');
  expect(button().querySelector('svg')).toBeInTheDocument();
  learn([SECOND + 1, { kind: 'request.started', key, call }], [SECOND + 2, { kind: 'request.succeeded', key, call, answer: '' }]);
  expect(button()).toBeEnabled();
  expect(button().querySelector('svg')).toBeNull();
  await user.click(button());
  learn(
    [SECOND + 3, { kind: 'request.started', key, call }],
    [SECOND + 4, { kind: 'request.failed', key, call, failure: { status: 500, message: '' } }],
  );
  expect(button()).toBeEnabled();
  expect(given()).toHaveLength(2);
});

it('[INC-076] nothing is exported backwards', async () => {
  const { user } = open();
  await user.click(box('Alba'));
  const start = screen.getByLabelText('Start date');
  await user.clear(start);
  await user.type(start, `${localMinute(NOW, undefined)}{Enter}`);
  for (let press = 0; press < 2; press += 1) await user.click(screen.getByRole('button', { name: 'End date: 5 minutes earlier' }));
  expect(screen.getByText('The end lies before the start.')).toBeVisible();
  expect(button()).toBeDisabled();
});

it('[INC-076] nothing is exported from the past', async () => {
  const { user } = open(true);
  await user.click(box('Alba'));
  expect(button()).toBeDisabled();
});

it('[INC-071] it stands in the menu of the incidents', () => {
  expect(routes.find(({ path }) => path === '/incidents/export')).toMatchObject({
    title: 'Export Incidents',
    place: 'menu',
    group: 'incidents',
  });
});
