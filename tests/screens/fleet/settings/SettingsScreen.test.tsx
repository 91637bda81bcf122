import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getAllDevices } from '#contract/devices/device';
import { getDeviceSims, postDeviceSims } from '#contract/devices/deviceSim';
import { getSwVersion } from '#contract/fleet/dataGroup';
import { getMachines } from '#contract/fleet/machine';
import type { DataFrame } from '#contract/fleet/socket';
import { dateTimeText } from '#domain/text/dates';
import { SettingsScreen } from '#screens/fleet/settings/SettingsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { pasteInto } from '../../../support/pasteInto.ts';
import { reported, ticked, type TimedEvent } from '../../../state/eventsOf.ts';
import { aDevice, devicesKnown, showing } from '../../../widgets/aConsole.tsx';
import { failed, NOW } from '../../dashboard/aFleet.ts';
import { cells } from '../../onScreen.ts';

const lastSeen = new Date((NOW - 3_600) * 1_000).toISOString();
type GroupData = Pick<DataFrame, 'data_group' | 'data'>;
const dataReported = (serial: string, { data_group, data }: GroupData): EventPayload => ({
  kind: 'device.dataReported',
  serial,
  data_group,
  data,
});
const software = (software_version: string, software_status: 'True' | 'False' = 'True'): GroupData => ({
  data_group: 'sw_version',
  data: { sw_version: { software_version, software_status } },
});
const maps = (...valid: readonly boolean[]): GroupData => ({
  data_group: 'map_data',
  data: { time: null, available_maps: Object.fromEntries(valid.map((isValid, at) => [`m${at}`, { version: '2.1.1', valid: isValid }])) },
});
const sim = (rate_plan: string, reached = false): GroupData => ({
  data_group: 'sim_info',
  data: {
    sim_info: { sim_info: { customer: 'De Linde', rate_plan, overage_limit_reached: reached, overage_limit_override: 'until May' } },
  },
});

/** Three devices: one online with all groups reported, one seen an hour ago with an invalid map, one that never reported. */
const fleet: readonly TimedEvent[] = [
  [
    NOW - 5,
    devicesKnown(
      { ...aDevice('LF-10', 'Lumion 10'), last_seen: lastSeen },
      { ...aDevice('DV-02', 'Divo 2'), last_seen: lastSeen, device_type: 'DIV01', life_cycle_stage: 'SERVICE' },
      { ...aDevice('LF-03', 'Lumion 3'), last_seen: null },
    ),
  ],
  [NOW - 3, reported('LF-10', NOW - 3)],
  [NOW - 2, dataReported('LF-10', software('5.12.3'))],
  [NOW - 2, dataReported('LF-10', maps(true, true))],
  [NOW - 2, dataReported('LF-10', sim('Robot EU 1 GB', true))],
  [NOW - 2, dataReported('DV-02', software('5.11.0', 'False'))],
  [NOW - 2, dataReported('DV-02', maps(true, false))],
  [NOW - 2, dataReported('DV-02', sim('Keep Alive 10 MB'))],
  [NOW, ticked],
];

/** The entered SIM fields. */
const simsEntered = (...result: readonly object[]): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: getDeviceSims.name, params: {}, query: {} }),
  call: getDeviceSims.name,
  answer: { result: result.map((entered) => ({ saved_at: '2026-03-04T10:00:00Z', saved_by: 'An', ...entered })) },
});

function shown(events: readonly TimedEvent[] = fleet, remembered: Readonly<Record<string, string>> = {}) {
  const user = userEvent.setup();
  const intents: Intent[] = [];
  return { user, intents, ...showing(<SettingsScreen />, { address: '/fleet/settings', events, intents, remembered }) };
}
const names = () => cells().map(([, name]) => name);
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const asked = (intents: readonly Intent[]) =>
  intents.flatMap((intent) => (intent.kind === 'query.subscribed' ? [`${keyOf(intent.request)} ${String(intent.everyMs)}`] : []));

