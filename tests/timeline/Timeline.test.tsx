import { act, fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { NoteBook } from '#past/recorder/noteBook';
import { asyncScheduler, BehaviorSubject, of } from 'rxjs';
import { beforeAll, expect, it } from 'vitest';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { ConsoleContext } from '#app/console/ConsoleContext';
import { PastBanner } from '#timeline/PastBanner';
import { Timeline } from '#timeline/Timeline';
import { TimelineButton } from '#timeline/TimelineButton';
import { PlayheadContext, type TimeTravel, TimeTravelContext } from '#hooks/TimeTravelContext';
import type { Playhead, TravelCommand } from '#past/moments/timeTravel';
import { getAllDevices } from '#contract/devices/device';
import type { ReadOverview } from '#past/history/overviews';
import type { RecorderStatus } from '#past/recorder/recorder';
import { eventsBatched } from '#state/events';
import { createLogStore, reduceLog } from '#state/store';
import type { EventPayload } from '#streams/event';
import type { TimelineData } from '#streams/recording/timeline';
import { EarlierMomentProvider } from '#widgets/EarlierMoment';
import { eventsOf, ticked } from '../state/eventsOf.ts';
import { idleConsole } from '../support/idleConsole.ts';
import { renderUi } from '../support/renderUi.tsx';
import { someTimelinePorts } from '../support/someTimelinePorts.ts';

// The page loads it at the first press.
beforeAll(() => import('#timeline/TimeTools'));

const NOW = Date.UTC(2026, 10, 22, 2, 44, 30);
const block = { id: 1, log: '0', firstSeq: 0, count: 1, firstAt: 0, lastAt: NOW };
const past = (at: number, speed: number | null = null, missedAt: number | null = null): Playhead => ({
  kind: 'past',
  moment: { at, count: 1, block, state: reduceLog(undefined, []) },
  missedAt,
  speed,
  epoch: 0,
});
const LIVE: Playhead = { kind: 'live' };
const marks = [{ kind: 'error', at: NOW - 200_000, text: 'LF-01 in error', serial: 'LF-01', code: '0x0b000001' } as const];

const Address = () => (
  <output>
    {useLocation().search}
    <i data-testid="path">{useLocation().pathname}</i>
  </output>
);

interface Opening {
  readonly problem?: string;
  readonly address?: string;
  readonly closes?: () => void;
  readonly isQuiet?: boolean;
  /** Begin of the recording; null when nothing is recorded. */
  readonly from?: number | null;
  readonly data?: TimelineData;
  readonly overviewOf?: ReadOverview;
  readonly dayAt?: TimeTravel['dayAt'];
  readonly notes?: NoteBook;
}

const devices: EventPayload = {
  kind: 'request.succeeded',
  key: getAllDevices.name,
  call: getAllDevices.name,
  answer: {
    result: ['01', '02'].map((n) => ({
      serial: `LF-${n}`,
      name: `Lumion ${n}`,
      device_type: 'LUMION_FIX',
      life_cycle_stage: 'OPERATIONAL',
      metadata_valid: true,
    })),
  },
};

function opened(
  playhead: Playhead,
  { problem, address = '/', closes = () => undefined, isQuiet = false, from = NOW - 600_000, data, overviewOf, dayAt, notes }: Opening = {},
) {
  const sent: TravelCommand[] = [];
  let drawn = 0;
  const liveStore = createLogStore({ devTools: false });
  liveStore.dispatch(eventsBatched(eventsOf([NOW / 1_000, devices], [NOW / 1_000, ticked])));
  const travel = {
    isPast: playhead.kind === 'past',
    // The timeline reads it once each time it is drawn.
    get isPlaying() {
      drawn += 1;
      return playhead.kind === 'live' || playhead.speed !== null;
    },
    hasBanner: true,
    send: (command: TravelCommand) => sent.push(command),
    shownAt: () => NOW,
    recorded: async () => ({ blocks: async () => [], block: async () => null, ...(notes === undefined ? {} : { notes }) }),
    stateAt: async () => reduceLog(undefined, []),
    ports: someTimelinePorts,
    status$: new BehaviorSubject<RecorderStatus>({ from, problem: problem ?? null }),
    timeline$: of(data ?? { density: new Map([[NOW - 300_000, 5]]), marks: isQuiet ? [] : marks }),
    liveStore,
    clock: asyncScheduler,
    ...(overviewOf === undefined ? {} : { overviewOf }),
    ...(dayAt === undefined ? {} : { dayAt }),
  };
  const view = (head: Playhead) => (
    <MemoryRouter initialEntries={[address]}>
      <ConsoleContext value={idleConsole}>
        <TimeTravelContext value={travel}>
          <PlayheadContext value={head}>
            <Provider store={liveStore}>
              <EarlierMomentProvider>
                <TimelineButton isOpen onToggle={closes} />
                <PastBanner isUnreadable={false} />
                <Timeline onClose={closes} />
                <Address />
              </EarlierMomentProvider>
            </Provider>
          </PlayheadContext>
        </TimeTravelContext>
      </ConsoleContext>
    </MemoryRouter>
  );
  const shown = renderUi(view(playhead));
  return { ...shown, sent, travel, drawn: () => drawn, show: (head: Playhead) => shown.again(view(head)) };
}

const button = (name: string) => screen.getByRole('button', { name });

it('[PAST7] live there is no banner, "Live" is off and the first button pauses', () => {
  opened(LIVE);
  expect(screen.queryByText('You are looking at the past')).toBeNull();
  expect(button('Live')).toBeDisabled();
  expect(button('Pause')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});

it('[PAST7] the banner says which moment, how far behind, and that commands are off', () => {
  opened(past(NOW - 253_000));
  expect(screen.getByText('You are looking at the past')).toBeVisible();
  expect(screen.getByText(/^\d\d\/11\/2026, \d\d:40:17, 4 min behind\. Commands are off\.$/)).toBeVisible();
});

it('[PAST4] the timeline shows the milliseconds of a past moment, so that each step is visible, and keeps their place live', () => {
  const { show } = opened(past(NOW - 253_000 + 12));
  const milliseconds = screen.getByText('.012');
  expect(milliseconds.parentElement).toHaveTextContent(/^\d\d\/11\/2026, \d\d:40:17\.012$/);
  expect(milliseconds).toBeVisible();
  show(LIVE);
  expect(milliseconds).not.toBeVisible();
});

it('[PAST8] a moment that is not held is named, beside the nearest one and live', () => {
  const { show } = opened(LIVE);
  show({ kind: 'live', missedAt: NOW });
  expect(screen.getByText(/is not in this browser.* Ask for its file\. This is now\.$/)).toBeVisible();
  show(past(NOW - 5_000, null, 0));
  expect(screen.getByText(/1970, .* is no longer held; this is the nearest moment\.$/)).toBeVisible();
});

it('[PAST17] the button says how far back the recording reaches, beside its icon and in its tooltip, and is called "Timeline"', () => {
  opened(LIVE);
  expect(button('Timeline')).toHaveTextContent('Timeline10 min');
  expect(button('Timeline')).toHaveAttribute('title', 'Recorded: the last 10 min.');
});

it('[PAST17] says which span is shown and what its marks mean, and each icon is named by a tooltip', async () => {
  const { user } = opened(past(NOW - 9_000));
  const span = /^last 10 min, \d\d\/\d\d\/2026, \d\d:\d\d:\d\d to .*\d\d:\d\d:\d\d$/;
  expect(screen.getByText(span)).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Marks' })).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('list', { name: 'Marks' })).toHaveTextContent('Error');
  await user.hover(button('Step back'));
  expect(screen.getByRole('tooltip')).toHaveTextContent('Step back');
  expect(button('Step back')).not.toHaveAttribute('aria-describedby');
  // A press does what the button does and leaves the view free.
  await user.click(button('Step back'));
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it.each<[string, Playhead, TravelCommand]>([
  ['Pause', LIVE, { kind: 'pause' }],
  ['Play', past(NOW - 9_000), { kind: 'play', speed: 1 }],
  ['Step back', past(NOW - 9_000), { kind: 'step', by: -1 }],
  ['Step forward', past(NOW - 9_000), { kind: 'step', by: 1 }],
  ['Previous error', past(NOW - 9_000), { kind: 'find', marks, direction: -1 }],
  ['Next error', past(NOW - 253_000), { kind: 'find', marks, direction: 1 }],
  ['Live', past(NOW - 9_000), { kind: 'live' }],
  ['Return to now', past(NOW - 9_000), { kind: 'live' }],
])('[PAST4] the button "%s"', async (name, head, command) => {
  const { user, sent } = opened(head);
  await user.click(button(name));
  expect(sent).toEqual([command]);
});

it('[PAST4] without an error in the recording the buttons to errors are off', () => {
  opened(past(NOW - 9_000), { isQuiet: true });
  expect(button('Previous error')).toBeDisabled();
  expect(button('Next error')).toHaveAttribute('aria-disabled', 'true');
});

it.each<[string, Playhead, boolean]>([
  ['before the last error', past(NOW - 200_001), true],
  ['at the last error', past(NOW - 200_000), false],
  ['behind the last error', past(NOW - 9_000), false],
  ['live', LIVE, false],
])('[PAST4] %s the button to the next error is on or off', async (_, head, isOn) => {
  const { user, sent } = opened(head);
  expect(button('Next error')).toHaveAttribute('aria-disabled', String(!isOn));
  await user.click(button('Next error'));
  expect(sent).toHaveLength(isOn ? 1 : 0);
  // A button that is off by `disabled` would lose the focus when it turns off.
  expect(button('Next error')).toHaveFocus();
});

it.each<[string, string, Playhead, TravelCommand]>([
  ['space', ' ', past(NOW - 9_000), { kind: 'play', speed: 1 }],
  ['space while it plays', ' ', past(NOW - 9_000, 4), { kind: 'pause' }],
  ['space live', ' ', LIVE, { kind: 'pause' }],
  ['left', '{ArrowLeft}', past(NOW - 9_000), { kind: 'step', by: -1 }],
  ['shift and right', '{Shift>}{ArrowRight}{/Shift}', past(NOW - 9_000), { kind: 'skip', byMs: 10_000 }],
  ['L', 'l', past(NOW - 9_000), { kind: 'live' }],
])('[PAST10] the key %s', async (_, keys, head, command) => {
  const { user, sent } = opened(head);
  await user.keyboard(keys);
  expect(sent).toEqual([command]);
});

it.each([
  ['of all devices', '/', [NOW - 500_000, NOW - 200_000]],
  ['of the device that is shown', '/device/detail?device_serial=LF-01', [NOW - 200_000]],
])('[PAST30] where the quiet is skipped, play leaves out what is between the marks %s, at every speed', async (_, address, at) => {
  const other = { kind: 'error', at: NOW - 500_000, text: 'LF-02 in error', serial: 'LF-02' } as const;
  const data = { density: new Map<number, number>(), marks: [other, ...marks] };
  const { user, sent } = opened(past(NOW - 900_000), { address, data });
  const only = at.map((instant) => ({ from: instant - 10_000, to: instant + 20_000 }));
  await user.selectOptions(screen.getByLabelText('Speed'), '4x');
  await user.click(button('Skip the quiet'));
  expect(button('Skip the quiet')).toHaveAttribute('aria-pressed', 'true');
  await user.click(button('Play'));
  await user.click(document.body);
  await user.keyboard('3 ');
  expect(sent).toEqual([
    { kind: 'play', speed: 4, only },
    { kind: 'play', speed: 16, only },
  ]);
});

it('[PAST31] the flag of an error leads to the previous and the next error with its code, of any device', async () => {
  const errorAt = (at: number, serial: string, code: string) => ({ kind: 'error', at, text: '', serial, code }) as const;
  const other = errorAt(NOW - 300_000, 'LF-01', '0x0b000002');
  const same = [errorAt(NOW - 400_000, 'LF-02', '0x0b000001'), errorAt(NOW - 200_000, 'LF-01', '0x0b000001')];
  const data = { density: new Map<number, number>(), marks: [same[0], other, same[1]].filter((mark) => mark !== undefined) };
  const { user, sent, show } = opened(past(NOW - 200_000 + 500), { data });
  expect(button('Next 0x0b000001')).toHaveAttribute('aria-disabled', 'true');
  await user.click(button('Next 0x0b000001'));
  await user.click(button('Previous 0x0b000001'));
  expect(sent).toEqual([{ kind: 'find', marks: same, direction: -1 }]);
  show(past(NOW - 400_000 + 500));
  expect(button('Previous 0x0b000001')).toHaveFocus();
  expect(button('Next 0x0b000001')).toHaveAttribute('aria-disabled', 'false');
  // The only one with its code.
  show(past(NOW - 300_000 + 500));
  expect(screen.queryByRole('button', { name: /^(Next|Previous) 0x0b000002$/ })).toBeNull();
});

it.each(['16x', '4x back'])('[PAST10] space plays at the chosen speed, %s', async (speed) => {
  const { user, sent } = opened(past(NOW - 9_000));
  await user.selectOptions(screen.getByLabelText('Speed'), speed);
  await user.click(document.body);
  await user.keyboard(' ');
  expect(sent).toEqual([{ kind: 'play', speed: speed === '16x' ? 16 : -4 }]);
});

it.each(['Mark as A', 'Step back'])(
  '[PAST10] after a click on "%s" the arrows and L mean the same, and space presses the button',
  async (name) => {
    const { user, sent } = opened(past(NOW - 9_000));
    await user.click(button(name));
    const before = sent.length;
    await user.keyboard('{ArrowLeft}{Shift>}{ArrowRight}{/Shift}l');
    expect(sent.slice(before)).toEqual([{ kind: 'step', by: -1 }, { kind: 'skip', byMs: 10_000 }, { kind: 'live' }]);
    await user.keyboard(' ');
    expect(sent.slice(before + 3)).toEqual(sent.slice(0, before));
  },
);

it('[PAST10] an arrow key that steps through time does nothing else', async () => {
  let others = 0;
  const listen = (event: KeyboardEvent) => {
    if (!event.defaultPrevented) others += 1;
  };
  document.addEventListener('keydown', listen);
  const { user, sent } = opened(past(NOW - 9_000));
  await user.keyboard('{ArrowLeft}');
  document.removeEventListener('keydown', listen);
  expect([sent.length, others]).toEqual([1, 0]);
});

it('[PAST10] [KEYS2] keys that are typed into a field are text, letters of a time too; T closes and opens', async () => {
  let toggled = 0;
  const { user, sent } = opened(past(NOW - 9_000), { closes: () => void (toggled += 1) });
  const field = screen.getByLabelText('Go to time');
  field.focus();
  await user.keyboard(' {ArrowLeft}');
  await user.selectOptions(screen.getByLabelText('Speed'), '16x');
  await user.keyboard(' {ArrowDown}1');
  expect([sent, toggled]).toEqual([[], 0]);
  // No option of Speed begins with a letter.
  await user.keyboard('l');
  expect([sent, toggled]).toEqual([[{ kind: 'live' }], 0]);
  await user.keyboard('t');
  expect(toggled).toBe(1);
  field.focus();
  await user.keyboard('tl');
  expect([sent.length, toggled]).toEqual([1, 1]);
  // An unreadable text can be edited further; a readable one leads to the slider, where keys have a meaning again.
  await user.keyboard('{Enter}');
  expect(field).toHaveFocus();
  await user.keyboard('{Control>}a{/Control}2 min ago{Enter}');
  expect(screen.getByRole('slider', { name: 'Moment' })).toHaveFocus();
  expect(sent.at(-1)).toEqual({ kind: 'seek', at: NOW - 120_000 });
});

it('[KEYS2] before there is a slider, Enter leaves the field for a time all the same', async () => {
  const { user, sent } = opened(past(NOW - 9_000), { from: null });
  expect(screen.queryByRole('slider')).toBeNull();
  screen.getByLabelText('Go to time').focus();
  await user.keyboard('2 min ago{Enter}l');
  expect(sent).toEqual([{ kind: 'seek', at: NOW - 120_000 }, { kind: 'live' }]);
  expect(screen.getByRole('region', { name: 'Timeline' })).toHaveFocus();
});

it('[PAST10] letters belong to a select with options that begin with letters, which the browser searches for all that is typed', async () => {
  const { user, sent } = opened(past(NOW - 9_000));
  const select = document.createElement('select');
  select.append(new Option('Alkmaar'), new Option('De Linde'));
  document.body.append(select);
  select.focus();
  await user.keyboard('al');
  expect(sent).toEqual([]);
  select.remove();
  await user.keyboard('l');
  expect(sent).toEqual([{ kind: 'live' }]);
});

it('[PAST4] another speed while it plays is played at once', async () => {
  const { user, sent } = opened(past(NOW - 9_000, 1));
  await user.selectOptions(screen.getByLabelText('Speed'), '4x back');
  expect(sent).toEqual([{ kind: 'play', speed: -4 }]);
});

it('[PAST19] a tick moves the shown moment and the track, and the controls around them are not drawn for that', () => {
  const { travel, drawn } = opened(LIVE);
  const before = drawn();
  for (const second of [1, 2, 3]) act(() => void travel.liveStore.dispatch(eventsBatched(eventsOf([NOW / 1_000 + second, ticked]))));
  expect(screen.getByText(/^\d\d:44:33$/)).toBeVisible();
  expect(screen.getByRole('slider')).toHaveValue(String(NOW + 3_000));
  expect(drawn()).toBe(before);
  act(() => travel.status$.next({ from: NOW, problem: null }));
  expect(drawn()).toBeGreaterThan(before);
});

it('[PAST19] [PAST25] a zoom draws the track, and the controls around it are not drawn for that', async () => {
  const { user, drawn } = opened(past(NOW - 300_000));
  // The first key loads the rest.
  await user.keyboard('+');
  const before = drawn();
  await user.keyboard('+-');
  fireEvent.wheel(screen.getByRole('slider'), { deltaY: -50, ctrlKey: true });
  expect(screen.getByRole('radio', { name: 'All' })).not.toBeChecked();
  expect(drawn()).toBe(before);
});

it('[PAST6] a flag marks A on the track, and is left out once the recording begins later', async () => {
  const { user, travel } = opened(past(NOW - 9_000));
  await user.click(button('Mark as A'));
  const flag = await screen.findByRole('img', { name: /^A, \d\d\/11\/2026, \d\d:44:30$/ });
  expect(flag).toHaveTextContent('A');
  act(() => travel.status$.next({ from: NOW + 1_000, problem: null }));
  expect(flag).not.toBeInTheDocument();
});

it.each([
  ['a click', async (user: UserEvent, field: HTMLElement) => user.click(field)],
  ['the keyboard', async (_: UserEvent, field: HTMLElement) => act(() => field.focus())],
])('[GOTO1] entered by %s, what is typed into "Go to time" replaces what it shows; a second click edits it', async (_, enter) => {
  const { user, sent } = opened(past(NOW - 9_000));
  const field = screen.getByLabelText<HTMLInputElement>('Go to time');
  expect(field).toHaveAttribute('placeholder', '02:40, 10 min ago');
  await enter(user, field);
  expect(field).toHaveValue('22/11/2026 03:44:30');
  await user.keyboard('03:40{Enter}');
  expect(sent).toEqual([{ kind: 'seek', at: Date.parse('2026-11-22T02:40:00Z') }]);
  await enter(user, field);
  await user.click(field);
  expect(field.selectionStart).toBe(field.selectionEnd);
});

it('[PAST4] [DATE1] "Go to time" begins at the shown moment, the day first, takes seconds at Enter, and says what it cannot read', async () => {
  const { user, sent } = opened(past(NOW - 9_000));
  const field = screen.getByLabelText<HTMLInputElement>('Go to time');
  expect(field).toHaveValue('');
  await user.click(field);
  expect(field).toHaveValue('22/11/2026 03:44:30');
  await user.clear(field);
  await user.type(field, '22/11 3:44:07');
  expect(sent).toEqual([]);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('slider', { name: 'Moment' })).toHaveFocus();
  expect(sent).toEqual([{ kind: 'seek', at: NOW - 23_000 }]);
  await user.click(field);
  await user.clear(field);
  await user.type(field, '32/11{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('Write a time, such as 02:40, -10m, monday 22:00 or 26/11/2026 02:40:07.');
  expect(field).toBeInvalid();
  await user.clear(field);
  await user.tab();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toHaveLength(1);
});

it('[DATE1] a day that is chosen keeps the time of day of the shown moment', async () => {
  const { user, sent } = opened(past(NOW - 9_000));
  await user.click(button('Go to time: choose a day'));
  await user.click(await screen.findByRole('button', { name: /21 November/ }));
  expect(sent).toEqual([{ kind: 'seek', at: NOW - 86_400_000 }]);
});

it('[PAST17] below 960 px the icons have words, which are a part of their names', () => {
  opened(LIVE);
  const tools = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('button');
  const words = tools.flatMap((tool) =>
    tool.querySelector('svg') === null ? [] : [[tool.getAttribute('aria-label') ?? '', tool.textContent]],
  );
  const wordless = words.filter(([, word]) => word === '').map(([name]) => name);
  expect(wordless).toEqual(['Pause', 'Go to time: choose a day']);
  expect(words.filter(([name, word]) => !name?.toLowerCase().includes(word?.toLowerCase() ?? ''))).toEqual([]);
});

it('[PAST6] a moment since the last tick is on the track, where it is', () => {
  opened(past(NOW + 400));
  expect(screen.getByRole('slider', { name: 'Moment' })).toHaveValue(String(NOW + 400));
});

it('[PAST21] the last 15 minutes or hour of a long recording can be shown; the span follows the moment when it leaves it', async () => {
  const HOUR = 3_600_000;
  const { user, travel, show } = opened(LIVE);
  expect(screen.queryByRole('radiogroup', { name: 'Span' })).toBeNull();
  act(() => travel.status$.next({ from: NOW - 2 * HOUR, problem: null }));
  const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Moment' });
  const span = () => [Number(slider().min) - NOW, Number(slider().max) - NOW];
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['15 min', '1 h', 'All']);
  expect(span()).toEqual([-2 * HOUR, 0]);
  await user.click(screen.getByRole('radio', { name: '15 min' }));
  expect(span()).toEqual([-HOUR / 4, 0]);
  // Inside of it nothing moves under the pointer.
  show(past(NOW - HOUR / 4));
  expect(span()).toEqual([-HOUR / 4, 0]);
  show(past(NOW - HOUR));
  expect(span()).toEqual([-HOUR - HOUR / 8, -HOUR + HOUR / 8]);
  show(past(NOW - HOUR + HOUR / 10));
  expect(span()).toEqual([-HOUR - HOUR / 8, -HOUR + HOUR / 8]);
  show(past(NOW - 2 * HOUR));
  expect(span()).toEqual([-2 * HOUR, -2 * HOUR + HOUR / 4]);
  await user.click(screen.getByRole('radio', { name: 'All' }));
  expect(span()).toEqual([-2 * HOUR, 0]);
  await user.click(screen.getByRole('radio', { name: '1 h' }));
  show(LIVE);
  expect(span()).toEqual([-HOUR, 0]);
});

it('[PAST21] the keys of the slider lead out of the shown span, not out of the recording', async () => {
  const { user, sent, show, travel } = opened(past(NOW - 900_000));
  act(() => travel.status$.next({ from: NOW - 7_200_000, problem: null }));
  await user.click(screen.getByRole('radio', { name: '15 min' }));
  const begin = Number(screen.getByRole<HTMLInputElement>('slider', { name: 'Moment' }).min);
  show(past(begin));
  screen.getByRole('slider', { name: 'Moment' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(sent.at(-1)).toEqual({ kind: 'seek', at: begin - 1_000 });
  show(past(NOW - 7_200_000));
  await user.keyboard('{ArrowLeft}');
  expect(sent.at(-1)).toEqual({ kind: 'seek', at: NOW - 7_200_000 });
});

/** The slider with a width of 1000 px, and the span around it in ms from now. */
function track() {
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Moment' });
  slider.getBoundingClientRect = () => new DOMRect(0, 0, 1_000, 44);
  return { slider, span: () => [Number(slider.min) - NOW, Number(slider.max) - NOW] };
}

it('[PAST25] [KEYS8] plus and minus zoom around the shown moment, 0 shows everything; nothing is chosen meanwhile, and no moment moves', async () => {
  const { user, sent, show, travel } = opened(LIVE);
  act(() => travel.status$.next({ from: NOW - 7_200_000, problem: null }));
  const { span } = track();
  const chosen = () =>
    screen.getAllByRole<HTMLInputElement>('radio').flatMap((radio) => (radio.checked ? [radio.closest('label')?.textContent] : []));
  await user.keyboard('+=');
  expect(span()).toEqual([-1_800_000, 0]);
  expect(chosen()).toEqual([]);
  show(past(NOW - 900_000));
  await user.keyboard('+');
  expect(span()).toEqual([-1_350_000, -450_000]);
  expect(chosen()).toEqual(['15 min']);
  await user.keyboard('-');
  expect(span()).toEqual([-1_800_000, 0]);
  await user.keyboard('0');
  expect(span()).toEqual([-7_200_000, 0]);
  expect(chosen()).toEqual(['All']);
  await user.type(screen.getByLabelText('Go to time'), '+');
  const plan = document.createElement('div');
  plan.setAttribute('role', 'group');
  plan.tabIndex = 0;
  document.body.append(plan);
  plan.focus();
  await user.keyboard('+');
  plan.remove();
  expect(span()).toEqual([-7_200_000, 0]);
  expect(sent).toEqual([]);
});

const DAY = 86_400_000;
/** A year in which the last ten days are held, but for one of them. */
const aYear: ReadOverview = async ({ from, to }) => ({
  from,
  to,
  binMs: DAY,
  density: new Map([10, 9, 8, 6, 5, 4, 3, 2, 1, 0].map((days) => [Math.floor(NOW / DAY) * DAY - days * DAY, 3])),
  marks: [{ kind: 'error', at: NOW - 3 * DAY, text: 'Error: 12 times, 3 devices' }],
  heldFrom: NOW - 10 * DAY,
  hasOlder: true,
});

it('[KNOWN9] times of which reports came late are marked from their begin to their end, and named below', async () => {
  const late = { kind: 'late' as const, at: NOW - 3 * DAY, to: NOW - 2 * DAY, text: 'Reports received 3 h 0 min later' };
  const { user } = opened(LIVE, { overviewOf: async (span) => ({ ...(await aYear(span)), marks: [late] }) });
  await user.click(screen.getByRole('radio', { name: 'Month' }));
  await screen.findByText('Devices per day');
  expect(screen.getByRole('list', { name: 'Marks' })).toHaveTextContent('Late reports');
  const bar = document.querySelector('[data-mark=late]')?.parentElement?.previousElementSibling;
  expect(parseFloat(bar?.getAttribute('width') ?? '')).toBeCloseTo(100 / 31, 0);
});

it('[PAST28] [PAST29] minus zooms out to a year: devices per day, since when they are held, what is not, and the way back', async () => {
  const { user, sent } = opened(LIVE, { overviewOf: aYear });
  const { slider, span } = track();
  await user.click(screen.getByRole('radio', { name: 'Month' }));
  expect(span()).toEqual([-31 * DAY, 0]);
  expect(await screen.findByText('Devices per day')).toBeVisible();
  expect(screen.getByText('Held since 12/11/2026')).toBeVisible();
  expect(screen.getByText('The oldest marks are left out.')).toBeVisible();
  expect(
    within(screen.getByRole('list', { name: 'Marks' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Error', 'No reports']);
  slider.focus();
  await user.keyboard('-----');
  expect(span()[0]).toBeLessThan(-365 * DAY);
  expect(screen.getByRole('radio', { name: 'Month' })).not.toBeChecked();
  // A press goes to where it ends: each moment on the way would be read from the server.
  fireEvent.pointerDown(slider);
  fireEvent.change(slider, { target: { value: String(NOW - 5 * DAY) } });
  fireEvent.change(slider, { target: { value: String(NOW - 3 * DAY) } });
  expect(sent).toEqual([]);
  fireEvent.pointerUp(slider);
  expect(sent).toEqual([{ kind: 'seek', at: NOW - 3 * DAY }]);
  await user.keyboard('0');
  expect(span()).toEqual([-600_000, 0]);
  expect(screen.queryByText('Devices per day')).toBeNull();
});

it('[PAST28] [PAST17] a long span is named by its days, so that the legend keeps its one line', async () => {
  const { user } = opened(LIVE, { overviewOf: aYear });
  await user.keyboard('------------------');
  expect(await screen.findByText(/^\d\d\/11\/2025 to now$/)).toBeVisible();
  // Where the legend has no room for it, the track says it.
  expect(screen.getByText('since 12/11/2026')).toBeInTheDocument();
});

it('[PAST25] [KEYS8] the zoom keys work while a span has the focus, of which the arrow keys choose another one', async () => {
  const { user, sent } = opened(past(NOW - 200_000), { overviewOf: aYear });
  act(() => screen.getByRole('radio', { name: 'All' }).focus());
  const slider = screen.getByRole('slider', { name: 'Moment' });
  const before = Number(slider.getAttribute('min'));
  await user.keyboard('+');
  expect(Number(slider.getAttribute('min'))).toBeGreaterThan(before);
  await user.keyboard('0');
  expect(Number(slider.getAttribute('min'))).toBe(before);
  // The arrow is the choice's, not the moment's, and so is the space bar.
  await user.keyboard('{ArrowRight} ');
  expect(sent).toEqual([]);
});

it('[PAST28] where the history does not answer, the track says so and keeps what it shows', async () => {
  const { user } = opened(LIVE, { overviewOf: () => Promise.reject(new Error('away')) });
  await user.click(screen.getByRole('radio', { name: 'Year' }));
  expect(await screen.findByText('The history does not answer.')).toBeVisible();
  expect(screen.getByRole('slider', { name: 'Moment' })).toBeEnabled();
});

it('[PAST28] without a server that summarises its history there is nothing to zoom out to', async () => {
  const { user } = opened(LIVE);
  const { span } = track();
  await user.keyboard('----');
  expect(span()).toEqual([-600_000, 0]);
  expect(screen.queryByRole('radio', { name: 'Year' })).toBeNull();
});

it('[PAST25] the zoom of a short recording has a way back for the pointer', async () => {
  const { user } = opened(LIVE);
  expect(screen.queryByRole('radio')).toBeNull();
  const { span } = track();
  await user.keyboard('+');
  expect(span()).toEqual([-300_000, 0]);
  expect(screen.getByRole('radio', { name: 'All' })).not.toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'All' }));
  expect(span()).toEqual([-600_000, 0]);
});

it("[PAST25] Ctrl with the wheel zooms around the pointer and not the page; without Ctrl the wheel is the page's", () => {
  opened(LIVE);
  const { slider, span } = track();
  expect(fireEvent.wheel(slider, { deltaY: -50, clientX: 500 })).toBe(true);
  expect(span()).toEqual([-600_000, 0]);
  expect(fireEvent.wheel(slider, { deltaY: -50, clientX: 500, ctrlKey: true })).toBe(false);
  expect(fireEvent.wheel(slider, { deltaY: -50, clientX: 500, ctrlKey: true })).toBe(false);
  expect(span()).toEqual([-450_000, -150_000]);
  // Lines, of a browser that counts in them; and no further than everything.
  fireEvent.wheel(slider, { deltaY: 3, deltaMode: 1, clientX: 500, ctrlKey: true });
  expect(Number(slider.max) - Number(slider.min)).toBeCloseTo(300_000 * 2 ** 0.48, -1);
  for (const _ of [1, 2, 3]) expect(fireEvent.wheel(slider, { deltaY: 500, clientX: 10, ctrlKey: true })).toBe(false);
  expect(span()).toEqual([-600_000, 0]);
});

it('[PAST25] two fingers zoom around their middle and move no moment; the finger that is left does not either', () => {
  const { sent } = opened(LIVE);
  const { slider, span } = track();
  const fingers = (...xs: readonly number[]) => ({ targetTouches: xs.map((clientX) => ({ clientX, clientY: 20 })) });
  expect(fireEvent.touchStart(slider, fingers(400))).toBe(false);
  fireEvent.touchStart(slider, fingers(400, 600));
  fireEvent.touchMove(slider, fingers(300, 700));
  expect(span()).toEqual([-450_000, -150_000]);
  fireEvent.touchMove(slider, fingers(400, 800));
  expect(span()).toEqual([-480_000, -180_000]);
  fireEvent.touchEnd(slider, fingers(800));
  fireEvent.touchMove(slider, fingers(900));
  fireEvent.touchEnd(slider, fingers());
  expect(span()).toEqual([-480_000, -180_000]);
  expect(sent).toEqual([]);
});

it('[PAST26] one finger moves the moment and reads the time at its place; one that is lifted again goes to the moment under it', () => {
  const { sent } = opened(LIVE);
  const { slider } = track();
  const finger = (clientX: number) => ({ targetTouches: [{ clientX, clientY: 20 }] });
  fireEvent.touchStart(slider, finger(500));
  expect(sent).toEqual([]);
  expect(within(screen.getByRole('region', { name: 'Timeline' })).getAllByText('03:39:30')).toHaveLength(2);
  fireEvent.touchMove(slider, finger(510));
  fireEvent.touchEnd(slider, { targetTouches: [] });
  expect(sent).toEqual([{ kind: 'seek', at: NOW - 294_000 }]);
  expect(screen.queryByText('03:39:36')).toBeNull();
  fireEvent.touchStart(slider, finger(100));
  fireEvent.touchEnd(slider, { targetTouches: [] });
  expect(sent.at(-1)).toEqual({ kind: 'seek', at: NOW - 540_000 });
  fireEvent.touchStart(slider, finger(100));
  fireEvent.touchCancel(slider, { targetTouches: [] });
  expect(sent).toHaveLength(2);
});

it('[PAST6] [PAST25] a bar is as long as what was counted together, also where only a part of it is in the zoom', async () => {
  const at = Math.floor((NOW - 300_000) / 300_000) * 300_000;
  const { user } = opened(past(NOW - 300_000), { data: { density: new Map([[at, 5]]), binMs: 300_000, marks: [] } });
  const { slider } = track();
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) await user.keyboard('+');
  expect(Number(slider.max) - Number(slider.min)).toBe(10_000);
  const bars = [...(slider.parentElement?.querySelectorAll('path') ?? [])]
    .map((path) => path.getAttribute('d'))
    .filter((d) => d?.includes('h800'));
  expect(bars).toHaveLength(1);
});

it('[PAST25] a moment outside of the zoom has no line on the track, and the slider still says it', async () => {
  const { show } = opened(LIVE);
  const { slider } = track();
  const line = () => slider.parentElement?.querySelector('line');
  expect(line()).not.toBeNull();
  for (const _ of [1, 2]) fireEvent.wheel(slider, { deltaY: -50, clientX: 500, ctrlKey: true });
  expect(line()).toBeNull();
  expect(slider).toHaveAttribute('aria-valuetext', '22/11/2026, 03:44:30');
  show(past(NOW - 200_000));
  expect(line()).not.toBeNull();
});

it('[PAST11] says what is missing: nothing recorded yet, and a full disk', () => {
  const { travel } = opened(LIVE, { problem: 'The disk is full; the oldest part was dropped.' });
  expect(screen.getByText('The disk is full; the oldest part was dropped.')).toBeVisible();
  act(() => travel.status$.next({ from: null, problem: null }));
  expect(screen.getByText('Nothing is recorded yet.')).toBeVisible();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('[PAST8] the moment is in the address while it stands still, and the address is gone to once', () => {
  const at = new Date(NOW - 60_000).toISOString();
  const { sent, show } = opened(LIVE, { address: `/?serial=LF-01&at=${at}` });
  expect(sent).toContainEqual({ kind: 'open', at: NOW - 60_000 });
  expect(screen.getByText(`?serial=LF-01&at=${at}`)).toBeInTheDocument();
  show(past(NOW - 60_000));
  show(past(NOW - 56_000, 1));
  show(past(NOW - 30_000, 16));
  expect(screen.getByText(`?serial=LF-01&at=${at}`)).toBeInTheDocument();
  show(past(NOW - 30_000));
  expect(screen.getByText(`?serial=LF-01&at=${encodeURIComponent(new Date(NOW - 30_000).toISOString())}`)).toBeInTheDocument();
  show(LIVE);
  expect(screen.getByText('?serial=LF-01')).toBeInTheDocument();
});

it('[PAST8] a moment that is not held stays in the address, with its proof, for the next reload', () => {
  const query = `?at=${encodeURIComponent(new Date(NOW - 7_200_000).toISOString())}&proof=ab12`;
  const { show } = opened(LIVE, { address: `/${query}` });
  show({ ...past(NOW - 600_000), missedAt: NOW - 7_200_000 });
  expect(screen.getByText(query)).toBeInTheDocument();
  show(past(NOW - 500_000));
  expect(screen.queryByText(/proof/)).toBeNull();
});

it('[PAST8] where nothing is held, the moment stays in the address until another one is asked for', () => {
  const query = `?at=${encodeURIComponent(new Date(NOW - 7_200_000).toISOString())}&proof=ab12`;
  const { show } = opened(LIVE, { address: `/${query}` });
  show({ kind: 'live', missedAt: NOW - 7_200_000 });
  expect(screen.getByText(query)).toBeInTheDocument();
  show(LIVE);
  expect(screen.queryByText(query)).toBeNull();
});

it('[PAST8] while it plays the address follows every 5 s, and at once on another screen', () => {
  const textOf = (at: number) => `?at=${encodeURIComponent(new Date(at).toISOString())}`;
  const { show } = opened(past(NOW - 60_000, 4));
  expect(screen.getByText(textOf(NOW - 60_000))).toBeInTheDocument();
  show(past(NOW - 40_001, 4));
  expect(screen.getByText(textOf(NOW - 60_000))).toBeInTheDocument();
  show(past(NOW - 40_000, 4));
  expect(screen.getByText(textOf(NOW - 40_000))).toBeInTheDocument();
  show(past(NOW - 59_999, -4));
  expect(screen.getByText(textOf(NOW - 40_000))).toBeInTheDocument();
  show(past(NOW - 60_000, -4));
  expect(screen.getByText(textOf(NOW - 60_000))).toBeInTheDocument();
});

it.each(['yesterday', '', '2026-13-45T00:00:00Z'])('[PAST8] an address with the moment "%s" opens live', (at) => {
  expect(opened(LIVE, { address: `/?at=${at}` }).sent).toEqual([]);
});

it('[FLAG1] a paused moment at an error says which, and the row of its device is outlined; played or later, nothing is shown', () => {
  const scrolled: Element[] = [];
  const row = document.createElement('tr');
  row.scrollIntoView = () => void scrolled.push(row);
  row.dataset['of'] = 'LF-01';
  document.body.append(row);
  const { show } = opened(past(NOW - 199_000));
  expect(screen.getByRole('status', { name: 'Error' })).toHaveTextContent(/Lumion 01, 0x0b000001, Unknown/);
  expect(scrolled).toEqual([row]);
  expect(getComputedStyle(row).outline).toContain('2px solid');
  show(past(NOW - 199_000, 1));
  expect(screen.queryByRole('status', { name: 'Error' })).toBeNull();
  show(past(NOW - 100_000));
  expect(screen.queryByRole('status', { name: 'Error' })).toBeNull();
  row.remove();
});

it('[FLAG1] a pointer on a mark reads what it stands for', () => {
  opened(past(NOW - 100_000));
  const slider = screen.getByRole('slider', { name: 'Moment' });
  slider.getBoundingClientRect = () => new DOMRect(0, 0, 600, 44);
  fireEvent.pointerMove(slider, { clientX: 401 });
  expect(slider.title).toMatch(/Lumion 01, 0x0b000001, Unknown/);
  fireEvent.pointerMove(slider, { clientX: 100 });
  expect(slider.title).toBe('');
});

it('[FLAG3] the error that a moment is at leads to its device', async () => {
  const { user } = opened(past(NOW - 199_000));
  await user.click(within(screen.getByRole('status', { name: 'Error' })).getByRole('link', { name: 'Lumion 01' }));
  expect(screen.getByTestId('path')).toHaveTextContent('/device/detail');
});

it.each([
  ['LF-01', 'Previous error of Lumion 01', true],
  ['LF-02', 'Previous error of Lumion 02', false],
])('[FLAG3] at a page of %s the buttons go to its own errors and say so', async (serial, name, isOn) => {
  const { user, sent } = opened(past(NOW - 9_000), { address: `/device/events?device_serial=${serial}` });
  expect(button(name.replace('Previous', 'Next'))).toHaveAttribute('aria-disabled', 'true');
  await user.click(button(name));
  expect(sent).toEqual(isOn ? [{ kind: 'find', marks, direction: -1 }] : []);
});

it.each([
  ['.', { kind: 'find', direction: 1 }],
  [',', { kind: 'find', direction: -1 }],
  ['{Home}', { kind: 'seek', at: NOW - 600_000 }],
  ['{End}', { kind: 'live' }],
] as const)('[KEYS8] the key %s moves the moment', async (key, command) => {
  const { sent, user } = opened(past(NOW - 253_000));
  await user.keyboard(key);
  expect(sent.at(-1)).toMatchObject(command);
});

it('[KEYS8] comma and full stop go to the marks of the device whose page is shown; a digit is the speed of what plays', async () => {
  const { sent, user } = opened(past(NOW - 253_000, 1), { address: '/device/detail?device_serial=LF-01' });
  await user.keyboard('.3');
  const [found, played] = sent.slice(-2);
  expect(found?.kind === 'find' ? new Set(found.marks.map(({ serial }) => serial)) : null).toEqual(new Set(['LF-01']));
  expect(played).toEqual({ kind: 'play', speed: 16 });
});

it('[KEYS11] Space that is held down plays once and scrolls nothing', () => {
  const { sent } = opened(past(NOW - 253_000));
  expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(false);
  const once = [...sent];
  expect(fireEvent.keyDown(document.body, { key: ' ', repeat: true })).toBe(false);
  expect(sent).toEqual(once);
});

const focused = {
  slider: () => screen.getByRole('slider', { name: 'Moment' }),
  choice: () => screen.getByRole('radio', { name: '15 min' }),
};
const HOUR_AGO = NOW - 3_600_000;

it.each([
  ['slider', '.', { kind: 'find', direction: 1 }],
  ['slider', ',', { kind: 'find', direction: -1 }],
  ['slider', '3', { kind: 'play', speed: 16 }],
  ['slider', '{Home}', { kind: 'seek', at: HOUR_AGO }],
  ['slider', '{End}', { kind: 'live' }],
  ['choice', '.', { kind: 'find', direction: 1 }],
  ['choice', '3', { kind: 'play', speed: 16 }],
  ['choice', '{ArrowLeft}', undefined],
] as const)('[KEYS8] with the focus on the %s, the key %s means %o', async (place, key, command) => {
  const { sent, user } = opened(past(NOW - 253_000, 1), { from: HOUR_AGO });
  act(() => focused[place]().focus());
  await user.keyboard(key);
  if (command !== undefined) expect(sent.at(-1)).toMatchObject(command);
  else {
    fireEvent.keyDown(focused[place](), { key: 'Home' });
    fireEvent.keyDown(focused[place](), { key: 'End' });
    expect(sent).toEqual([]);
  }
});

it('[KEYS8] in a field for a time, in a number field and on a plan these keys move nothing', async () => {
  const { sent, user } = opened(past(NOW - 253_000, 1));
  const plan = document.createElement('div');
  plan.setAttribute('role', 'application');
  plan.tabIndex = 0;
  const number = document.createElement('input');
  number.type = 'number';
  document.body.append(plan, number);
  for (const element of [screen.getByRole('textbox', { name: 'Go to time' }), plan, number]) {
    act(() => element.focus());
    await user.keyboard(',.3{Home}');
    expect(sent).toEqual([]);
  }
  plan.remove();
  number.remove();
});

it('[PAST32] with recording turned off, a moment of the history has its track and its keys, beside the message', async () => {
  const day = {
    from: NOW - 6 * 3_600_000,
    to: NOW + 3_600_000,
    density: new Map(),
    binMs: 300_000,
    marks,
    heldFrom: null,
    hasOlder: false,
  };
  const off = { from: null, problem: 'Recording is turned off.' };
  const { user, sent, show } = opened(past(NOW - 253_000), { ...off, dayAt: async () => day });
  expect(await screen.findByRole('slider', { name: 'Moment' })).toBeVisible();
  expect(screen.getByText(/Recording is turned off\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Recording' })).toBeVisible();
  await expect.poll(() => Number(screen.getByRole('slider', { name: 'Moment' }).getAttribute('min'))).toBe(day.from);
  await user.keyboard('{Home}');
  expect(sent.at(-1)).toEqual({ kind: 'seek', at: day.from });
  await user.keyboard('.');
  expect(sent.at(-1)).toMatchObject({ kind: 'find', direction: 1 });
  show(LIVE);
});

const HOUR = 3_600_000;
it.each([
  ['that is ahead, it is the present of the server', HOUR, null, HOUR],
  ['that is behind, it is the present of the server', -HOUR, null, -HOUR],
  ['that is behind, the own recording lies behind it', -HOUR, NOW - 600_000, 0],
])('[CLOCK14] the end of a track of the history: with a server %s', async (_, offsetMs, from, end) => {
  const present = NOW + offsetMs;
  const density = new Map([...Array(200).keys()].map((bin) => [Math.floor(present / 300_000) * 300_000 - bin * 300_000, 1]));
  const day = { from: NOW - 6 * HOUR, to: NOW + 6 * HOUR, density, binMs: 300_000, marks: [], heldFrom: null, hasOlder: false };
  const { user, travel } = opened(past(NOW - 5 * HOUR), { from, dayAt: async () => day, overviewOf: aYear });
  act(() => void travel.liveStore.dispatch(eventsBatched(eventsOf([NOW / 1_000, { kind: 'clock.offsetMeasured', offsetMs }]))));
  const { span } = track();
  await expect.poll(span).toEqual([-6 * HOUR, end]);
  // What lies behind the present of the server is not called missing.
  expect(screen.queryByText('No reports')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Year' }));
  expect(span()[1]).toBe(end);
});

const aNoteBook = (isOnServer: boolean): NoteBook => ({
  isOnServer,
  notes$: of([
    { at: NOW - 250_000, text: 'The arm stood still' },
    { at: NOW - 90 * 86_400_000, text: 'Of before' },
  ]),
  put: async () => null,
});
const ofNothing = { from: null, problem: 'Recording is turned off.' };
const anEmptyDay = { from: NOW - HOUR, to: NOW + HOUR, density: new Map(), binMs: 300_000, marks, heldFrom: null, hasOlder: false };

it('[PAST32] [NOTE3] [NOTE9] with recording turned off, the notes that the server keeps are listed and changed', async () => {
  const { user } = opened(LIVE, { ...ofNothing, notes: aNoteBook(true) });
  await user.click(await screen.findByRole('button', { name: 'Notes' }));
  expect(await screen.findByText('The arm stood still')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(2);
});

it('[PAST32] with recording turned off, there is no list of notes that nobody keeps', async () => {
  opened(LIVE, { ...ofNothing, notes: aNoteBook(false) });
  await screen.findByText(/Recording is turned off\./);
  expect(screen.queryByRole('button', { name: 'Notes' })).toBeNull();
});

it('[PAST32] with recording turned off, a moment of the history is linked, marked and compared, and nothing is saved', () => {
  opened(past(NOW - 253_000), { ...ofNothing, dayAt: async () => anEmptyDay });
  for (const name of ['Copy link to this moment', 'Mark as A', 'Compare']) expect(screen.getByRole('button', { name })).toBeVisible();
  for (const name of ['Save recording', 'Report this moment']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('[PAST30] [NOTE3] the keys go to the notes of the track, too, but not on a page of a device', async () => {
  const kindsOn = async (address: string) => {
    const { user, sent, unmount } = opened(past(NOW - 253_000), { notes: aNoteBook(true), address });
    await user.click(await screen.findByRole('button', { name: 'Notes' }));
    await screen.findByText('The arm stood still');
    await user.keyboard('.');
    const command = sent.at(-1);
    unmount();
    return command?.kind === 'find' ? command.marks.filter(({ kind }) => kind === 'note').map(({ text }) => text) : null;
  };
  expect(await kindsOn('/fleet/state')).toEqual(['The arm stood still']);
  expect(await kindsOn('/device/detail?device_serial=LF-01')).toEqual([]);
});

it('[PAST32] without a history of the server there is the message alone', () => {
  opened(past(NOW - 253_000), { from: null, problem: 'Recording is turned off.' });
  expect(screen.queryByRole('slider', { name: 'Moment' })).toBeNull();
});
