import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { asyncScheduler, BehaviorSubject, of } from 'rxjs';
import { beforeAll, expect, it } from 'vitest';
import { Provider } from 'react-redux';
import { useEffect } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { PlayheadContext, TimeTravelContext, type ShownRecording } from '#hooks/TimeTravelContext';
import type { Playhead, TravelCommand } from '#past/moments/timeTravel';
import { COMPARE_PATH } from '#timeline/moment/momentAddress';
import { proofOf } from '#timeline/moment/useVerdict';
import { useTimeline } from '#timeline/useTimeline';
import { getAllDevices } from '#contract/devices/device';
import { dateTimeText } from '#domain/text/dates';
import type { RecorderStatus } from '#past/recorder/recorder';
import { eventsBatched } from '#state/events';
import { createLogStore, reduceLog } from '#state/store';
import type { EventPayload } from '#streams/event';
import { EarlierMomentProvider, useEarlierMoment } from '#widgets/EarlierMoment';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { renderUi } from '../support/renderUi.tsx';
import { someTimelinePorts } from '../support/someTimelinePorts.ts';

// The page loads it with the first past moment.
beforeAll(() => import('#timeline/PastBanner'));

const block = { id: 1, log: '0', firstSeq: 0, count: 1, firstAt: 0, lastAt: 1_000 };
const momentAt = (at: number, missedAt: number | null = null): Playhead => ({
  kind: 'past',
  moment: { at, count: 1, block, state: reduceLog(undefined, []) },
  missedAt,
  speed: null,
  epoch: 0,
});
const past = (missedAt: number | null = null) => momentAt(1_000, missedAt);
const LIVE: Playhead = { kind: 'live' };

const listed = (serial: string, name: string) => ({
  serial,
  name,
  device_type: 'LUMION_FIX',
  life_cycle_stage: 'OPERATIONAL',
  metadata_valid: true,
});
const devices: EventPayload = {
  kind: 'request.succeeded',
  key: getAllDevices.name,
  call: getAllDevices.name,
  answer: { result: ['1', '2', '3', '4'].map((n) => listed(`LF-${n}`, `Lumion ${n}`)) },
};
const failing = (serial: string, second: number): TimedEvent => [
  second,
  reported(serial, second, { current_state: 'error', error_code: '0x03000117' }),
  'GET machines',
];

function Parts() {
  const { banner, notice } = useTimeline();
  return (
    <>
      {banner}
      {notice}
    </>
  );
}

const ofFile: ShownRecording = { name: 'night.orangery', by: 'An', from: 0, to: 1_000, damage: [], close: () => undefined };

/** Marks an instant as A of a comparison. */
function Marked({ at }: { readonly at: number }) {
  const { mark } = useEarlierMoment();
  useEffect(() => mark({ at, state: reduceLog(undefined, []) }), [at, mark]);
  return null;
}

interface Opening {
  /** Begin of the own recording; null when nothing is recorded. */
  readonly from?: number | null;
  readonly earlierAt?: number;
}

function opened(playhead: Playhead, address = '/fleet/state', recording?: ShownRecording, { from = 0, earlierAt }: Opening = {}) {
  const liveStore = createLogStore({ devTools: false });
  const learn = (...timed: readonly TimedEvent[]) => act(() => void liveStore.dispatch(eventsBatched(eventsOf(...timed))));
  const sent: TravelCommand[] = [];
  const view = (head: Playhead) => {
    const travel = {
      isPast: head.kind === 'past',
      isPlaying: false,
      hasBanner: head.kind === 'past' || head.missedAt !== undefined,
      send: (command: TravelCommand) => void sent.push(command),
      shownAt: () => 0,
      recorded: async () => ({ blocks: async () => [], block: async () => null }),
      stateAt: async () => null,
      ports: someTimelinePorts,
      status$: new BehaviorSubject<RecorderStatus>({ from, problem: null }),
      timeline$: of({ density: new Map(), marks: [] }),
      liveStore,
      clock: asyncScheduler,
      ...(recording === undefined ? {} : { recording }),
    };
    return (
      <MemoryRouter initialEntries={[address]}>
        <TimeTravelContext value={travel}>
          <PlayheadContext value={head}>
            <Provider store={liveStore}>
              <EarlierMomentProvider>
                {earlierAt !== undefined && <Marked at={earlierAt} />}
                <Parts />
              </EarlierMomentProvider>
            </Provider>
          </PlayheadContext>
        </TimeTravelContext>
      </MemoryRouter>
    );
  };
  const shown = renderUi(view(playhead));
  return { ...shown, learn, sent, show: (head: Playhead) => shown.again(view(head)) };
}