const ALWAYS = ['Online', 'Name', 'Last Sent'];
const DEVICE = ['Serial', 'Device Type', 'Life Cycle Stage'];
const SIM = ['Customer', 'Rate Plan', 'Limit Reached', 'Limit Override'];

it('[SHELL-032] [GAP-84] it stands in the menu under a name of its own', () => {
  expect(routes.find(({ path }) => path === '/fleet/settings')).toMatchObject({
    title: 'Settings Overview',
    place: 'menu',
    group: 'fleet',
  });
});

it('[FLEET-031] [GAP-84] its title is the one of the state overview', () => {
  shown();
  expect(screen.getByRole('heading', { name: 'Overview All Devices' })).toBeVisible();
});

it('[FLEET-032] [FLEET-033] [FLEET-034] [FLEET-035] [GAP-85] [MSG-020] four toggles, all on, and every column in its order', () => {
  shown();
  const toggles = screen.getAllByRole('checkbox');
  expect(toggles.map((toggle) => toggle.closest('label')?.textContent)).toEqual([
    'Show Device Info',
    'Show Software Info',
    'Show Map Info',
    'Show SIM Info',
  ]);
  for (const toggle of toggles) expect(toggle).toBeChecked();
  expect(heads()).toEqual([...ALWAYS, ...DEVICE, 'Software Version', 'Maps Valid?', ...SIM]);
});

it.each([
  ['FLEET-032', 'Show Device Info', [...ALWAYS, 'Software Version', 'Maps Valid?', ...SIM]],
  ['FLEET-033', 'Show Software Info', [...ALWAYS, ...DEVICE, 'Maps Valid?', ...SIM]],
  ['FLEET-034', 'Show Map Info', [...ALWAYS, ...DEVICE, 'Software Version', ...SIM]],
  ['FLEET-035', 'Show SIM Info', [...ALWAYS, ...DEVICE, 'Software Version', 'Maps Valid?']],
])('[%s] [GAP-85] without "%s" its columns go; the browser remembers, and they return', async (_, name, left) => {
  const { user, memory, unmount } = shown();
  await user.click(screen.getByRole('checkbox', { name }));
  expect(heads()).toEqual(left);
  unmount();
  shown(fleet, Object.fromEntries(memory));
  expect(heads()).toEqual(left);
  await user.click(screen.getByRole('checkbox', { name }));
  expect(heads()).toHaveLength(12);
});

it('[FLEET-032] an invalid stored choice hides nothing', () => {
  shown(fleet, { 'fleet-settings.hidden': 'roof  ,' });
  expect(heads()).toHaveLength(12);
});

it('[FLEET-036] [FLEET-038] [FLEET-039] [FLEET-040] [FLEET-041] [FLEET-042] [FLEET-043] [FLEET-044] [FLEET-046] [FLEET-047] [FLEET-048] [FLEET-049] [OPEN-112] [MSG-021] every device tells what it runs on', () => {
  shown();
  expect(cells()).toEqual([
    [
      expect.stringMatching(/^Offline/),
      'Divo 2',
      dateTimeText(lastSeen),
      'DV-02',
      'DIV01',
      'Service',
      '5.11.0, Software on NUC and RPI is different',
      'Invalid',
      'De Linde',
      'Warning: Keep Alive 10 MB',
      'No',
      'until May',
    ],
    [expect.stringMatching(/^Offline/), 'Lumion 3', '-', 'LF-03', 'Lumion Fix', 'Operational', '-', 'Unknown', '-', '-', '-', '-'],
    [
      'Online',
      'Lumion 10',
      dateTimeText((NOW - 3) * 1_000),
      'LF-10',
      'Lumion Fix',
      'Operational',
      '5.12.3',
      'Valid',
      'De Linde',
      'Robot EU 1 GB',
      'Yes',
      'until May',
    ],
  ]);
  expect(screen.getByRole('link', { name: 'Divo 2' })).toHaveAttribute('href', '/device/detail?device_serial=DV-02');
});

