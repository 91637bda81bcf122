import { act, fireEvent, screen, within } from '@testing-library/react';
import { BehaviorSubject, NEVER, VirtualTimeScheduler } from 'rxjs';
import { beforeAll, expect, it } from 'vitest';
import { type ServerFeature, serverFeatures } from '#contract/config';
import {
  getIncidentNotes,
  type IncidentNote,
  postChangeIncidentNote,
  postIncidentNote,
  postRemoveIncidentNote,
} from '#contract/incidentNote';
import { getMapGeojson } from '#contract/map';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { TimeTravelContext, type TimeTravel } from '#hooks/TimeTravelContext';
import { ownBlocks } from '#past/moments/moments';
import { AllIncidentsScreen } from '#screens/incidents/all/AllScreen';
import { createLogStore } from '#state/store';
import { profile, recordedLog } from '../../past/recordedLog.ts';
import { keyOf } from '#streams/event';
import { eventsOf, reported, ticked, type TimedEvent } from '../../state/eventsOf.ts';
import { aDevice, devicesKnown } from '../../widgets/aConsole.tsx';
import { someTimelinePorts } from '../../support/someTimelinePorts.ts';
import { anIncident, detail, showingIncidents } from './anIncidentList.tsx';

// The code that the detail loads during use.
beforeAll(() =>
  Promise.all([import('#screens/incidents/room/RoomTrack'), import('#screens/incidents/room/RoomSide'), import('#past/values/readRoom')]),
);

const ERROR_AT = Date.parse('2026-03-04T12:00:00Z');
const SECOND = ERROR_AT / 1_000;
const driving = { current_state: 'executing_task', current_task: 'drive_task', current_velocity: 0.4 };
const failed = { current_state: 'error', error_code: '0x03000117', current_velocity: 0 };

/** A log in which the device of the incident drives and fails, with a report per second. */
const LOG: readonly TimedEvent[] = [
  [SECOND - 200, { kind: 'session.opened', profile }, 'session'],
  ...Array.from({ length: 300 }, (_, index): TimedEvent => {
    const second = SECOND - 150 + index;
    const y = Math.min(second, SECOND) - SECOND;
    return [second, reported('LF-02', second, { ...(second < SECOND ? driving : failed), current_pose_x: 4, current_pose_y: y })];
  }),
];
/** A neighbour that comes 10 s after the error. */
const NEIGHBOUR: readonly TimedEvent[] = [[SECOND + 10, reported('LF-01', SECOND + 10, { current_pose_x: 6, current_pose_y: 0 })]];

interface Options {
  readonly isPast?: boolean;
  readonly features?: readonly ServerFeature[];
  readonly travel?: Partial<TimeTravel>;
  /** The last second of the recording. */
  readonly until?: number;
}

/** The detail of an incident in a console that recorded it; `asked` counts how often the recording was read. */
function opened({ isPast = false, features = serverFeatures, travel = {}, until = Infinity }: Options = {}) {
  const asked = { recorded: 0 };
  const { recorder } = recordedLog(
    eventsOf(...[...LOG, ...NEIGHBOUR].filter(([second]) => second <= until).toSorted(([one], [other]) => one - other)),
  );
  const clock = new VirtualTimeScheduler();
  const value: TimeTravel = {
    isPast,
    isPlaying: true,
    hasBanner: false,
    send: () => undefined,
    shownAt: () => ERROR_AT,
    recorded: async () => {
      asked.recorded += 1;
      return ownBlocks(recorder, recordingCodec);
    },
    stateAt: async () => null,
    marksOf: async () => null,
    status$: new BehaviorSubject({ from: ERROR_AT - 200_000, problem: null }),
    timeline$: NEVER,
    liveStore: createLogStore({ devTools: false }),
    clock,
    ports: someTimelinePorts,
    ...travel,
  };
  const view = (
    <TimeTravelContext value={value}>
      <AllIncidentsScreen />
    </TimeTravelContext>
  );
  const address = `/incidents/all?incident_id=${encodeURIComponent('i/1')}`;
  const onMap = { site_id: 'de-linde-2' };
  const listed = devicesKnown({ ...aDevice('LF-01', 'Alba'), ...onMap }, { ...aDevice('LF-02', 'Boris'), ...onMap });
  const shown = showingIncidents(view, [listed, detail('i/1', anIncident())], { address, isPast, features });
  /** Lets the clock of the page run, since the playback moves by it. */
  const pass = (ms: number) => {
    act(() => {
      clock.maxFrames = clock.frame + ms;
      clock.flush();
    });
  };
  return { ...shown, asked, pass };
}