it('[PAST20] names the devices that go into error while the past is shown, not those that were in error before', async () => {
  const { learn, show } = opened(LIVE);
  learn([1, devices], [1, reported('LF-1', 1), 'GET machines'], failing('LF-4', 1), [2, ticked]);
  show(past());
  await screen.findByText('You are looking at the past');
  expect(screen.queryByText(/Now in error/)).toBeNull();
  learn(failing('LF-1', 3), [4, ticked]);
  await screen.findByText('Now in error: Lumion 1.');
  expect(screen.getByRole('status', { name: 'Past' })).toHaveTextContent('Now in error: Lumion 1.');
  learn(failing('LF-2', 5), failing('LF-3', 5), [6, ticked]);
  expect(screen.getByRole('status', { name: 'Past' })).toHaveTextContent('Now in error: Lumion 1, Lumion 2 and 1 more.');
  learn([7, reported('LF-1', 7), 'GET machines'], [8, ticked]);
  expect(screen.getByRole('status', { name: 'Past' })).toHaveTextContent('Now in error: Lumion 2, Lumion 3.');
});

it('[PAST20] devices that are already in error when a link is opened are no new errors', async () => {
  const { learn } = opened(past());
  await screen.findByText('You are looking at the past');
  learn([1, devices], failing('LF-1', 1), [2, ticked]);
  expect(screen.queryByText(/Now in error/)).toBeNull();
  learn(failing('LF-2', 3), [4, ticked]);
  expect(await screen.findByText('Now in error: Lumion 2.')).toBeVisible();
});

it('[PAST8] a time that is yet to come is named as such', async () => {
  const { learn, show } = opened(past(5_000));
  learn([2, ticked]);
  expect(await screen.findByText(/ is yet to come; this is the nearest moment\.$/)).toBeVisible();
  show(past(1_500));
  expect(screen.getByText(/ is no longer held; this is the nearest moment\.$/)).toBeVisible();
  show({ kind: 'live', missedAt: 5_000 });
  expect(screen.getByText(/ is yet to come\. This is now\.$/)).toBeVisible();
});

