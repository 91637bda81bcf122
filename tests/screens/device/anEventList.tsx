import { within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type DeviceEvent, getEvents } from '#contract/devices/deviceEvent';
import { EventsScreen } from '#screens/device/events/EventsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import type { TimedEvent } from '../../state/eventsOf.ts';
import { aDevice, codesKnown, devicesKnown, showing } from '../../widgets/aConsole.tsx';
import { rows } from '../onScreen.ts';

export const anEvent = (over: Partial<DeviceEvent> = {}): DeviceEvent => ({
  belgian_local_time: '2026-03-04T14:05:09',
  device_local_time: '2026-03-04T13:05:09',
  device_local_timezone: 'Europe/London',
  level: 'info',
  message: 'Docked',
  data: null,
  action: null,
  ...over,
});

interface Asked {
  readonly page?: number;
  readonly level?: string;
  readonly serial?: string;
}

const keyFor = ({ page = 0, level, serial = 'LF-01' }: Asked) =>
  keyOf({
    call: getEvents.name,
    params: { serial },
    query: { ...(level === undefined ? {} : { level }), page, per_page: 10 },
  });

/** The server answers the events of LF-01. */
export const events = (
  results: readonly DeviceEvent[],
  { total = results.length, ...asked }: Asked & { readonly total?: number } = {},
): EventPayload => ({
  kind: 'request.succeeded',
  key: keyFor(asked),
  call: getEvents.name,
  answer: { total, results },
});
export const eventsFailed = (asked: Asked = {}): EventPayload => ({
  kind: 'request.failed',
  key: keyFor(asked),
  call: getEvents.name,
  failure: { status: 500, message: '' },
});

interface Options {
  readonly address?: string;
  readonly isPast?: boolean;
}

/** The screen of Alba's events; Bo is the other device. */
export function eventList(logged: readonly TimedEvent[] = [], { address = '/device/events', isPast = false }: Options = {}) {
  const intents: Intent[] = [];
  const known: readonly TimedEvent[] = [
    [1, devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Bo'))],
    [1, codesKnown({ '0x05000001': 'lane not in site version' })],
  ];
  const shown = showing(<EventsScreen />, { address, events: [...known, ...logged], ...(isPast ? {} : { intents }) });
  /** The open request for events: subscribed and not unsubscribed since. */
  const open = () => {
    const asked = intents.flatMap((intent) => ('request' in intent && intent.request.call === getEvents.name ? [intent] : []));
    const last = asked.findLast(({ kind }) => kind === 'query.subscribed');
    return last?.request.query;
  };
  const givenAsks = () => intents.filter((intent) => intent.kind === 'query.requested' && intent.request.call === getEvents.name).length;
  return { ...shown, intents, open, givenAsks, user: userEvent.setup() };
}

export const cellOf = (row: number, column: number) => {
  const cell = within(rows()[row] ?? document.body).getAllByRole('cell')[column];
  if (cell === undefined) throw new Error(`no cell ${row}, ${column}`);
  return cell;
};
