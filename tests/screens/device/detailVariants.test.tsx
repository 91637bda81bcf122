import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getAllDevices } from '#contract/devices/device';
import { getSwVersion } from '#contract/fleet/dataGroup';
import { getErrorOverview, getRawState } from '#contract/fleet/machine';
import { DeviceDetailScreen } from '#screens/device/detail/DetailScreen';
import { IntentContext } from '#hooks/IntentContext';
import { keyOf } from '#streams/event';
import { type Intent, isQueryIntent } from '#streams/intent';
import { ANSWERS_KEPT } from '#state/answers';
import { aState, reported, unreadable, type TimedEvent } from '../../state/eventsOf.ts';
import { devicesKnown, showing } from '../../widgets/aConsole.tsx';
import { alba, detail, errors, failed, section, software, values } from './aDetail.tsx';

const divo = { ...alba, device_type: 'DIV01' };
const docked = {
  state: 'error',
  error: '0xA1B2',
  rp_state: 'ready',
  di_state: 'connected',
  implement_state: 'docked',
  implement_functional: true,
  implement_error: 'lamp',
  implement_error_code: '0x00000000',
  implement_sideshift: 'SS-102',
  implement_implement: 'UV-1102',
  implement_implement_type: 'UVP02',
  implement_imp_state: 'lamps_on',
  implement_implement_left: 'UV-2102',
  implement_implement_type_left: 'UVP03',
  implement_imp_state_left: 'lamps_off',
};

it('[DEV-051] [DEV-052] [DEV-053] [DEV-054] [OPEN-122] DIV01: the platform itself', () => {
  detail([[2, reported('LF-01', 2, docked)]], { device: divo });
  expect(values('State')).toEqual({
    'General state': 'Error',
    'Robot platform': 'ready',
    'Docking implement': 'connected',
    'Error code': '0x0000a1b2',
    'Battery level': '80 %',
  });
});

it('[DEV-055] [DEV-056] [DEV-057] [DEV-058] [DEV-059] [OPEN-122] DIV01: the dock', () => {
  detail([[2, reported('LF-01', 2, docked)]], { device: divo });
  expect(values('Docking')).toEqual({
    'Docking state': 'docked',
    'Implement functional': 'Yes',
    'Implement error': 'lamp',
    'Implement error code': '0x00000000',
    'Sideshift serial': 'SS-102',
  });
});

it('[DEV-060] [DEV-061] [DEV-062] [DEV-063] [DEV-064] [DEV-065] [OPEN-122] DIV01: both implements', () => {
  detail([[2, reported('LF-01', 2, docked)]], { device: divo });
  expect(values('Implement one')).toEqual({ Serial: 'UV-1102', Type: 'UVP02', State: 'lamps_on' });
  expect(values('Implement two')).toEqual({ Serial: 'UV-2102', Type: 'UVP03', State: 'lamps_off' });
});

it.each(['XENION_A6', 'UVP01', 'UNKNOWN_DEVICE_TYPE'])('[DEV-066] [MSG-034] %s has no picture yet', (device_type) => {
  detail([], { device: { ...alba, device_type } });
  const sentence = `The state visualisation for this device type (${device_type}) is not yet implemented. Contact your Orangery manager to implement this.`;
  expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'State' })).toBeNull();
});

it.each(['DIV01', 'LUMION_FIX', 'UNKNOWN_DEVICE_TYPE'])('[OTHER1] %s: what it reports besides is shown as it is', (device_type) => {
  const other_fields = JSON.stringify({ faults: [{ code: 7, part: 'Arm' }], is_on: true, tank_level: null, voltage: 25.1 });
  const report = { kind: 'device.stateReported', serial: 'LF-01', reportedAt: 2_000, state: { ...aState(), other_fields } } as const;
  detail([[2, report]], { device: { ...alba, device_type } });
  expect(values('Also reported')).toEqual({
    'Faults, 0, Code': '7',
    'Faults, 0, Part': 'Arm',
    'Is on': 'Yes',
    'Tank level': '-',
    Voltage: '25.1',
  });
});

it('[OTHER1] a device that reports nothing besides has no such section', () => {
  detail([[2, reported('LF-01', 2)]]);
  expect(screen.queryByRole('region', { name: 'Also reported' })).toBeNull();
});