/** The playhead, once the whole room is shown. */
const playhead = async () => {
  await screen.findByRole('list', { name: 'Events and commands' });
  return screen.findByRole('slider', { name: 'Playhead' });
};
const bar = () => within(screen.getByRole('region', { name: 'What happened' }));
const list = () => within(screen.getByRole('list', { name: 'Events and commands' }));
const active = () =>
  list()
    .getAllByRole('button')
    .filter((row) => row.hasAttribute('aria-current'))
    .map(({ textContent }) => textContent);

it('[IROOM1] [IROOM2] the room begins at the error, and the lanes say what the device did at the playhead', async () => {
  const { user } = opened();
  expect(await playhead()).toHaveAttribute('aria-valuetext', '13:00:00.0, at the error');
  expect(screen.getByRole('region', { name: 'What happened' })).toHaveTextContent('04/03/2026, 12:59:40 to 13:00:40');
  expect(bar().getByText('Error 0x03000117')).toBeVisible();
  await user.click(bar().getByRole('button', { name: 'One second back' }));
  expect(bar().getByText('Autonomously Driving')).toBeVisible();
  expect(bar().getByText('0.40 m/s')).toBeVisible();
  expect(bar().getByText('1.0 s before the error')).toBeVisible();
  await user.click(bar().getByRole('button', { name: 'To the error' }));
  expect(bar().getByText('at the error')).toBeVisible();
});

it('[IROOM3] the active row follows the playhead, and a press on a row moves it there', async () => {
  const { user } = opened();
  fireEvent.change(await playhead(), { target: { value: ERROR_AT - 5_000 } });
  expect(active()).toEqual([]);
  await user.click(list().getByRole('button', { name: /Error 0x03000117/ }));
  expect(active()).toEqual(['13:00:00.00.0 sIncident 0x03000117']);
  expect(await playhead()).toHaveValue(String(ERROR_AT));
});

it('[IROOM1] it plays at its speed until the end, and is extended by a minute', async () => {
  const { user, pass, asked } = opened();
  await playhead();
  await user.click(bar().getByRole('radio', { name: '2x' }));
  await user.click(bar().getByRole('button', { name: 'Play' }));
  pass(5_000);
  expect(bar().getByText('10.0 s after the error')).toBeVisible();
  pass(20_000);
  expect(bar().getByText('40.0 s after the error')).toBeVisible();
  expect(bar().getByRole('button', { name: 'Play' })).toBeVisible();
  expect(asked.recorded).toBe(1);
  await user.click(bar().getByRole('button', { name: 'One minute earlier' }));
  await expect.poll(async () => (await playhead()).getAttribute('min')).toBe(String(ERROR_AT - 80_000));
  expect(asked.recorded).toBe(2);
});

it('[IROOM6] arrows step by a second, with Shift by ten, comma and full stop without a video by a report', async () => {
  const { user } = opened();
  const slider = await playhead();
  slider.focus();
  for (const [key, text] of [
    ['{ArrowLeft}', '1.0 s before the error'],
    ['.', 'at the error'],
    ['.', '1.0 s after the error'],
    [',', 'at the error'],
    ['{Shift>}{ArrowRight}{/Shift}', '10.0 s after the error'],
    // Between two reports.
    ['{ArrowLeft}', '9.0 s after the error'],
  ] as const) {
    await user.keyboard(key);
    expect(bar().getByText(text)).toBeVisible();
  }
});

