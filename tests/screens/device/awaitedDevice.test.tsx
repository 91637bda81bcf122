import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getAllDevices } from '#contract/devices/device';
import { getFormerDevices } from '#contract/devices/formerDevice';
import { getMachines } from '#contract/fleet/machine';
import { openMemory, type Memory } from '#edge/browserMemory';
import { DevicePage } from '#screens/device/DevicePage';
import { StopControl } from '#widgets/StopControl';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { fullListOf } from '#streams/query/fullLists';
import { ticked, type TimedEvent } from '../../state/eventsOf.ts';
import { aDevice, annaSignedIn, answered, devicesKnown, showing } from '../../widgets/aConsole.tsx';

const failed: EventPayload = {
  kind: 'request.failed',
  key: keyOf(fullListOf(getAllDevices)),
  call: getAllDevices.name,
  failure: { status: 500, message: '' },
};
const rejected: EventPayload = { kind: 'command.rejected', commandId: 'a', failure: { status: 0, message: '' } };

interface PageOptions {
  readonly address?: string;
  readonly remembered?: Readonly<Record<string, string>>;
  readonly browser?: Memory;
  readonly hasLargeStop?: boolean;
  readonly isPast?: boolean;
  readonly former?: () => null;
}

function aPage(
  events: readonly TimedEvent[],
  {
    address = '/device/logs?device_serial=LF-01',
    hasLargeStop = false,
    isPast = false,
    remembered = {},
    browser,
    former,
  }: PageOptions = {},
) {
  const intents: Intent[] = [];
  const page = (
    <DevicePage hasLargeStop={hasLargeStop} former={former}>
      {({ name }) => <p>{name} is listed</p>}
    </DevicePage>
  );
  const shown = showing(page, {
    address,
    remembered,
    ...(browser && { browser }),
    events: [[1, annaSignedIn], ...events],
    ...(isPast ? {} : { intents }),
  });
  const stops = () => intents.filter(({ kind }) => kind === 'command.requested');
  return { ...shown, stops };
}
const stop = () => screen.getByRole('button', { name: 'Stop Immediately' });

