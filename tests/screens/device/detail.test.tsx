import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ReportedState } from '#contract/fleet/reportedState';
import { dateTimeText } from '#domain/text/dates';
import { reported, unreadable, vanished } from '../../state/eventsOf.ts';
import { codesKnown } from '../../widgets/aConsole.tsx';
import { alba, cells, detail, errors, maps, section, sim, sims, site, software, values } from './aDetail.tsx';

const SECTIONS = [
  'General',
  'Maps',
  'State',
  'Software Version',
  'Sim Information',
  'Error States Last 48h',
  'Current Treatment',
  'Current Location',
];

it.each(['LUMION_FIX', 'XENION_CONNECT'])('[DEV-020] [MSG-030] %s has the eight sections', (device_type) => {
  detail([[1, site()]], { device: { ...alba, device_type } });
  expect(screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent)).toEqual(expect.arrayContaining(SECTIONS));
});

it('[CHART5] has no charts where the server announces no history', () => {
  detail([[1, site()]]);
  expect(screen.queryByRole('region', { name: 'Charts' })).toBeNull();
});

it('[DEV-001] [DEV-002] [DEV-003] has the header bar of the device pages', () => {
  detail([]);
  expect(screen.getByRole('searchbox', { name: 'Device name' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Device: Alba' })).toBeVisible();
});

it('[DEV-021] [DEV-022] [DEV-024] [MSG-031] General: serial number, name, and no connection so far', () => {
  detail([]);
  expect(values('General')).toEqual({ 'Serial number': 'LF-01', Name: 'Alba', 'Last connection': 'Never connected' });
});

it('[CONN5] [CONN9] a device of which nothing can be read is connected, and can be stopped', () => {
  const { learn } = detail([]);
  learn([2, unreadable('LF-01', 2)]);
  expect(values('General')['Last connection']).toBe('Connected, nothing readable yet');
  expect(section('State')).toHaveTextContent('No report yet');
  expect(screen.getByRole('button', { name: /^Stop/ })).toBeEnabled();
  expect(screen.getByRole('button', { name: /^Stop/ })).not.toHaveAttribute('aria-disabled', 'true');
});

it('[DEV-023] [RULE-053] General: the last connection is the newest report, else what the list says', () => {
  const { learn } = detail([], { device: { ...alba, last_seen: '2026-03-04T10:00:00Z' } });
  expect(values('General')['Last connection']).toBe(dateTimeText('2026-03-04T10:00:00Z'));
  learn([2, reported('LF-01', 2)]);
  expect(values('General')['Last connection']).toBe(dateTimeText(2_000));
});

it('[DEV-028] [DEV-029] [MSG-035] State: what it does and its battery', () => {
  detail([[2, reported('LF-01', 2, { current_state: 'executing_task', current_task: 'uv_treatment', battery_level: 67.4 })]]);
  expect(values('State')).toEqual({ State: 'Executing UV Treatment', 'Battery level': '67 %' });
});

it('[FAULTS1] all faults that a robot reports at once are there with severity, part and hint, the one of its error code first', () => {
  const other_fields = JSON.stringify({
    errors: [
      { code: 'E7', severity: 'warning', part: 'camera', hint: 'Wipe the lens' },
      { code: '0xA1B2', severity: 'error' },
    ],
  });
  const inError: ReportedState = { shape: 'tasks', current_state: 'error', error_code: '0xA1B2', other_fields };
  const { learn } = detail([
    [1, codesKnown({ '0x0000a1b2': 'Left lamp does not answer' })],
    [2, { kind: 'device.stateReported', serial: 'LF-01', reportedAt: 2_000, state: inError }],
  ]);
  expect(
    within(screen.getByRole('list', { name: 'Faults' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['0x0000a1b2ErrorLeft lamp does not answer', 'E7WarningcameraWipe the lens']);
  expect(screen.getByRole('button', { name: '1 further fault' })).toHaveTextContent('+1');
  learn([3, reported('LF-01', 3)]);
  expect(screen.queryByRole('list', { name: 'Faults' })).toBeNull();
});

it('[DEV-030] [DEV-031] [RULE-055] State: the code of an error with its text for engineers, and no code without an error', async () => {
  const { learn } = detail([
    [1, codesKnown({ '0x0000a1b2': 'Left lamp does not answer' })],
    [2, reported('LF-01', 2, { current_state: 'error', error_code: '0xA1B2' })],
  ]);
  expect(values('State')).toEqual({ State: 'Error', 'Battery level': '80 %', 'Error code': '0x0000a1b2' });
  await userEvent.hover(within(section('State')).getByRole('button', { name: '0x0000a1b2' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Left lamp does not answer');
  learn([3, reported('LF-01', 3)]);
  expect(values('State')).not.toHaveProperty('Error code');
});

it.each([
  ['RULE-031] [MSG-036', { software_status: 'True' }, 'Software Version is valid'],
  ['RULE-032] [MSG-037', { software_status: 'False' }, 'Software on NUC and RPI is different'],
  ['RULE-033] [MSG-039', { software_status: 'MissingExpected' }, 'The expected software version is missing on RPI or on the NUC'],
  ['RULE-034] [MSG-040', { software_status: 'PI_error' }, 'There is an error with the software version on RPI'],
  ['RULE-035] [MSG-040', { software_status: 'NUC_error' }, 'There is an error with the software version on RPI'],
  ['RULE-036] [MSG-038', { software_status: 'PI_error', software_manually_started: true }, 'Nuc and/or RPi have been started manually'],
] as const)('[DEV-032] [DEV-033] [%s] Software Version says so', (_, over, Status) => {
  detail([[1, software(over)]]);
  expect(values('Software Version')).toEqual({ 'Software version': '5.12.3', Status });
});

it('[DEV-034] [DEV-035] [DEV-036] [DEV-037] [DEV-038] [DEV-039] [DEV-040] [DEV-041] [RULE-056] Sim Information with a warning for Keep Alive', () => {
  const info = { customer: 'Van Houte', rate_plan: 'Keep Alive 10 MB', status: 'Activated', ctd_data_usage: 8_412_345 };
  detail([[1, sim({ ...info, overage_limit_reached: true, overage_limit_override: false })]]);
  expect(values('Sim Information')).toEqual({
    Customer: 'Van Houte',
    'Rate plan': 'Warning: Keep Alive 10 MB',
    Status: 'Activated',
    'Data usage': '8.41 MB',
    'Limit reached': 'Yes',
    'Limit override': 'No',
  });
});

it('[SIMP1] [SIMP2] entered SIM data precede the reported ones, are marked, and can be corrected', async () => {
  const { intents } = detail([
    [1, sim({ customer: 'Van Houte', rate_plan: 'Basic', status: 'Activated' })],
    [1, sims({ rate_plan: '5 GB EU', customer: 'Van Houte' })],
  ]);
  expect(values('Sim Information')).toMatchObject({
    Customer: 'Van Houte entered',
    'Rate plan': '5 GB EU entered; the device reports Basic',
    Status: 'Activated from the device',
    Entered: `${dateTimeText('2026-03-04T10:00:00Z')} by An`,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Edit the SIM of Alba' }));
  const dialog = within(screen.getByRole('dialog', { name: 'SIM of Alba' }));
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Customer' }));
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Rate Plan' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Data Usage' }), '2 GB');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(intents.flatMap((intent) => (intent.kind === 'query.requested' ? [intent.body] : []))).toEqual([
    { sims: [{ serial: 'LF-01', customer: null, rate_plan: null, ctd_data_usage: 2_000_000_000 }] },
  ]);
});

it('[SIMP1] [FEAT1] a server that keeps no SIM data is not asked for them', () => {
  const { intents } = detail([[1, sim({ customer: 'Van Houte' })]], { features: [] });
  expect(screen.queryByRole('button', { name: 'Edit the SIM of Alba' })).toBeNull();
  expect(JSON.stringify(intents)).not.toContain('device_sims');
});

it('[DEV-034] a device without a SIM shows dashes', () => {
  detail([[1, sim(null)]]);
  expect(new Set(Object.values(values('Sim Information')))).toEqual(new Set(['-']));
});

it('[ENDED1] an error of a device that is away has its last report for an end, and no further duration', () => {
  const open = { start_time: '2026-03-04T09:00:00Z', stop_time: null, duration_seconds: 86_400, next_state: null };
  detail([[1, errors(open)]], { device: { ...alba, last_seen: '2026-03-04T09:10:00Z' } });
  expect(cells('Error States Last 48h')).toEqual([
    [dateTimeText(open.start_time), `Last seen in error ${dateTimeText('2026-03-04T09:10:00Z')}`, '00:10:00', '-'],
  ]);
});

it('[SILENT1] an error says for how long its device reported nothing', () => {
  const period = { start_time: '2026-03-04T09:00:00Z', stop_time: '2026-03-04T10:00:00Z', duration_seconds: 3_600, next_state: null };
  detail([[1, errors({ ...period, silent_seconds: 720 })]]);
  expect(cells('Error States Last 48h')).toEqual([
    [dateTimeText(period.start_time), `${dateTimeText(period.stop_time)}12 min of it without a report`, '01:00:00', '-'],
  ]);
});

it('[DEV-042] [DEV-043] [DEV-044] [DEV-045] [RULE-054] error periods: start, stop, duration and what came next', () => {
  const past = {
    start_time: '2026-03-04T08:00:00Z',
    stop_time: '2026-03-04T08:06:18Z',
    duration_seconds: 378,
    next_state: 'waiting_for_task',
  };
  const now = { start_time: '2026-03-04T09:00:00Z', stop_time: null, duration_seconds: 61, next_state: null };
  detail([[1, errors(now, past)]]);
  expect(cells('Error States Last 48h')).toEqual([
    [dateTimeText(now.start_time), 'Not yet', '00:01:01', '-'],
    [dateTimeText(past.start_time), dateTimeText(past.stop_time), '00:06:18', 'Idle'],
  ]);
});

it('[DEV-025] [DEV-026] [DEV-027] [GAP-48] [RULE-046] [RULE-047] one row per map: version with its parts, valid or not, errors on demand', async () => {
  detail([
    [
      1,
      maps({
        'van-houte-1': { version: '3.4.2#1#2#3#4#5#6#7#8', valid: true, errors: null },
        trial: { version: '3.3.0#1#2#3#4#5#6#7#8', valid: false, errors: { gutter: 'no rows 118 to 121' } },
      }),
    ],
  ]);
  const parts = 'map1CO2gutter3obstacle4SE5TO6UV7VE8';
  expect(cells('Maps')).toEqual([
    [`3.4.2site3.4.2${parts}`, 'van-houte-1', 'Valid'],
    [`3.3.0site3.3.0${parts}`, 'trial', 'Invalid1 errorgutterno rows 118 to 121'],
  ]);
  expect(screen.getByText('no rows 118 to 121')).not.toBeVisible();
  await userEvent.click(screen.getByText('1 error'));
  expect(screen.getByText('no rows 118 to 121')).toBeVisible();
});

it('[RULE-048] [RULE-049] [RULE-050] an illegal map version says what stands in its place', () => {
  detail([[1, maps({ trial: { version: '3.4.-1#1#2#3#4#5#6#7#8', valid: false } })]]);
  expect(within(section('Maps')).getByText('3.4.1')).toBeVisible();
  expect(within(section('Maps')).getByText('Found an illegal map version, defaulting to 3.4.1')).toBeVisible();
});

it('[DEV-010] [GAP-01] a device that is lost keeps its last values, with their age', () => {
  const { learn } = detail([
    [2, reported('LF-01', 2)],
    [2, software()],
  ]);
  expect(within(section('State')).getByText('0 s old')).toBeVisible();
  learn([3, vanished('LF-01')], [61, reported('LF-02', 61)], [62, { kind: 'clock.ticked' }]);
  expect(screen.getByText('Device is not online')).toBeVisible();
  expect(values('State')['State']).toBe('Idle');
  expect(within(section('State')).getByText('1 min old')).toBeVisible();
  expect(within(section('Software Version')).getByText('1 min old')).toBeVisible();
});