it.each([
  ['Online', ['Lumion 10']],
  ['Offline', ['Divo 2', 'Lumion 3']],
  ['All', ['Divo 2', 'Lumion 3', 'Lumion 10']],
])('[FLEET-037] the filter %s of the online column', async (choice, left) => {
  const { user } = shown();
  await user.click(screen.getByRole('radio', { name: 'Online' }));
  await user.click(screen.getByRole('radio', { name: choice }));
  expect(names()).toEqual(left);
});

it.each([
  ['Unknown', ['Lumion 3']],
  ['Valid', ['Lumion 10']],
  ['Invalid', ['Divo 2']],
  ['All', ['Divo 2', 'Lumion 3', 'Lumion 10']],
])('[FLEET-045] the filter %s of the maps', async (choice, left) => {
  const { user } = shown();
  const filter = screen.getByRole('combobox', { name: 'Filter Maps Valid?' });
  expect(
    within(filter)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'Unknown', 'Valid', 'Invalid']);
  await user.selectOptions(filter, 'Unknown');
  await user.selectOptions(filter, choice);
  expect(names()).toEqual(left);
});

it.each([
  ['Filter Serial', 'dv', ['Divo 2']],
  ['Filter Device Type', 'lumion', ['Lumion 3', 'Lumion 10']],
  ['Filter Life Cycle Stage', 'serv', ['Divo 2']],
  ['Filter Software Version', '5.12', ['Lumion 10']],
  ['Filter Customer', 'linde', ['Divo 2', 'Lumion 10']],
  ['Filter Rate Plan', 'keep', ['Divo 2']],
  ['Filter Limit Override', 'may', ['Divo 2', 'Lumion 10']],
])('[FLEET-040] %s finds "%s"', async (label, wanted, left) => {
  const { user } = shown();
  await pasteInto(user, screen.getByRole('searchbox', { name: label }), wanted);
  expect(names()).toEqual(left);
});

it.each(['Online', 'Last Sent', 'Serial', 'Device Type', 'Software Version', 'Maps Valid?', 'Rate Plan', 'Limit Reached'])(
  '[FLEET-036] the column %s sorts',
  async (name) => {
    const { user } = shown();
    const head = screen.getByRole('columnheader', { name: new RegExp(name.replace('?', '\\?')) });
    await user.click(within(head).getByRole('button'));
    expect(head).toHaveAttribute('aria-sort', 'ascending');
    const up = names();
    await user.click(within(head).getByRole('button'));
    expect(names()).not.toEqual(up);
  },
);

it('[FLEET-050] a plan that only keeps alive is a warning', () => {
  shown();
  expect(screen.getByText('Keep Alive 10 MB').parentElement?.textContent).toContain('Warning: ');
});

it('[LIVE-023] [CONST-030] [CONST-025] the lists are asked every 10 s, and nothing every 3 s', () => {
  const { intents } = shown();
  expect(asked(intents)).toEqual(expect.arrayContaining([`${getAllDevices.name} 10000`, `${getMachines.name} 10000`]));
  expect(asked(intents).filter((line) => line.endsWith(' 3000'))).toEqual([]);
});

it('[LIVE-023] the data of the page’s devices are requested every 10 s, also once they are known: a server may push nothing', () => {
  const { intents, learn } = shown();
  const every = () => asked(intents).filter((line) => line.includes('serial=LF-03') && line.endsWith(' 10000'));
  expect(every()).toHaveLength(3);
  learn([NOW + 1, dataReported('LF-03', software('5.13.0'))], [NOW + 1, ticked]);
  expect(cells()[1]?.[6]).toBe('5.13.0');
  const closed = intents.flatMap((intent) => (intent.kind === 'query.unsubscribed' && intent.everyMs === 10_000 ? [intent] : []));
  expect(closed).toEqual([]);
  expect(every()).toHaveLength(3);
});