it.each([
  ['before the list has answered', [], false],
  ['while the list fails', [[2, failed]], false],
  [
    'while the list fails and the states of the fleet are known',
    [
      [2, failed],
      [2, answered(getMachines, { result: {} })],
      [3, ticked],
    ],
    false,
  ],
  ['on a page with a large Stop', [[2, failed]], true],
] satisfies readonly [string, readonly TimedEvent[], boolean][])(
  '[STOPWAY9] the device that the address names is stopped %s',
  async (_, events, hasLargeStop) => {
    const { stops, learn } = aPage(events, { hasLargeStop });
    screen.getByRole('heading', { name: 'Device LF-01' });
    expect(stop()).toHaveAttribute('aria-disabled', 'false');
    await userEvent.click(stop());
    screen.getByText('Stop LF-01 immediately. It stops where it stands. A treatment in progress ends.');
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(stops()).toMatchObject([{ command: 'stop', serial: 'LF-01', deviceName: 'LF-01' }]);
    learn([4, devicesKnown(aDevice('LF-01', 'Alba'))]);
    screen.getByText('Alba is listed');
    expect(screen.queryByRole('heading', { name: 'Device LF-01' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Stop Immediately' })).toHaveLength(1);
  },
);

it.each([false, true])(
  '[STOPWAY17] the button that is pressed is still there when the list comes, hasLargeStop %s',
  async (hasLargeStop) => {
    const { stops, learn } = aPage([[2, failed]], { hasLargeStop });
    const button = stop();
    const hand = userEvent.setup();
    await hand.pointer({ keys: '[MouseLeft>]', target: button });
    learn([4, devicesKnown({ ...aDevice('LF-01', 'Alba'), is_live: true })]);
    screen.getByText('Alba is listed');
    expect(stop()).toBe(button);
    await hand.pointer({ keys: '[/MouseLeft]', target: button });
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(stops()).toMatchObject([{ command: 'stop', serial: 'LF-01', deviceName: 'Alba' }]);
  },
);

it('[STOPWAY9] without a device in the address, the one that was shown last is stopped while there is no list', async () => {
  const { stops, learn } = aPage([[2, failed]], { address: '/device/logs', remembered: { device_serial: 'LF-01' } });
  await userEvent.click(stop());
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(stops()).toMatchObject([{ command: 'stop', serial: 'LF-01' }]);
  learn([4, devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Bram'))]);
  screen.getByText('Alba is listed');
});

const left = answered(getFormerDevices, {
  result: [{ serial: 'LF-01', name: 'Diva', device_type: 'LUMION_FIX', from: '2026-03-04T12:00:00Z', until: '2026-11-12T12:00:00Z' }],
});

it.each([
  ['an address without a device, when none was shown before', [], { address: '/device/logs' }],
  [
    'a device that no longer works for the person',
    [
      [2, failed],
      [2, left],
    ],
    { former: () => null },
  ],
  ['a device that the list lacks', [[2, devicesKnown(aDevice('LF-02', 'Bram'))]], {}],
  ['a moment of which no list is known', [], { isPast: true }],
] satisfies readonly [string, readonly TimedEvent[], Parameters<typeof aPage>[1]][])(
  '[STOPWAY9] without a list there is no Stop for %s',
  (_, events, options) => {
    aPage(events, options);
    expect(screen.queryByRole('button', { name: 'Stop Immediately' })).toBeNull();
  },
);

const others = answered(getFormerDevices, {
  result: [{ serial: 'LF-09', name: 'Diva', device_type: 'LUMION_FIX', from: '2026-03-04T12:00:00Z', until: '2026-11-12T12:00:00Z' }],
});

it('[STOPWAY16] a former device takes the place of no other one while there is no list', async () => {
  const remembered = { device_serial: 'LF-02' };
  const { learn } = aPage([[2, failed]], { address: '/device/detail', remembered, former: () => null });
  learn([3, others]);
  screen.getByRole('heading', { name: 'Device LF-02' });
  expect(stop()).toHaveAttribute('aria-disabled', 'false');
  learn([4, devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Bram'))]);
  screen.getByText('Bram is listed');
});

it('[STOPWAY16] without a list, what another tab shows takes the place of no device', () => {
  const storage = new Map([['orangery.device_serial', 'LF-02']]);
  const browser = openMemory({
    localStorage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
  });
  const { learn } = aPage([[2, failed]], { address: '/device/detail', browser });
  storage.set('orangery.device_serial', 'LF-01');
  learn([3, failed]);
  screen.getByRole('heading', { name: 'Device LF-02' });
  learn([4, devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Bram'))]);
  screen.getByText('Bram is listed');
});

it.each([
  ['the list does not answer', []],
  ['the list lacks it', [[2, devicesKnown(aDevice('LF-02', 'Bram'))]]],
] satisfies readonly [string, readonly TimedEvent[]][])(
  '[STOPWAY10] a failed stop is tried again, and a slow one sent again, under the name of its click, while %s',
  async (_, events) => {
    const intents: Intent[] = [];
    const requested: EventPayload = {
      kind: 'command.requested',
      commandId: 'a',
      command: 'stop',
      request: { call: 'GET machine/{serial}/stop_immediately', params: { serial: 'LF-01' }, query: {} },
      serial: 'LF-01',
      deviceName: 'Alba',
    };
    const given: readonly TimedEvent[] = [...events, [3, requested], [9, ticked]];
    const { learn } = showing(<StopControl serial="LF-01" sticky />, { events: given, intents });
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    learn([9, rejected]);
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry the stop of Alba' }));
    const again = { kind: 'command.requested', command: 'stop', serial: 'LF-01', deviceName: 'Alba' };
    expect(intents).toMatchObject([again, again]);
  },
);