it('[UNREAD1] a moment that cannot be read now is not called gone, and can be tried again', async () => {
  const { learn, show, sent } = opened({ ...past(500), isUnread: true });
  learn([2, ticked]);
  expect(await screen.findByText(/ cannot be read now; this is the nearest moment\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(sent.at(-1)).toEqual({ kind: 'seek', at: 500 });
  show({ kind: 'live', missedAt: 500, isUnread: true });
  expect(screen.getByText(/ cannot be read now\. This is now\.$/)).toBeVisible();
  expect(screen.queryByText(/in another browser/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(sent.at(-1)).toEqual({ kind: 'open', at: 500 });
  show({ kind: 'live', missedAt: 500 });
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});

it('[UNREAD2] a view of the shown moment that cannot be read now is named, and tried again as that view', async () => {
  const { learn, sent } = opened({ ...past(1_000), isUnread: true, missedView: 'known' } as Playhead);
  learn([2, ticked]);
  expect(await screen.findByText('As known, this moment cannot be read now.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(sent.at(-1)).toEqual({ kind: 'view', view: 'known' });
});

it.each(['garbage', '', '2026-13-45T00:00:00.000Z', '1764066000000'])(
  '[PAST8] a moment in the address that cannot be read is named as such until another one is shown: %j',
  async (text) => {
    const unreadable = () => screen.queryByText('The moment in the address cannot be read. This is now.');
    const { show } = opened(LIVE, `/fleet/state?at=${text}`);
    expect(unreadable()).toBeVisible();
    show(past());
    await screen.findByText('You are looking at the past');
    show(LIVE);
    expect(unreadable()).toBeNull();
  },
);

it('[PAST13] until the moment of an opened link is found the console says that it is looking for it', async () => {
  const at = '2026-11-24T10:21:12.000Z';
  const looking = () => screen.queryByText(`Looking for ${dateTimeText(at)} in the recording.`);
  const { show } = opened(LIVE, `/fleet/state?at=${at}`);
  expect(looking()).toBeVisible();
  show(past());
  await screen.findByText('You are looking at the past');
  expect(looking()).toBeNull();
  show(LIVE);
  expect(looking()).toBeNull();
});

it.each([
  ['of a recording, the moment of one', '0', '', 'verified'],
  ['of the history, the moment of one', 'history', '&source=history', 'verified'],
  ['of a recording, the moment of the history', 'history', '', null],
  ['of the history, the moment of a recording', '0', '&source=history', null],
])('[PAST13] the data of a link are compared only with those of the same source: the link is %s', async (_, log, source, expected) => {
  const proof = await proofOf(reduceLog(undefined, []), someTimelinePorts);
  const head = past();
  const moment = head.kind === 'past' ? { ...head, moment: { ...head.moment, block: { ...block, log } } } : head;
  const texts = { verified: 'Verified: the same data as when the link was copied.', differs: 'The data differ from those of the link.' };
  for (const [given, found] of [
    [proof, expected],
    ['of other data', expected === null ? null : 'differs'],
  ] as const) {
    const { unmount } = opened(moment, `/fleet/state?at=1970-01-01T00:00:01.000Z&proof=${given}&by=An${source}`);
    await screen.findByText('You are looking at the past');
    if (found === 'verified' || found === 'differs') expect(await screen.findByText(texts[found])).toBeVisible();
    else expect(screen.queryByText(/those of the link|Verified/)).toBeNull();
    unmount();
  }
});

it('[PAST13] an address without a moment, or with a text that is none, looks for nothing', () => {
  opened(LIVE, '/fleet/state?at=yesterday');
  expect(screen.queryByText(/Looking for/)).toBeNull();
});

it.each(['garbage', '', '2026-13-45T00:00:00.000Z'])(
  '[PAST8] a replay says that the moment in its address cannot be read, until another one is shown: %j',
  async (text) => {
    const { show } = opened(past(), `/fleet/state?at=${text}`, ofFile);
    const banner = await screen.findByRole('status', { name: 'Replay' });
    expect(banner).toHaveTextContent('The moment in the address cannot be read; this is the end.');
    show(momentAt(500));
    expect(banner).not.toHaveTextContent('cannot be read');
    show(past());
    expect(banner).not.toHaveTextContent('cannot be read');
  },
);

it('[PAST8] a replay names a moment that its file does not hold', async () => {
  const { show } = opened(past(9_000), '/fleet/state', ofFile);
  const banner = await screen.findByRole('status', { name: 'Replay' });
  expect(banner).toHaveTextContent(`${dateTimeText(9_000)} is not recorded; this is the nearest moment.`);
  show(past());
  expect(banner).not.toHaveTextContent('is not recorded');
  expect(banner).not.toHaveTextContent('cannot be read');
});

it('[UNREAD2] a replay names a moment that cannot be read, at the last one before it', async () => {
  opened({ ...past(9_000), isUnread: true }, '/fleet/state', ofFile);
  const banner = await screen.findByRole('status', { name: 'Replay' });
  expect(banner).toHaveTextContent(`${dateTimeText(9_000)} cannot be read; this is the last moment before that.`);
  expect(banner).not.toHaveTextContent('is not recorded');
});

it.each([
  ['the server, for a moment of its history', 'history', '10 s behind'],
  ['the console, for one of the own recording', '0', '1 h 0 min behind'],
])('[CLOCK14] how long ago a moment was is by the clock of %s', async (_, log, text) => {
  const head: Playhead = {
    kind: 'past',
    moment: { at: 1_000, count: 1, block: { ...block, log }, state: reduceLog(undefined, []) },
    missedAt: null,
    speed: null,
    epoch: 0,
  };
  const { learn } = opened(head);
  learn([3_611, { kind: 'clock.offsetMeasured', offsetMs: -3_600_000 }], [3_611, ticked]);
  expect(await screen.findByRole('status', { name: 'Past' })).toHaveTextContent(text);
});

const HOUR = 3_600;
it.each<[string, number, number | null, number, Partial<Playhead>, boolean]>([
  ['of the history, by a server that is ahead', HOUR, null, HOUR, {}, false],
  ['of the own recording, by the console, whose server is ahead', HOUR, 0, HOUR, {}, true],
  ['of the history, by a server that is behind', -HOUR, null, HOUR, {}, true],
  ['of the own recording, by the console, whose server is behind', -HOUR, 0, HOUR, {}, false],
  ['before the own recording, by a server that is ahead', HOUR, 3 * HOUR, HOUR + 1_000, {}, false],
  ['of a link, by the server', HOUR, null, HOUR, { linkAt: 5 * HOUR * 1_000 }, true],
])('[CLOCK14] whether a moment that is not held is yet to come: one %s', async (_, offset, from, at, more, isToCome) => {
  const head = { kind: 'live', missedAt: at * 1_000, ...more } as Playhead;
  const { learn } = opened(head, undefined, undefined, { from: from === null ? null : from * 1_000 });
  const second = offset > 0 ? HOUR - 1_800 : HOUR + 1_800;
  learn([second, { kind: 'clock.offsetMeasured', offsetMs: offset * 1_000 }], [second, ticked]);
  await screen.findByText(/This moment/);
  expect(screen.queryByText(/ is yet to come\. This is now\.$/) !== null).toBe(isToCome);
});

it('[CLOCK14] of two compared moments each has its age by its own clock', async () => {
  const head: Playhead = { ...past(), moment: { at: 5_000_000, count: 1, block, state: reduceLog(undefined, []) } } as Playhead;
  const { learn } = opened(head, COMPARE_PATH, undefined, { from: 4_000_000, earlierAt: 3_000_000 });
  learn([7_200, { kind: 'clock.offsetMeasured', offsetMs: -3_600_000 }], [7_200, ticked]);
  expect(await screen.findByRole('status', { name: 'Past' })).toHaveTextContent('A is 10 min behind, B 36 min. Commands');
});

it.each([
  ['of a link', '/fleet/state?at=1970-01-01T01:00:10.000Z&by=An', { kind: 'open', at: 3_610_000, clock: 'server' }],
  ['of the address of its own page', '/fleet/state?at=1970-01-01T00:00:10.000Z', { kind: 'open', at: 10_000 }],
])('[LINK3] a moment %s that could not be read is tried again by the clock that it has', async (_, address, command) => {
  const { sent } = opened({ kind: 'live', missedAt: 10_000, isUnread: true }, address);
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(sent).toEqual([command]);
});