it('[LIVE-023] hidden data are not requested', () => {
  const { intents } = shown(fleet, { 'fleet-settings.hidden': 'software map sim' });
  expect(asked(intents).filter((line) => line.includes('serial='))).toEqual([]);
});

const softwareOf = (serial: string) => ({
  call: getSwVersion.name,
  key: keyOf({ call: getSwVersion.name, params: { serial }, query: {} }),
});

/** Devices that have reported nothing, whose software alone is shown and requested; `before` are failures of earlier requests. */
function manyShown(count: number, before: readonly number[] = []) {
  const many = Array.from({ length: count }, (_, at) => aDevice(`LF-${1000 + at}`, `Lumion ${1000 + at}`));
  const known: readonly TimedEvent[] = [
    [NOW - 1, devicesKnown(...many)],
    ...many.flatMap(({ serial }) =>
      before.map((status): TimedEvent => [NOW, { kind: 'request.failed', ...softwareOf(serial), failure: { status, message: '' } }]),
    ),
    [NOW, ticked],
  ];
  const { intents, learn } = shown(known, { 'fleet-settings.hidden': 'map sim' });
  /** The serials of an intent, beside the polls of the page's rows. */
  const serialsOf = (kind: 'query.subscribed' | 'query.unsubscribed') =>
    intents.flatMap((intent) => {
      const isRemaining = intent.kind === kind && intent.request.call === getSwVersion.name && intent.everyMs !== 10_000;
      return isRemaining ? [intent.request.params['serial'] ?? ''] : [];
    });
  const requested = () => serialsOf('query.subscribed');
  const inFlight = () => {
    const ended = serialsOf('query.unsubscribed');
    return requested().filter(
      (serial, at, all) => all.slice(0, at + 1).filter((one) => one === serial).length > ended.filter((one) => one === serial).length,
    );
  };
  let now = NOW;
  const end = (serials: readonly string[], outcome: (serial: string) => EventPayload) => {
    now += 1;
    learn(
      ...serials.flatMap((serial): TimedEvent[] => [
        [now, { kind: 'request.started', ...softwareOf(serial) }],
        [now, outcome(serial)],
      ]),
    );
  };
  return {
    requested,
    inFlight,
    learn,
    fail: (serials: readonly string[], status: number) =>
      end(serials, (serial) => ({ kind: 'request.failed', ...softwareOf(serial), failure: { status, message: '' } })),
    answer: (serials: readonly string[]) => end(serials, (serial) => ({ kind: 'request.succeeded', ...softwareOf(serial), answer: {} })),
  };
}

it('[ONCE1] [LIVE-023] the devices of other pages are asked little by little, and one that is refused or knows nothing holds up nobody', () => {
  const { requested, fail, answer, learn } = manyShown(40);
  expect(requested()).toHaveLength(12);
  fail(['LF-1000'], 404);
  expect(requested()).toHaveLength(13);
  learn([NOW + 2, dataReported('LF-1001', software('5.13.0'))], [NOW + 2, ticked]);
  expect(requested()).toHaveLength(14);
  answer(['LF-1002']);
  expect(requested()).toHaveLength(15);
});

it('[ONCE1] every device is asked once, also if more of them are refused than responses are kept', () => {
  const { requested, inFlight, fail } = manyShown(330);
  for (let round = 0; round < 40; round += 1) fail(inFlight(), 404);
  expect(requested().toSorted()).toEqual(Array.from({ length: 330 }, (_, at) => `LF-${1000 + at}`));
});

it.each([404, 503])('[ONCE1] a device whose request failed with %d while other screens were shown is requested, too', (status) => {
  const { requested, inFlight, fail } = manyShown(30, [status]);
  fail(inFlight(), 404);
  fail(inFlight(), 404);
  fail(inFlight(), 404);
  expect(requested()).toEqual(Array.from({ length: 30 }, (_, at) => `LF-${1000 + at}`));
});

