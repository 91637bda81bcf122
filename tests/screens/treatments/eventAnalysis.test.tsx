import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getEventAnalysis, type TreatmentHappening } from '#contract/fleet/treatment';
import { dateTimeText } from '#domain/text/dates';
import { EventAnalysisScreen } from '#screens/treatments/event_analysis/EventAnalysisScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { codesKnown, showing } from '../../widgets/aConsole.tsx';
import { rows } from '../onScreen.ts';

const keyFor = (id: string) => keyOf({ call: getEventAnalysis.name, params: { id }, query: {} });
const story = (id: string, ...result: readonly TreatmentHappening[]): EventPayload => ({
  kind: 'request.succeeded',
  key: keyFor(id),
  call: getEventAnalysis.name,
  answer: { result },
});
const failed = (id: string, status: number): EventPayload => ({
  kind: 'request.failed',
  key: keyFor(id),
  call: getEventAnalysis.name,
  failure: { status, message: 'no such treatment' },
});
const happening = (over: Partial<TreatmentHappening>): TreatmentHappening => ({
  time: '2026-03-04T12:02:00Z',
  level: 'info',
  robot: 'LF-02',
  user: null,
  data: { message: 'Treatment started' },
  ...over,
});

function analysis(events: readonly EventPayload[] = [], { address = '/treatments/event_analysis', isPast = false } = {}) {
  const intents: Intent[] = [];
  const known = codesKnown({ '0x05000001': 'lane not in site version' });
  const options = { address, events: [known, ...events].map((one) => [1, one] as const) };
  const shown = showing(<EventAnalysisScreen />, isPast ? options : { ...options, intents });
  const asked = () =>
    intents.flatMap((intent) =>
      'request' in intent && intent.kind !== 'query.unsubscribed' ? [[intent.kind, intent.request.params]] : [],
    );
  return { ...shown, asked, user: userEvent.setup() };
}
const of = (id: string) => ({ address: `/treatments/event_analysis?treatment_id=${id}` });
const cells = (row: number) => within(rows()[row] ?? document.body).getAllByRole('cell');

it('[TRT-030] it stands in the menu under Treatments and asks for an id', () => {
  expect(routes.find(({ path }) => path === '/treatments/event_analysis')).toMatchObject({
    title: 'Event Analysis',
    place: 'menu',
    group: 'treatments',
  });
  const { asked } = analysis();
  expect(screen.getByRole('textbox', { name: 'Treatment ID' })).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Analyse' })).toBeDisabled();
  expect(screen.queryByRole('table')).toBeNull();
  expect(asked()).toEqual([]);
});

