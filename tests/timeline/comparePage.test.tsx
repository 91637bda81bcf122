import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { BehaviorSubject, of, VirtualTimeScheduler } from 'rxjs';
import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ComparePage } from '#timeline/compare/ComparePage';
import { PlayheadContext, TimeTravelContext, type TimeTravel, type WantedSpan } from '#hooks/TimeTravelContext';
import type { PastView } from '#past/history/asKnown';
import type { HistoryDay } from '#past/history/historyDays';
import type { Playhead, TravelCommand } from '#past/moments/timeTravel';
import type { RecorderStatus } from '#past/recorder/recorder';
import { ownBlocks } from '#past/moments/moments';
import { openFile } from '#app/replay/openedFile';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { eventsBatched } from '#state/events';
import { createLogStore, reduceLog, type RootState } from '#state/store';
import { EarlierMomentProvider, useEarlierMoment, type EarlierMoment } from '#widgets/EarlierMoment';
import { aLog, profile, recordedLog } from '../past/recordedLog.ts';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';
import { renderUi } from '../support/renderUi.tsx';
import { someTimelinePorts } from '../support/someTimelinePorts.ts';

const block = { id: 1, log: '0', firstSeq: 0, count: 1, firstAt: 0, lastAt: 100_000 };
/** A full minute, in seconds since epoch. */
const MINUTE = Date.UTC(2026, 10, 22, 2, 44) / 1_000;
const instantOf = (second: number) => (MINUTE + second) * 1_000;
/** The state after a report of this battery level, at a second of the minute. */
const charged = (second: number, battery_level: number): RootState =>
  reduceLog(undefined, eventsOf([MINUTE + second, reported('LF-01', MINUTE + second, { battery_level })], [MINUTE + second, ticked]));
const momentOf = (second: number, level: number): EarlierMoment => ({ at: instantOf(second), state: charged(second, level) });
const past = ({ at, state, view }: EarlierMoment): Playhead => ({
  kind: 'past',
  moment: { at, state, count: 1, block },
  missedAt: null,
  speed: null,
  ...(view === undefined ? {} : { view }),
  epoch: 0,
});

function Marked({ at }: { readonly at: EarlierMoment | null }) {
  const { mark } = useEarlierMoment();
  useEffect(() => {
    if (at !== null) mark(at);
  }, [at, mark]);
  return null;
}

function opened(
  a: EarlierMoment | null,
  b: EarlierMoment,
  held: RootState | null | ((view?: PastView) => Promise<RootState>) = null,
  ports = someTimelinePorts,
  more: Partial<TimeTravel> = {},
) {
  const sent: TravelCommand[] = [];
  const asked: number[] = [];
  const read = { recorded: 0 };
  const clock = new VirtualTimeScheduler(undefined, 0);
  const liveStore = createLogStore({ devTools: false });
  const travel = {
    isPast: true,
    isPlaying: false,
    hasBanner: true,
    send: (command: TravelCommand) => sent.push(command),
    shownAt: () => b.at,
    recorded: async () => {
      read.recorded += 1;
      return { blocks: async () => [], block: async () => null };
    },
    stateAt: async (at: number, shown?: PastView) => {
      asked.push(at);
      return typeof held === 'function' ? held(shown) : held;
    },
    ports,
    status$: new BehaviorSubject<RecorderStatus>({ from: 0, problem: null }),
    timeline$: of({ density: new Map(), marks: [{ kind: 'error' as const, at: instantOf(30), text: 'LF-01 in error' }] }),
    liveStore,
    clock,
    ...more,
  };
  const view = (head: Playhead) => (
    <MemoryRouter>
      <TimeTravelContext value={travel}>
        <PlayheadContext value={head}>
          <Provider store={liveStore}>
            <EarlierMomentProvider>
              <Marked at={a} />
              <ComparePage />
            </EarlierMomentProvider>
          </Provider>
        </PlayheadContext>
      </TimeTravelContext>
    </MemoryRouter>
  );
  const shown = renderUi(view(past(b)));
  const pass = (ms: number) =>
    act(() => {
      clock.maxFrames = clock.frame + ms;
      clock.flush();
    });
  return { ...shown, sent, asked, read, pass, show: (moment: EarlierMoment) => shown.again(view(past(moment))) };
}