it('[IROOM7] the plan of the incident is asked for in its version, and says which other devices were there at the playhead', async () => {
  const { user, intents } = opened();
  fireEvent.change(await playhead(), { target: { value: ERROR_AT } });
  const plan = within(screen.getByRole('region', { name: 'Plan' }));
  expect(plan.getByRole('heading')).toHaveTextContent('Plan');
  expect(plan.getByText(/0 other devices here/)).toBeVisible();
  expect(intents).toContainEqual(
    expect.objectContaining({
      kind: 'query.subscribed',
      request: { call: getMapGeojson.name, params: { id: 'de-linde-2', version: '2.8.0' }, query: {} },
    }),
  );
  fireEvent.change(await playhead(), { target: { value: ERROR_AT + 9_500 } });
  await user.click(bar().getByRole('button', { name: 'One second forward' }));
  expect(plan.getByText(/1 other device here/)).toBeVisible();
});

it('[IROOM4] a failed read says so and can be tried again; what is not held is not known', async () => {
  let isAway = true;
  const empty = { blocks: async () => [], block: async () => null };
  const recorded: TimeTravel['recorded'] = async () => {
    if (isAway) throw new Error('away');
    return empty;
  };
  const { user } = opened({ travel: { recorded } });
  expect(await screen.findByText('Loading failed')).toBeVisible();
  isAway = false;
  await user.click(bar().getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Not known at that time')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Events and commands' })).toBeNull();
});

it('[IROOM3] commands and control come from the history of the server, of this device alone', async () => {
  const marks = [
    { kind: 'command', cause: 'command', at: ERROR_AT + 6_000, text: 'Stop Immediately: An', serial: 'LF-02' },
    { kind: 'command', cause: 'control', at: ERROR_AT + 7_000, text: 'Take Control: An', serial: 'LF-02' },
    { kind: 'command', cause: 'command', at: ERROR_AT + 8_000, text: 'Stop Immediately: Bo', serial: 'LF-01' },
  ] as const;
  opened({ travel: { marksOf: async () => marks } });
  await playhead();
  expect(list().getByRole('button', { name: /\+6\.0 s\s*Stop Immediately: An/ })).toBeVisible();
  expect(list().getByRole('button', { name: /\+7\.0 s\s*Take Control: An/ })).toBeVisible();
  expect(list().queryByText(/Bo/)).toBeNull();
});

const recording = { name: 'file', by: 'An', from: 0, to: 1, damage: [], close: () => undefined };
it.each<[string, Options, boolean]>([
  ['at a past moment nothing is read', { isPast: true }, true],
  ['a replay has none', { isPast: true, travel: { recording } }, false],
  [
    'nor a server without a history, for what was not recorded',
    { features: [], travel: { status$: new BehaviorSubject({ from: ERROR_AT + 1, problem: null }) } },
    false,
  ],
])('[IROOM5] %s', async (_, options, isShown) => {
  const { asked } = opened(options);
  if (isShown) expect(await screen.findByText('What happened')).toBeVisible();
  expect(screen.queryByRole('slider', { name: 'Playhead' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'What happened' }) !== null).toBe(isShown);
  expect(screen.getByRole('region', { name: 'Video' })).toBeVisible();
  expect(asked.recorded).toBe(0);
});

it('[IROOM5] a server without a history has a room of what was recorded', async () => {
  opened({ features: [] });
  expect(await playhead()).toBeVisible();
});

it('[IROOM11] a room that is not over is read again until 10 s after its end, by the clock of the server', async () => {
  const { learn, asked } = opened();
  await playhead();
  expect(asked.recorded).toBe(1);
  // The clock of the console is an hour ahead.
  const hour = 3_600;
  learn([SECOND + hour, { kind: 'clock.offsetMeasured', offsetMs: -hour * 1_000 }], [SECOND + hour + 20, ticked]);
  expect(asked.recorded).toBe(2);
  learn([SECOND + hour + 25, ticked]);
  expect(asked.recorded).toBe(3);
  learn([SECOND + hour + 50, ticked]);
  expect(asked.recorded).toBe(4);
  learn([SECOND + hour + 60, ticked]);
  expect(asked.recorded).toBe(4);
});

