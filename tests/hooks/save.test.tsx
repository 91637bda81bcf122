import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { postDeployDevice } from '#contract/devices/deployment';
import { RefusalContext } from '#hooks/IntentContext';
import { accountWith, EMPTY_ACCOUNT } from '#past/account/sessionAccount';
import { useSave, type SaveOptions } from '#hooks/useSave';
import { useSaveEach } from '#hooks/useSaveEach';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { eventsOf } from '../state/eventsOf.ts';
import { showing } from '../widgets/aConsole.tsx';

type Options = SaveOptions<{ readonly result: boolean }>;
const params = { serial: 'LF-01' };
const input = { params, body: { location_id: 'l-1' } };
const about = { key: keyOf({ call: postDeployDevice.name, params, query: {} }), call: postDeployDevice.name };

function One(options: Options) {
  const { save, alert } = useSave(postDeployDevice, options);
  return (
    <>
      <button type="button" onClick={() => save(input)}>
        Save
      </button>
      <output aria-label="Alert">{alert}</output>
    </>
  );
}

function Each(options: Options) {
  const { save } = useSaveEach(postDeployDevice, options);
  return (
    <button type="button" onClick={() => save(input)}>
      Save
    </button>
  );
}

/** A save with its answer, null for none: the alert of the view, the messages, and how often the view learned of a success. */
async function saved(View: typeof One, options: Options, result: boolean | null, status = 0) {
  const intents: Intent[] = [];
  let successes = 0;
  const onSaved = () => {
    successes += 1;
  };
  const { learn } = showing(<View {...options} saved="It is saved" onSaved={onSaved} />, { intents });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const answer: EventPayload =
    result === null
      ? { kind: 'request.failed', ...about, failure: { status, message: '' } }
      : { kind: 'request.succeeded', ...about, answer: { result } };
  learn([1, { kind: 'request.started', ...about }], [2, answer]);
  const messages = intents.flatMap((intent) => (intent.kind === 'alert.raised' ? [`${intent.tone}: ${intent.text}`] : []));
  return { alert: screen.queryByRole('status', { name: 'Alert' })?.textContent ?? '', messages, successes };
}

const NOT_SAVED = 'The change was not saved.';

it.each<[string, typeof One, Options, string, readonly string[]]>([
  ['a form', One, {}, NOT_SAVED, []],
  ['a form with a text of its own', One, { notSaved: 'No room' }, 'No room', []],
  ['a form whose failures are messages', One, { failsAs: 'toast' }, NOT_SAVED, []],
  ['a view without an alert', One, { failsAs: 'toastOnly' }, NOT_SAVED, [`warning: ${NOT_SAVED}`]],
  ['a row of a list', Each, {}, '', [`warning: ${NOT_SAVED}`]],
  ['a row with a text of its own', Each, { notSaved: 'No room' }, '', ['warning: No room']],
])('[SAVED2] %s says that a false result was not saved', async (_, View, options, alert, messages) => {
  expect(await saved(View, options, false)).toEqual({ alert, messages, successes: 0 });
});

it.each<[string, typeof One, Options, string, readonly string[]]>([
  ['a form', One, {}, 'No answer came. The change may be saved all the same.', []],
  ['a row of a list', Each, {}, '', ['warning: No answer came. The change may be saved all the same.']],
  [
    'a view without an alert that only reads',
    One,
    { failsAs: 'toastOnly', noAnswer: 'Nothing came' },
    'Nothing came',
    ['warning: Nothing came'],
  ],
])('[ALERT1] %s says that no answer came', async (_, View, options, alert, messages) => {
  expect(await saved(View, options, null)).toEqual({ alert, messages, successes: 0 });
});

it.each<[string, typeof One, Options, string, readonly string[]]>([
  ['a form', One, {}, 'The answer could not be read. The change may be saved all the same.', []],
  [
    'a form whose failures are messages',
    One,
    { failsAs: 'toast' },
    'The answer could not be read. The change may be saved all the same.',
    [],
  ],
  ['a row of a list', Each, {}, '', ['warning: The answer could not be read. The change may be saved all the same.']],
])('[ANY12] %s says that an accepted change may be saved', async (_, View, options, alert, messages) => {
  expect(await saved(View, options, null, 204)).toEqual({ alert, messages, successes: 0 });
});

it.each<[string, typeof One]>([
  ['a form', One],
  ['a row of a list', Each],
])('[SAVED2] %s says that a true result was saved', async (_, View) => {
  expect(await saved(View, {}, true)).toEqual({ alert: '', messages: ['success: It is saved'], successes: 1 });
});

it('[PAST33] a change of a row that was asked about live and confirmed in the past says that it is not sent', async () => {
  const refused: number[] = [];
  showing(
    <RefusalContext value={() => void refused.push(1)}>
      <Each />
    </RefusalContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(refused).toHaveLength(1);
});

it('[SACCT19] changes that are queued when the list is left have an outcome of their own each in the account of the session', async () => {
  const intents: Intent[] = [];
  const { learn, unmount } = showing(<Each />, { intents });
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await press();
  learn([1, { kind: 'request.started', ...about }]);
  await press();
  await press();
  unmount();
  const keys = intents.flatMap((intent) => (intent.kind === 'query.requested' ? [keyOf(intent.request)] : []));
  expect(new Set(keys).size).toBe(3);
  const { call } = about;
  const log = eventsOf(
    ...keys.map((key) => [1, { kind: 'request.started', key, call }] as const),
    ...keys.map((key) => [2, { kind: 'request.succeeded', key, call, answer: { result: true } }] as const),
  );
  const { entries } = accountWith(EMPTY_ACCOUNT, log, { titles: new Map(), calls: new Map([[call, postDeployDevice]]) });
  expect(entries.map(({ text, outcome }) => [text.split(': ')[1], outcome])).toEqual(keys.map(() => ['LF-01', 'Done']));
});