/** The cells of the changes. */
const change = () =>
  within(screen.getByRole('table', { name: 'Devices' }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('[COMPARE4] without A the page says how to mark one', () => {
  opened(null, momentOf(50, 50));
  expect(screen.getByText(/^Mark a moment as A in the timeline \(T\)/)).toBeVisible();
  expect(screen.queryByLabelText('Time of A')).toBeNull();
});

it('[COMPARE4] B moves and A stays: what is compared follows at once, then not before 300 ms have passed', () => {
  const { show, pass } = opened(momentOf(10, 10), momentOf(50, 50));
  expect(change()).toEqual(['LF-01', 'Battery', '10 %', '50 %']);
  show(momentOf(51, 51));
  show(momentOf(52, 52));
  expect(change()).toEqual(['LF-01', 'Battery', '10 %', '50 %']);
  // The line of the moments does not wait.
  expect(screen.getByText('42 s between')).toBeVisible();
  pass(300);
  expect(change()).toEqual(['LF-01', 'Battery', '10 %', '52 %']);
  pass(300);
  show(momentOf(53, 53));
  expect(change()).toEqual(['LF-01', 'Battery', '10 %', '53 %']);
});

it('[COMPARE4] a row stays itself while B moves and another change comes before it', () => {
  const stateAt = (second: number, levels: Readonly<Record<string, number>>): EarlierMoment => ({
    at: instantOf(second),
    state: reduceLog(
      undefined,
      eventsOf(
        ...Object.entries(levels).map(
          ([serial, battery_level]) => [MINUTE + second, reported(serial, MINUTE + second, { battery_level })] as const,
        ),
        [MINUTE + second, ticked],
      ),
    ),
  });
  const { show, pass } = opened(stateAt(10, { 'LF-01': 81, 'LF-02': 10 }), stateAt(50, { 'LF-01': 81, 'LF-02': 20 }));
  const [cell] = screen.getAllByRole('cell', { name: '20 %' });
  show(stateAt(51, { 'LF-01': 82, 'LF-02': 20 }));
  pass(300);
  expect(change()).toEqual(['LF-01', 'Battery', '81 %', '82 %', 'LF-02', 'Battery', '10 %', '20 %']);
  expect(screen.getByRole('cell', { name: '20 %' })).toBe(cell);
});

it('[COMPARE4] swapped, the lists are turned round before the timeline has come to the former A', async () => {
  const [a, b] = [momentOf(10, 10), momentOf(50, 50)];
  const { user, sent, pass, show } = opened(a, b);
  await user.click(screen.getByRole('button', { name: 'Swap A and B' }));
  pass(300);
  expect(sent).toEqual([{ kind: 'seek', at: instantOf(10) }]);
  expect(change()).toEqual(['LF-01', 'Battery', '50 %', '10 %']);
  show(momentOf(10, 10));
  pass(300);
  expect(change()).toEqual(['LF-01', 'Battery', '50 %', '10 %']);
});

/** Types a time and presses Enter, which moves the focus from the field to the slider. */
function type(label: string, text: string) {
  const field = screen.getByLabelText(label);
  act(() => field.focus());
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

it('[COMPARE4] a typed time of B moves the timeline, a typed time of A reads that moment', async () => {
  const { sent, asked, pass } = opened(momentOf(10, 10), momentOf(50, 50), charged(20, 20));
  const fieldText = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const minute = fieldText('Time of B').slice(0, 'dd/mm/yyyy hh:mm'.length);
  type('Time of B', `${minute}:30`);
  expect(sent).toEqual([{ kind: 'seek', at: instantOf(30) }]);
  type('Time of A', `${minute}:20`);
  expect(asked).toEqual([instantOf(20)]);
  await screen.findByText('30 s between');
  // The comparison follows in an effect of that, before or after the time has passed.
  pass(300);
  await waitFor(() => expect(change()).toEqual(['LF-01', 'Battery', '20 %', '50 %']));
  expect(fieldText('Time of A')).toContain(`${minute}:20`);
});

it('[KNOWN6] of views that are chosen quickly one after the other A is of the newest one, whichever is read first', async () => {
  const reads: { readonly view: PastView | undefined; readonly settle: (state: RootState) => void }[] = [];
  const read = (view?: PastView) => new Promise<RootState>((settle) => void reads.push({ view, settle }));
  const b = momentOf(50, 50);
  const { show, pass } = opened(momentOf(10, 10), b, read);
  const settle = (index: number, level: number) => act(async () => reads[index]?.settle(charged(10, level)));
  show({ ...b, view: 'known' });
  show(b);
  await settle(0, 1);
  pass(300);
  expect(change()).toEqual(['LF-01', 'Battery', '10 %', '50 %']);
  show({ ...b, view: 'known' });
  await settle(1, 2);
  pass(300);
  expect(change()).toEqual(['LF-01', 'Battery', '2 %', '50 %']);
  show(b);
  show({ ...b, view: 'known' });
  show(b);
  await settle(3, 4);
  await settle(2, 3);
  pass(300);
  expect(reads.map(({ view }) => view)).toEqual(['known', 'known', 'was', 'was']);
  expect(change()).toEqual(['LF-01', 'Battery', '4 %', '50 %']);
});

it('[COMPARE8] errors between A and B are counted below the plan, and no others', () => {
  const errors = () => screen.getByText('Errors').closest('dl > div, li, p')?.textContent;
  const { show, pass } = opened(momentOf(10, 10), momentOf(50, 50));
  expect(errors()).toMatch(/^Errors1\d\d:44:30 LF-01 in error$/);
  expect(screen.getByText('Commands').closest('dl > div, li, p')).toHaveTextContent(/^Commands0$/);
  show(momentOf(20, 20));
  pass(300);
  expect(errors()).toBe('Errors0');
});

it('[COMPARE5] where a time of A is not held, the page says so and the nearest moment is A', async () => {
  const { asked } = opened(momentOf(10, 10), momentOf(50, 50), charged(20, 20));
  type('Time of A', '01/01/2020 00:00:07');
  expect(asked).toHaveLength(1);
  expect(await screen.findByText('01/01/2020, 00:00:07 is not held; A is the nearest moment.')).toBeVisible();
  expect(screen.getByText('30 s between')).toBeVisible();
});

it('[COMPARE2] changes without a match are left out, and the absence of any is shown', async () => {
  const { user, show, pass } = opened(momentOf(10, 10), momentOf(50, 50));
  await user.type(screen.getByLabelText('Find changes'), 'nothing of it');
  expect(screen.getByText('No change matches.')).toBeVisible();
  show(momentOf(10, 10));
  pass(300);
  expect(screen.getByText('Nothing that the console knew at both moments differs.')).toBeVisible();
});

it('[SAVE3] more than 12 h between A and B are refused before anything is read', async () => {
  const day = { ...momentOf(50, 50), at: momentOf(10, 10).at + 24 * 3_600_000 };
  const { user, read } = opened(momentOf(10, 10), day);
  await user.click(screen.getByRole('button', { name: 'Save A to B' }));
  expect(await screen.findByText('A file holds at most 12 h 0 min: A and B are 1 d 0 h apart.')).toBeVisible();
  expect(read.recorded).toBe(0);
});

it('[SAVE3] where nothing between A and B is held, the page says so, and the button is there again', async () => {
  const { user } = opened(momentOf(10, 10), momentOf(50, 50));
  await user.click(screen.getByRole('button', { name: 'Save A to B' }));
  expect(await screen.findByText('Nothing was saved: nothing between A and B is held.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save A to B' })).toBeEnabled();
});

/** The dialog before a span is saved on a server that keeps spans, which answers with these refusals, one after the other. */
async function askedToSave(refusals: readonly (string | null | Promise<null>)[], more: Partial<TimeTravel> = {}) {
  const left = [...refusals];
  const wanted: WantedSpan[] = [];
  const keepSpan = async (span: WantedSpan) => {
    wanted.push(span);
    return left.shift() ?? null;
  };
  const shown = opened(momentOf(10, 10), momentOf(50, 50), null, { ...someTimelinePorts, keepSpan }, more);
  await shown.user.click(screen.getByRole('button', { name: 'Save A to B' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save A to B' }));
  return { ...shown, wanted, dialog };
}

it('[SAVE4] where the server keeps spans, a dialog asks first; it keeps none unless that is ticked, and says what follows', async () => {
  const { user, dialog, read, wanted } = await askedToSave([]);
  expect(read.recorded).toBe(0);
  expect(dialog.getByRole('checkbox', { name: 'Keep on the server' })).not.toBeChecked();
  expect(
    dialog.getByText(/^The server removes its history by its age. This span then stays, of all devices of your organisation/),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save file' }));
  expect(await screen.findByText('Nothing was saved: nothing between A and B is held.')).toBeVisible();
  expect([read.recorded, wanted]).toEqual([1, []]);
});

it.each([
  ['Escape', (user: ReturnType<typeof renderUi>['user']) => user.keyboard('{Escape}')],
  ['Cancel', (user: ReturnType<typeof renderUi>['user']) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
])('[SAVE4] while a span is being sent, %s closes the dialog at once, and no file is saved afterwards', async (_, close) => {
  let answer: (refusal: null) => void = () => undefined;
  const sent = new Promise<null>((resolve) => void (answer = resolve));
  const { user, dialog, read, wanted } = await askedToSave([sent]);
  await user.click(dialog.getByRole('checkbox', { name: 'Keep on the server' }));
  await user.type(dialog.getByRole('textbox', { name: 'Why' }), 'Belt slips');
  await user.click(dialog.getByRole('button', { name: 'Save file' }));
  expect(wanted).toHaveLength(1);
  expect(dialog.getByRole('status')).toHaveTextContent('If you close this, no file is saved');
  await close(user);
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => {
    answer(null);
    await sent;
  });
  expect(screen.queryByText(/^Nothing was saved/)).toBeNull();
  expect(read.recorded).toBe(0);
});

it('[SAVE4] a span is kept with a reason; what the server refuses is reported, and nothing is saved then', async () => {
  const { user, dialog, read, wanted } = await askedToSave(['An organisation keeps at most 200 spans.', null]);
  await user.click(dialog.getByRole('checkbox', { name: 'Keep on the server' }));
  await user.click(dialog.getByRole('button', { name: 'Save file' }));
  expect(dialog.getByText('The reason cannot be empty.')).toBeVisible();
  expect(wanted).toEqual([]);
  await user.type(dialog.getByLabelText('Why'), 'Belt slips');
  await user.click(dialog.getByRole('button', { name: 'Save file' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('An organisation keeps at most 200 spans.');
  expect(read.recorded).toBe(0);
  await user.click(dialog.getByRole('button', { name: 'Save file' }));
  expect(await screen.findByText('Nothing was saved: nothing between A and B is held.')).toBeVisible();
  expect(wanted).toMatchObject([1, 2].map(() => ({ from: instantOf(10), to: instantOf(50), reason: 'Belt slips' })));
  // A second attempt is the same span.
  expect(new Set(wanted.map(({ id }) => id)).size).toBe(1);
});

it('[SAVE4] [CLOCK14] where the clock of the console is wrong, the span is kept by that of the server', async () => {
  const liveStore = createLogStore({ devTools: false });
  liveStore.dispatch(eventsBatched(eventsOf([MINUTE, { kind: 'clock.offsetMeasured', offsetMs: 3_600_000 }])));
  const { user, dialog, wanted } = await askedToSave([], { liveStore });
  await user.click(dialog.getByRole('checkbox', { name: 'Keep on the server' }));
  await user.type(dialog.getByRole('textbox', { name: 'Why' }), 'A fault');
  await user.click(dialog.getByRole('button', { name: 'Save file' }));
  await expect.poll(() => wanted.map(({ from, to }) => [from, to])).toEqual([[instantOf(3_610), instantOf(3_650)]]);
});

it.each([
  ['a replay, whose instants are those of the file', true],
  ['a live console, whose own recording is by its clock', false],
])('[SAVE3] [CLOCK14] where the clock was an hour behind the server, what is between A and B is saved in %s', async (_, isReplay) => {
  const liveStore = createLogStore({ devTools: false });
  liveStore.dispatch(
    eventsBatched(eventsOf([0, { kind: 'session.opened', profile }], [1, { kind: 'clock.offsetMeasured', offsetMs: 3_600_000 }])),
  );
  const saved: Uint8Array<ArrayBuffer>[] = [];
  const ports = { ...someTimelinePorts, saveBytes: (bytes: Uint8Array<ArrayBuffer>) => void saved.push(bytes) };
  const recorded = async () => ownBlocks(recordedLog(aLog(60)).recorder, recordingCodec);
  const recording = { name: 'a.orangery', by: 'an', from: 0, to: 60_000, damage: [], close: () => undefined };
  const [a, b] = [20_000, 40_000].map((at) => ({ ...momentOf(10, 10), at }));
  if (a === undefined || b === undefined) throw new Error('no moments');
  const { user } = opened(a, b, null, ports, { liveStore, recorded, ...(isReplay ? { recording } : {}) });
  await user.click(screen.getByRole('button', { name: 'Save A to B' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const { from, to } = await openFile(new Blob(saved), 'span');
  expect([from, to]).toEqual([21_000, 40_000]);
});

it('[SAVE3] [SAVE4] more than 12 h between A and B are refused without a question', async () => {
  const day = { ...momentOf(50, 50), at: momentOf(10, 10).at + 24 * 3_600_000 };
  const { user } = opened(momentOf(10, 10), day, null, { ...someTimelinePorts, keepSpan: async () => null });
  await user.click(screen.getByRole('button', { name: 'Save A to B' }));
  expect(await screen.findByText('A file holds at most 12 h 0 min: A and B are 1 d 0 h apart.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

/** The numbers of errors and commands, as the page shows them. */
const figures = () => ['Errors', 'Commands'].map((label) => screen.getByText(label).closest('dl > div')?.querySelector('dd')?.textContent);
const ofHistory = (): HistoryDay => ({
  from: instantOf(-40_000),
  to: instantOf(40_000),
  density: new Map(),
  heldFrom: 0,
  marks: [
    { kind: 'error', cause: 'error', at: instantOf(20), text: 'LF-01 in error', serial: 'LF-01' },
    { kind: 'error', cause: 'error', at: instantOf(40), text: 'LF-02 in error', serial: 'LF-02' },
    { kind: 'error', cause: 'incident', at: instantOf(40), text: 'An incident', serial: 'LF-02' },
  ],
});

it('[COMPARE11] the errors between moments of the history are those of the history, not known until they are read or where they cannot be', async () => {
  let answer: ((day: HistoryDay) => void) | null = null;
  const dayAt = () =>
    new Promise<HistoryDay>((resolve) => {
      answer = resolve;
    });
  const { unmount } = opened(momentOf(10, 10), momentOf(50, 50), null, someTimelinePorts, { dayAt });
  await expect.poll(() => answer).not.toBeNull();
  expect(figures()).toEqual(['-', '-']);
  await act(async () => answer?.(ofHistory()));
  await expect.poll(figures).toEqual(['2', '0']);
  unmount();
  let asked = 0;
  opened(momentOf(10, 10), momentOf(50, 50), null, someTimelinePorts, {
    dayAt: async () => {
      asked += 1;
      throw new Error('away');
    },
  });
  await expect.poll(() => asked).toBe(1);
  await act(async () => undefined);
  expect(figures()).toEqual(['-', '-']);
});

it('[COMPARE11] between moments of the own recording its marks are counted, and the history is asked for nothing', async () => {
  let asked = 0;
  const dayAt = async () => {
    asked += 1;
    return ofHistory();
  };
  const recorded = async () => ({
    blocks: async () => [{ ...block, firstAt: instantOf(0), lastAt: instantOf(100) }],
    block: async () => null,
  });
  opened(momentOf(10, 10), momentOf(50, 50), null, someTimelinePorts, { dayAt, recorded });
  await expect.poll(figures).toEqual(['1', '0']);
  expect(asked).toBe(0);
});