it('[IROOM17] a room that is not over shows nothing behind the time at which it was read', async () => {
  const { learn } = opened({ until: SECOND + 10 });
  await playhead();
  const plan = () => within(screen.getByRole('region', { name: 'Plan' }));
  learn([SECOND + 15, ticked]);
  fireEvent.change(await playhead(), { target: { value: ERROR_AT + 14_000 } });
  expect(await bar().findByText('Error 0x03000117')).toBeVisible();
  fireEvent.change(await playhead(), { target: { value: ERROR_AT + 16_000 } });
  expect(bar().queryByText('Error 0x03000117')).toBeNull();
  // State, speed, events and commands.
  expect(bar().getAllByText('-')).toHaveLength(4);
  expect(plan().getByText(/not known yet/)).toBeVisible();
  learn([SECOND + 25, ticked]);
  expect(await bar().findByText('Error 0x03000117')).toBeVisible();
  expect(bar().queryByText('-')).toBeNull();
  expect(plan().getByText(/1 other device here/)).toBeVisible();
});

const aNote = (note_id: string, seconds: number, over: Partial<IncidentNote> = {}): IncidentNote => ({
  note_id,
  at: new Date(ERROR_AT + seconds * 1_000).toISOString(),
  text: `Text ${note_id}`,
  author: 'An',
  written_at: '2026-03-04T13:00:00Z',
  may_change: false,
  ...over,
});
const notesKey = keyOf({ call: getIncidentNotes.name, params: { id: 'i/1' }, query: {} });
const noted = (...result: readonly IncidentNote[]): TimedEvent => [
  SECOND,
  { kind: 'request.succeeded', key: notesKey, call: getIncidentNotes.name, answer: { result: [...result] } },
];
const notes = () => within(screen.getByRole('region', { name: 'Notes' }));
const sent = (intents: ReturnType<typeof opened>['intents'], call: { readonly name: string }) =>
  intents.flatMap((intent) => (intent.kind === 'query.requested' && intent.request.call === call.name ? [intent] : []));

it('[IROOM13] notes are a list by their instants and marks on the track; a press on one moves the playhead', async () => {
  const { user, learn } = opened();
  await playhead();
  learn(noted(aNote('a', -10, { changed_at: '2026-03-04T14:00:00Z', changed_by: 'Bo' }), aNote('b', 5), aNote('far', 3_600)));
  expect(
    notes()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '12:59:50.0-10.0 sAn04/03/2026, 14:00:00, changed 04/03/2026, 15:00:00 by BoText a',
    '13:00:05.0+5.0 sAn04/03/2026, 14:00:00Text b',
    '14:00:00.0+3600.0 sAn04/03/2026, 14:00:00Text far',
  ]);
  expect(bar().getByText('Notes')).toBeVisible();
  expect(bar().getByText('1 of 2')).toBeVisible();
  expect(document.querySelectorAll('[data-mark=note]')).toHaveLength(2);
  await user.click(notes().getByRole('button', { name: /Text b/ }));
  expect(await playhead()).toHaveValue(String(ERROR_AT + 5_000));
});

it('[IROOM13] a note is written at the instant of the playhead, which pauses; what was typed stays until it is stored', async () => {
  const { user, intents, learn } = opened();
  fireEvent.change(await playhead(), { target: { value: ERROR_AT + 3_000 } });
  await user.click(bar().getByRole('button', { name: 'Play' }));
  const field = notes().getByRole('textbox', { name: 'Note' });
  await user.type(field, 'A box');
  expect(bar().getByRole('button', { name: 'Play' })).toBeVisible();
  expect(notes().getByText('At 13:00:03.0, 3.0 s after the error')).toBeVisible();
  await user.click(notes().getByRole('button', { name: 'Add note' }));
  const [first] = sent(intents, postIncidentNote);
  expect(first?.body).toMatchObject({ at: '2026-03-04T12:00:03.000Z', text: 'A box' });
  const key = keyOf(first?.request ?? { call: '', params: {}, query: {} });
  learn(
    [SECOND + 1, { kind: 'request.started', key, call: postIncidentNote.name }],
    [SECOND + 2, { kind: 'request.failed', key, call: postIncidentNote.name, failure: { status: 409, message: 'Conflict: Full.' } }],
  );
  expect(notes().getByText('Full.')).toBeVisible();
  expect(field).toHaveValue('A box');
  await user.click(notes().getByRole('button', { name: 'Add note' }));
  const [, second] = sent(intents, postIncidentNote);
  // The same note, whether or not the first attempt was stored.
  expect(second?.body).toEqual(first?.body);
  learn(
    [SECOND + 3, { kind: 'request.started', key, call: postIncidentNote.name }],
    [SECOND + 4, { kind: 'request.succeeded', key, call: postIncidentNote.name, answer: { result: aNote('a', 3) } }],
  );
  expect(field).toHaveValue('');
});