it('[GAP-26] [GAP-27] asks for the state every second and for the sections every five', () => {
  const { intents } = detail([], { device: { ...alba, last_seen: '2026-03-04T12:00:00Z' } });
  const every = new Map(intents.flatMap((intent) => (intent.kind === 'query.subscribed' ? [[intent.request.call, intent.everyMs]] : [])));
  expect(every.get(getRawState.name)).toBe(1_000);
  expect(every.get(getSwVersion.name)).toBe(5_000);
  expect(every.get(getErrorOverview.name)).toBe(5_000);
});

it('[DEV-032] a section without an answer waits, then says why, then keeps its last answer', () => {
  const { learn } = detail([]);
  const part = () => within(section('Software Version'));
  expect(part().getByRole('status', { name: 'Loading' })).toBeVisible();
  learn([2, failed(getSwVersion, { serial: 'LF-01' })]);
  expect(part().getByText('Loading failed, retrying')).toBeVisible();
  learn([3, software()], [4, failed(getSwVersion, { serial: 'LF-01' })]);
  expect(values('Software Version')['Software version']).toBe('5.12.3');
  expect(part().queryByText('Loading failed, retrying')).toBeNull();
});

it('[DEV-032] in the past a section that nobody had asked for says so', () => {
  detail([], { isPast: true });
  expect(within(section('Software Version')).getByText('Not known at that time')).toBeVisible();
});

it('[DEV-042] [MSG-012] [RULE-093] a device without errors has no rows', () => {
  detail([[1, errors()]]);
  expect(within(section('Error States Last 48h')).getByText('No rows found')).toBeVisible();
});

it('[DEV-003] nobody to show: waits for the devices, then says that there are none', () => {
  const { learn } = showing(
    <IntentContext value={() => undefined}>
      <DeviceDetailScreen />
    </IntentContext>,
  );
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  learn([1, failed(getAllDevices, {})]);
  expect(screen.getByText('Loading failed, retrying')).toBeVisible();
  learn([2, devicesKnown()]);
  expect(screen.getByText('No devices found')).toBeVisible();
});

const ofRawState = (intents: readonly Intent[]) =>
  intents.flatMap((intent) => (isQueryIntent(intent) && intent.request.call === getRawState.name ? [intent.kind] : []));

it('[DEV-024] never asks for the state of a device that never reported', () => {
  expect(ofRawState(detail([]).intents)).toEqual([]);
});

it('[RAW1] never asks for the state of a device that never reported, of whose entry in the list of states nothing can be read', () => {
  const { intents, learn } = detail([[1, unreadable('LF-01', 1)]]);
  expect(ofRawState(intents)).toEqual([]);
  learn([3, reported('LF-01', 3)]);
  expect(ofRawState(intents)).toEqual(['query.subscribed']);
});

it('[RAW1] [GAP-26] [GAP-27] asks for the state of a device without last_seen, which no list of states names, until it is unknown', () => {
  const { last_seen: _, ...documented } = alba;
  const { intents, learn } = detail([], { device: documented });
  expect(ofRawState(intents)).toEqual(['query.subscribed']);
  const key = keyOf({ call: getRawState.name, params: { serial: 'LF-01' }, query: {} });
  const failure = { status: 404, message: 'Not Found: never reported' };
  learn([2, { kind: 'request.failed', key, call: getRawState.name, failure }]);
  learn([2, unreadable('LF-01', 2)]);
  expect(ofRawState(intents)).toEqual(['query.subscribed', 'query.unsubscribed']);
  learn([3, reported('LF-01', 3)]);
  expect(ofRawState(intents)).toEqual(['query.subscribed', 'query.unsubscribed', 'query.subscribed']);
});

it('[RAW2] a device whose state is unknown is not asked again when its answer is no longer kept', () => {
  const { last_seen: _, ...documented } = alba;
  const { intents, learn } = detail([], { device: documented });
  const started = (serial: string) => {
    const of = { call: getRawState.name, key: keyOf({ call: getRawState.name, params: { serial }, query: {} }) };
    const failure = { status: 404, message: 'Not Found: never reported' };
    return [
      { kind: 'request.started', ...of },
      { kind: 'request.failed', ...of, failure },
    ] as const;
  };
  learn(...started('LF-01').map((event): TimedEvent => [2, event]));
  learn(...Array.from({ length: ANSWERS_KEPT }, (_one, at) => started(`other ${at}`).map((event): TimedEvent => [3, event])).flat());
  learn([4, unreadable('LF-01', 4)]);
  expect(ofRawState(intents)).toEqual(['query.subscribed', 'query.unsubscribed']);
});
