import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import { NOT_RENEWED } from '#domain/commands/commandText';
import type { EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectFailedStops } from '#state/commands';
import { FailedStop } from '#widgets/FailedStop';
import { StopControl } from '#widgets/StopControl';
import { reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { announcedTexts } from '../support/announcedTexts.ts';
import { aDevice, annaSignedIn, devicesKnown, showing } from './aConsole.tsx';

const serial = 'LF-01';
const given = {
  kind: 'command.requested',
  commandId: 'a',
  command: 'stop',
  request: { call: 'GET machine/{serial}/stop_immediately', params: { serial }, query: {} },
  serial,
  deviceName: 'Alba',
} as const satisfies EventPayload;
const rejected = (status: number, message = '', commandId = 'a'): EventPayload => ({
  kind: 'command.rejected',
  commandId,
  failure: { status, message },
});

interface Options {
  readonly isPast?: boolean;
  readonly features?: readonly ServerFeature[];
}

function aStop(events: readonly TimedEvent[], { isPast = false, features = ['commands'] }: Options = {}) {
  const intents: Intent[] = [];
  const known: readonly TimedEvent[] = [
    [1, annaSignedIn],
    [1, devicesKnown(aDevice(serial, 'Alba'))],
    [2, reported(serial, 2)],
  ];
  showing(<StopControl serial={serial} sticky />, { events: [...known, ...events], features, ...(isPast ? {} : { intents }) });
  return intents;
}

const aLiveStop = (events: readonly TimedEvent[]) =>
  showing(<StopControl serial={serial} sticky />, {
    events: [[1, annaSignedIn], [1, devicesKnown(aDevice(serial, 'Alba'))], [2, reported(serial, 2)], ...events],
    features: ['commands'],
    intents: [],
  });

it.each([
  [0, 'No internet connection', 'no connection'],
  [0, '', 'no answer'],
  [200, '', 'the robot did not confirm it'],
  [401, 'Unauthorized: over', 'you are signed out'],
  [409, 'Conflict: the device is offline', 'the device is offline'],
  [404, 'NotFound: no such device', 'no such device'],
  [403, '', 'something went wrong'],
  [429, 'TooMany: wait', 'too many requests'],
  [503, NOT_RENEWED, 'your sign-in could not be renewed'],
  [502, '<html>Bad Gateway</html>', 'the server is not available'],
])('[STOPWAY4] [CMDS6] a stop that failed with %d %j is an alert in the place of the stop: %s', async (status, message, reason) => {
  const intents = aStop([
    [3, given],
    [4, rejected(status, message)],
    [60, ticked],
  ]);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain(`Alba NOT stopped: ${reason}. Use the stop button on the robot.`);
  expect(alert.textContent).toContain(status === 200 ? 'The command was sent to Alba' : 'The command is not sent to Alba');
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry the stop of Alba' }));
  await userEvent.click(within(alert).getByRole('button', { name: 'Close the notice about Alba' }));
  expect(intents).toMatchObject([
    { kind: 'command.requested', command: 'stop', serial },
    { kind: 'stop.dismissed', commandId: 'a' },
  ]);
});

it('[STOPWAY4] the notice says what the device reported after the stop that failed, once it did', () => {
  const failed: readonly TimedEvent[] = [
    [3, given],
    [4, rejected(0)],
  ];
  aStop(failed);
  expect(screen.getByRole('alert')).not.toHaveTextContent('It reports now');
  cleanup();
  aStop([...failed, [9, reported(serial, 9, { current_state: 'waiting_for_task' })]]);
  expect(screen.getByRole('alert')).toHaveTextContent('It reports now: Idle');
});

it('[ARIA1] neither the age of what the console knows nor what the device reports after a failed stop is announced each time', () => {
  const { learn } = aLiveStop([
    [3, given],
    [4, rejected(0)],
    [9, reported(serial, 9, { current_state: 'waiting_for_task' })],
    [200, ticked],
  ]);
  expect(screen.getByText(/s old|min old/)).toBeInTheDocument();
  const before = announcedTexts();
  learn([201, ticked], [202, reported(serial, 202, { current_state: 'error' })], [260, ticked]);
  expect(announcedTexts()).toEqual(before);
});

it('[ARIA2] that a stop is done comes into a region that was there before', () => {
  const { learn } = aLiveStop([[3, given]]);
  const region = screen.getByRole('region', { name: 'Stop' }).querySelector('[aria-live=polite]');
  expect(region).toBeEmptyDOMElement();
  learn([4, { kind: 'command.sent', commandId: 'a' }]);
  expect(region).toHaveTextContent('Stop done,');
});

it('[STOPWAY4] [NOW1] in the past the notice says that it is of now, and nothing can be pressed', () => {
  aStop(
    [
      [3, given],
      [4, rejected(0)],
    ],
    { isPast: true },
  );
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent(/^Now, not at the moment shown: ?Alba NOT stopped/);
  expect(within(alert).queryAllByRole('button')).toEqual([]);
});

it('[NOW1] live the notice does not speak of a moment', () => {
  aStop([
    [3, given],
    [4, rejected(0)],
  ]);
  expect(screen.getByRole('alert')).toHaveTextContent(/^Alba NOT stopped/);
});

it('[STOPWAY5] after 2 s without a response the page says that the stop is still being sent, and offers to send it again', async () => {
  const intents = aStop([
    [3, given],
    [5, ticked],
  ]);
  screen.getByText('The stop is still being sent.');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(intents).toMatchObject([{ kind: 'command.requested', command: 'stop' }]);
});

it('[STOPWAY5] a stop that the server has is shown as such; before 2 s nothing is shown', () => {
  aStop([
    [3, given],
    [3, { kind: 'stop.received', commandId: 'a' }],
    [6, ticked],
  ]);
  screen.getByText('The server has the stop. The robot has not confirmed it yet.');
});

it.each([
  ['as prominent as a failed one', {}, 1],
  ['at a server without the list, where a toast named it', { features: [] }, 0],
] satisfies readonly [string, Options, number][])(
  '[STOPWAY5] [STOP1] that a stop is done stands in its place, %s: %j, %d',
  (_, options, count) => {
    aStop(
      [
        [3, given],
        [4, { kind: 'command.sent', commandId: 'a' }],
        [9, ticked],
      ],
      options,
    );
    expect(screen.queryAllByText('Stop done,')).toHaveLength(count);
    expect(screen.queryByText('The stop is still being sent.')).toBeNull();
  },
);

it.each([
  ['done', { kind: 'command.sent', commandId: 'a' }, '[aria-live=polite]', '02:00:04'],
  ['failed', rejected(409, 'Conflict: the device is offline'), '[role=alert]', '02:00:03'],
] as const)('[CLOCK9] a stop that is %s has the time of the server, whose clock is an hour ahead', (_, end, region, time) => {
  aStop([
    [2, { kind: 'clock.offsetMeasured', offsetMs: 3_600_000 }],
    [3, given],
    [4, end],
    [9, ticked],
  ]);
  expect(screen.getByRole('region', { name: 'Stop' }).querySelector(region)).toHaveTextContent(time);
});

describe('of two failed stops', () => {
  const both: readonly TimedEvent[] = ['LF-01', 'LF-02'].flatMap((each, index): readonly TimedEvent[] => [
    [3, { ...given, commandId: each, serial: each, deviceName: `Robot ${String(index + 1)}` }],
    [4, rejected(0, '', each)],
  ]);
  function Notices() {
    return useAppSelector(selectFailedStops).map((stop) => <FailedStop key={stop.id} stop={stop} offsetMs={0} />);
  }
  /** Shows both notices; `lose` removes the first one. */
  function shown() {
    const intents: Intent[] = [];
    const { learn } = showing(<Notices />, { events: [[1, annaSignedIn], ...both], intents });
    return { intents, lose: () => learn([5, { kind: 'stop.dismissed', commandId: 'LF-01' }]) };
  }

  it.each([
    ['Retry', /^Retry/, { command: 'stop', serial: 'LF-01' }],
    ['Close', /^Close/, { kind: 'stop.dismissed', commandId: 'LF-01' }],
  ] as const)(
    '[STOPWAY11] %s of one is pressed once by a double-click or a key that is held down, and not the next one in its place',
    (_, name, meant) => {
      const { intents, lose } = shown();
      const first = () => screen.getAllByRole('button', { name })[0] ?? document.body;
      fireEvent.click(first(), { detail: 1 });
      lose();
      fireEvent.click(first(), { detail: 2 });
      // Unless it is prevented, the browser clicks the button for each key press.
      expect(fireEvent.keyDown(first(), { key: 'Enter', repeat: true })).toBe(false);
      expect(fireEvent.keyDown(first(), { key: 'Enter' })).toBe(true);
      expect(intents).toMatchObject([meant]);
    },
  );
});

it('[STOPWAY18] whoever presses again and again reaches the question of a stop, which a key that is held down does not answer', () => {
  const intents = aStop([]);
  const stop = screen.getByRole('button', { name: /^Stop/ });
  fireEvent.click(stop, { detail: 9 });
  expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  expect(fireEvent.keyDown(stop, { key: 'Enter', repeat: true })).toBe(false);
  expect(intents).toEqual([]);
});

it('[ARIA2] the result of a stop is not announced as a new one when another device is shown', async () => {
  function OneOfTwo() {
    const [shown, show] = useState(serial);
    return (
      <>
        <button onClick={() => show('LF-02')}>Other</button>
        <StopControl serial={shown} sticky />
      </>
    );
  }
  const known = devicesKnown(aDevice(serial, 'Alba'), aDevice('LF-02', 'Bella'));
  const events: readonly TimedEvent[] = [
    [1, annaSignedIn],
    [1, known],
  ];
  showing(<OneOfTwo />, { events, intents: [] });
  const region = () => document.querySelector('[aria-label=Stop] > [aria-live]');
  const former = region();
  expect(former).not.toBeNull();
  await userEvent.click(screen.getByText('Other'));
  expect(region()).not.toBe(former);
});

it('[STOPWAY11] a double-click on "Send again" sends it once', () => {
  const intents = aStop([
    [3, given],
    [5, ticked],
  ]);
  for (const detail of [1, 2]) fireEvent.click(screen.getByRole('button', { name: 'Send again' }), { detail });
  expect(intents).toHaveLength(1);
});