it.each([
  [' ', 'Write a text.'],
  ['x'.repeat(2_001), 'A note has at most 2000 characters; this one has 2001.'],
  ['a\u0007b', 'A note cannot contain control characters (U+0007).'],
])('[IROOM13] a bad text is refused with its reason, and stays', async (text, reason) => {
  const { user, intents } = opened();
  await playhead();
  const field = notes().getByRole('textbox', { name: 'Note' });
  fireEvent.change(field, { target: { value: text } });
  await user.click(notes().getByRole('button', { name: 'Add note' }));
  expect(notes().getByText(reason)).toBeVisible();
  expect(field).toHaveValue(text);
  expect(sent(intents, postIncidentNote)).toEqual([]);
});

it('[FORM1] [FORM15] the form of a note follows it until something is typed, as another person may change it', async () => {
  const { user, learn } = opened();
  await playhead();
  learn(noted(aNote('b', 2, { may_change: true })));
  await user.click(notes().getByRole('button', { name: 'Edit note' }));
  const field = notes().getByRole('textbox', { name: 'Change note' });
  learn(noted(aNote('b', 2, { may_change: true, text: 'Text of another' })));
  expect(field).toHaveValue('Text of another');
  await user.type(field, '!');
  learn(noted(aNote('b', 2, { may_change: true, text: 'Later text' })));
  expect(field).toHaveValue('Text of another!');
  expect(notes().getByText('Changed by somebody else meanwhile: Later text')).toBeVisible();
});

it('[FORM1] a note that nobody else changes has no hint, nor has one whose new text is the typed one', async () => {
  const { user, learn } = opened();
  await playhead();
  learn(noted(aNote('b', 2, { may_change: true })));
  await user.click(notes().getByRole('button', { name: 'Edit note' }));
  await user.type(notes().getByRole('textbox', { name: 'Change note' }), '!');
  expect(notes().queryByText(/somebody else/)).toBeNull();
  learn(noted(aNote('b', 2, { may_change: true, text: 'Text b!' })));
  expect(notes().queryByText(/somebody else/)).toBeNull();
});

it('[IROOM16] the form of a note that somebody removes stays with what is typed, until it is closed', async () => {
  const { user, learn } = opened();
  await playhead();
  learn(noted(aNote('a', -5), aNote('b', 2, { may_change: true })));
  await user.click(notes().getByRole('button', { name: 'Edit note' }));
  await user.type(notes().getByRole('textbox', { name: 'Change note' }), ' and more');
  learn(noted(aNote('a', -5)));
  expect(notes().getByRole('textbox', { name: 'Change note' })).toHaveValue('Text b and more');
  expect(notes().getByText('Removed by somebody else meanwhile')).toBeVisible();
  expect(notes().getByText('1 note')).toBeVisible();
  expect(notes().getByRole('button', { name: 'Save note' })).toBeDisabled();
  await user.click(notes().getByRole('button', { name: 'Cancel' }));
  expect(notes().getAllByRole('listitem')).toHaveLength(1);
});

it('[IROOM16] notes that could not be loaded are not counted', async () => {
  const { learn } = opened();
  await playhead();
  learn([SECOND, { kind: 'request.failed', key: notesKey, call: getIncidentNotes.name, failure: { status: 500, message: 'Internal' } }]);
  expect(notes().getByText('The notes could not be loaded')).toBeVisible();
  expect(notes().queryByText(/^\d+ notes?$/)).toBeNull();
  learn(noted());
  expect(notes().getByText('0 notes')).toBeVisible();
});