it.each([0, 429, 502, 503, 511])(
  '[ONCE1] a failure %d, which concerns every device, keeps its place until it is requested again',
  (status) => {
    const { requested, inFlight, fail } = manyShown(30);
    const first = Array.from({ length: 12 }, (_, at) => `LF-${1000 + at}`);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect([requested(), inFlight()]).toEqual([first, first]);
      fail(first, status);
    }
  },
);

it('[ONCE1] devices with which the server is in trouble come after all others, and then end', () => {
  const status = 500;
  const { inFlight, fail } = manyShown(30);
  const serials = Array.from({ length: 30 }, (_, at) => `LF-${1000 + at}`);
  const first = serials.slice(0, 12);
  fail(first, status);
  expect(inFlight()).toEqual(serials.slice(12, 24));
  fail(inFlight(), 404);
  expect(inFlight()).toEqual([...serials.slice(24), ...serials.slice(0, 6)]);
  fail(serials.slice(24), 404);
  expect(inFlight()).toEqual(first);
  fail(first, status);
  expect(inFlight()).toEqual(first);
  fail(first, status);
  expect(inFlight()).toEqual([]);
});

it('[LIVE-023] before the first list the table waits; when it fails it says so', () => {
  const { learn } = shown([]);
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  learn([NOW, failed(getAllDevices)]);
  expect(screen.getByText('Loading failed, retrying')).toBeVisible();
});

it('[LIVE-023] a moment of the past that knew no device says so, and asks nothing', () => {
  showing(<SettingsScreen />, { address: '/fleet/settings' });
  expect(screen.getByText('Not known at that time')).toBeVisible();
});

it('[STATE48] data pushed between two ticks are shown with the next one, live and when the moment is opened', () => {
  const pushed: TimedEvent = [NOW + 0.5, dataReported('LF-10', software('5.13.0'))];
  const live = shown();
  live.learn(pushed);
  const before = cells();
  expect(before.flat()).toContain('5.12.3');
  live.unmount();
  shown([...fleet, pushed]);
  expect(cells()).toEqual(before);
});

it('[SIMP1] entered SIM data are in the columns, marked, and can be found', async () => {
  const { user } = shown([
    ...fleet,
    [NOW, simsEntered({ serial: 'LF-10', rate_plan: '5 GB EU' }, { serial: 'LF-03', customer: 'Acme' })],
    [NOW, ticked],
  ]);
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
  expect(row('Lumion 10').getByText('entered; the device reports Robot EU 1 GB')).toBeInTheDocument();
  expect(row('Lumion 3').getByText('Acme')).toBeInTheDocument();
  await user.type(screen.getByPlaceholderText('Customer'), 'acme');
  expect(names()).toEqual(['Lumion 3']);
});

it('[SIMP2] a file of SIM data is imported as a whole, and what cannot be taken is named first', async () => {
  const { user, intents } = shown();
  await user.click(screen.getByRole('button', { name: 'Import SIM Data' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Import SIM Data' }));
  const choose = (text: string) => user.upload(dialog.getByLabelText('File'), new File([text], 'sims.csv', { type: 'text/csv' }));
  await choose('Serial;Customer\nLF-10;Acme\nXX-1;Acme\n');
  expect(await dialog.findByText('Line 3: There is no device XX-1.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await choose('Serial;Customer;Note\nLF-10;Acme;x\n');
  expect(await dialog.findByText('Columns that are not used: Note.')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  const bodies = intents.flatMap((intent) =>
    intent.kind === 'query.requested' && intent.request.call === postDeviceSims.name ? [intent.body] : [],
  );
  expect(bodies).toEqual([{ sims: [{ serial: 'LF-10', customer: 'Acme' }] }]);
});