it('[TRT-031] [MSG-119] [CALL-084] Analyse loads the events of that treatment, and loads them again', async () => {
  const { user, asked, address, learn } = analysis();
  await user.type(screen.getByRole('textbox', { name: 'Treatment ID' }), ' t/1 {Enter}');
  expect(address()).toBe('/treatments/event_analysis?treatment_id=t%2F1');
  expect(asked()).toEqual([['query.subscribed', { id: 't/1' }]]);
  expect(screen.getByRole('table', { name: 'Events' })).toHaveAttribute('aria-busy', 'true');
  learn([2, story('t/1', happening({}))]);
  expect(rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Analyse' }));
  expect(asked().at(-1)).toEqual(['query.requested', { id: 't/1' }]);
});

it.each(['..', '.', '   '])('[TRT-030] %j is no id', async (id) => {
  const { user, asked } = analysis();
  await user.type(screen.getByRole('textbox', { name: 'Treatment ID' }), `${id}{Enter}`);
  expect(asked()).toEqual([]);
});

it('[TRT-032] [TRT-033] [TRT-035] [TRT-036] [TRT-037] an event is a row, in the order of time', () => {
  const last = happening({ time: '2026-03-04T12:10:00Z', level: 'error', user: 'An Verhoeven', data: null });
  analysis([story('t', happening({}), last)], of('t'));
  const heads = screen.getAllByRole('columnheader').map((head) => head.firstChild?.textContent);
  expect(heads).toEqual(['Time', 'Level', 'Device', 'User', 'Data']);
  const texts = (row: number) => cells(row).map((cell) => cell.textContent);
  expect(texts(0)).toEqual([dateTimeText('2026-03-04T12:02:00Z'), 'Info', 'LF-02', '-', 'Message: Treatment started']);
  expect(texts(1)).toEqual([dateTimeText('2026-03-04T12:10:00Z'), 'Error', 'LF-02', 'An Verhoeven', '']);
});

it('[TRT-034] [RULE-080] the level column has a filter', async () => {
  const levels = ['success', 'info', 'warning', 'error', 'fatal'] as const;
  const { user } = analysis([story('t', ...levels.map((level) => happening({ level })))], of('t'));
  const filter = screen.getByRole('combobox', { name: 'Filter Level' });
  expect(
    within(filter)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All', 'Success', 'Info', 'Warning', 'Error']);
  await user.selectOptions(filter, 'Warning');
  expect(await screen.findByText('1-1 of 1')).toBeVisible();
  expect(cells(0)[1]).toHaveTextContent('Warning');
});

it('[TRT-038] [TRT-039] [TRT-040] [RULE-062] [RULE-063] error codes of the data are red and tell their text; others are not', async () => {
  const data = { error_code: '0x05000001', none: '0x00000000', why: 'by 0x05000001, not by 05000001' };
  const { user } = analysis([story('t', happening({ data }))], of('t'));
  const codes = screen.getAllByRole('button', { name: '0x05000001' });
  expect(codes).toHaveLength(2);
  expect(screen.queryByRole('button', { name: '0x00000000' })).toBeNull();
  expect(screen.queryByRole('button', { name: '05000001' })).toBeNull();
  await user.click(codes[0] ?? document.body);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('lane not in site version');
});

it('[TRT-037] whatever a device wrote down is text', () => {
  const data = { message: '<img src=x onerror="alert(1)">', '<b>x</b>': { deep: ['<script>'] } };
  analysis([story('t', happening({ data, user: '<i>anna</i>' }))], of('t'));
  expect(cells(0)[4]).toHaveTextContent('Message: <img src=x onerror="alert(1)">');
  expect(cells(0)[3]).toHaveTextContent('<i>anna</i>');
  expect(document.querySelector('td img, td b, td i, td script')).toBeNull();
});

it('[TRT-031] [RULE-113] a failed load empties the story', () => {
  const { learn } = analysis([story('t', happening({}))], of('t'));
  expect(rows()).toHaveLength(1);
  learn([2, failed('t', 500)]);
  expect(rows()).toHaveLength(0);
  expect(screen.getByText('No rows found')).toBeVisible();
});

it('[OLDER1] a story that is longer than an answer may be says that its beginning is left out', () => {
  const many = { ...story('t', happening({})), answer: { result: [happening({})], has_older: true } };
  analysis([many], of('t'));
  expect(screen.getByText('Only the newest 1 events are listed; older ones are left out.')).toBeVisible();
});

it('[TRT-031] an unknown treatment, a failure, an empty story and the past have their words', async () => {
  const { user, learn, asked, unmount } = analysis([failed('t', 404)], of('t'));
  expect(screen.getByText('Treatment not found')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  learn([2, failed('t', 500)]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(asked().at(-1)).toEqual(['query.requested', { id: 't' }]);
  learn([3, story('t')]);
  expect(screen.getByText('No rows found')).toBeVisible();
  unmount();
  analysis([], { ...of('t'), isPast: true });
  expect(screen.getByText('Not known at that time')).toBeVisible();
});

it('[WAY4] it leads to the details of the treatment', () => {
  analysis([story('t/1', happening({}))], of('t%2F1'));
  expect(screen.getByRole('link', { name: 'To Details' })).toHaveAttribute('href', '/treatments/detail?treatment_id=t%2F1');
});

it('[RULE-081] [LEVEL1] a fatal row is highlighted, however its device writes the word', () => {
  const at = (time: string, level: string) => happening({ time, level });
  const result = [at('2026-03-04T12:00:00Z', 'FATAL'), at('2026-03-04T12:01:00Z', 'Fatal'), at('2026-03-04T12:02:00Z', 'ERROR')];
  analysis([story('t1', ...result)], of('t1'));
  expect(
    rows()
      .map((row) => row.dataset['tone'])
      .filter((tone) => tone === 'error'),
  ).toHaveLength(2);
});