it('[FORM12] a note takes no letters while it is being saved, and the form of one stays until it is', async () => {
  const { user, intents, learn } = opened();
  await playhead();
  learn(noted(aNote('b', 2, { may_change: true })));
  const inFlight = (wanted: typeof postIncidentNote | typeof postChangeIncidentNote) => {
    const [request] = sent(intents, wanted);
    learn([
      SECOND + 1,
      { kind: 'request.started', key: keyOf(request?.request ?? { call: '', params: {}, query: {} }), call: wanted.name },
    ]);
  };
  await user.type(notes().getByRole('textbox', { name: 'Note' }), 'Seen');
  await user.click(notes().getByRole('button', { name: 'Add note' }));
  inFlight(postIncidentNote);
  expect(notes().getByRole('textbox', { name: 'Note' })).toHaveAttribute('readonly');
  await user.click(notes().getByRole('button', { name: 'Edit note' }));
  await user.type(notes().getByRole('textbox', { name: 'Change note' }), '!');
  await user.click(notes().getByRole('button', { name: 'Save note' }));
  inFlight(postChangeIncidentNote);
  expect(notes().getByRole('textbox', { name: 'Change note' })).toHaveAttribute('readonly');
  expect(notes().getByRole('button', { name: 'Cancel' })).toBeDisabled();
});

it('[IROOM14] the notes that a person may change have a form and a question', async () => {
  const { user, intents, learn } = opened();
  await playhead();
  learn(noted(aNote('a', 1), aNote('b', 2, { may_change: true })));
  expect(notes().getAllByRole('button', { name: 'Edit note' })).toHaveLength(1);
  await user.click(notes().getByRole('button', { name: 'Edit note' }));
  const field = notes().getByRole('textbox', { name: 'Change note' });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Text b');
  await user.type(field, ' and more');
  await user.click(notes().getByRole('button', { name: 'Save note' }));
  expect(sent(intents, postChangeIncidentNote)[0]).toMatchObject({
    request: { params: { id: 'i/1', note_id: 'b' } },
    body: { text: 'Text b and more', expected_text: 'Text b' },
  });
  const change = sent(intents, postChangeIncidentNote)[0];
  const key = keyOf(change?.request ?? { call: '', params: {}, query: {} });
  const { name: call } = postChangeIncidentNote;
  learn([SECOND + 1, { kind: 'request.started', key, call }]);
  learn([SECOND + 1, { kind: 'request.failed', key, call, failure: { status: 403, message: 'Forbidden: no' } }]);
  await user.click(notes().getByRole('button', { name: 'Cancel' }));
  expect(notes().getByRole('button', { name: 'Edit note' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.type(notes().getByRole('textbox', { name: 'Change note' }), '!');
  await user.click(notes().getByRole('button', { name: 'Save note' }));
  learn([SECOND + 3, { kind: 'request.started', key, call }]);
  learn([SECOND + 4, { kind: 'request.succeeded', key, call, answer: { result: aNote('b', 2, { may_change: true }) } }]);
  expect(notes().getByRole('button', { name: 'Edit note' })).toHaveFocus();
  await user.click(notes().getByRole('button', { name: 'Delete note' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(sent(intents, postRemoveIncidentNote)[0]).toMatchObject({ request: { params: { id: 'i/1', note_id: 'b' } } });
});

it.each<[string, Options, readonly TimedEvent[]]>([
  ['without the feature', { features: serverFeatures.filter((name) => name !== 'incident_notes') }, []],
  ['at a past moment', { isPast: true }, [noted(aNote('a', 1, { may_change: true }))]],
])('[IROOM14] %s nothing is written', async (_, options, events) => {
  const { learn } = opened(options);
  await screen.findByText('What happened');
  learn(...events);
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit note' })).toBeNull();
  expect(screen.queryAllByText('Text a')).toHaveLength(events.length);
  expect(screen.queryByText('0 notes')).toBeNull();
});
