import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ServerFeature, serverFeatures } from '#contract/config';
import { getIncidentErrorCodes, getIncidents } from '#contract/incident';
import { AllIncidentsScreen } from '#screens/incidents/all/AllScreen';
import { type EventPayload, keyOf } from '#streams/event';
import { pasteInto } from '../../support/pasteInto.ts';
import { cells } from '../onScreen.ts';
import { anIncident, page, rendered, showingIncidents } from './anIncidentList.tsx';

const list = (events: readonly EventPayload[], features: readonly ServerFeature[], address = '/incidents/all') =>
  showingIncidents(<AllIncidentsScreen />, events, { features, address });
const byPage = (events: readonly EventPayload[] = [page([anIncident(), rendered])], address?: string) => list(events, [], address);
const byServer = (events: readonly EventPayload[] = [page([anIncident(), rendered])], address?: string) =>
  list(events, serverFeatures, address);

const searchOf = (head: string) => screen.getByRole('searchbox', { name: `Filter ${head}` });
const choiceOf = (head: string) => screen.getByRole('combobox', { name: `Filter ${head}` });
const ids = () => cells().map((texts) => texts[5]);
/** All queries the list ever asked, as `name` of each parameter. */
const names = (intents: ReturnType<typeof list>['intents']) =>
  intents.flatMap((intent) =>
    intent.kind === 'query.subscribed' && intent.request.call === getIncidents.name ? Object.keys(intent.request.query) : [],
  );
const documented = ['page', 'per_page', 'machine_serial', 'map_id', 'treatment_id', 'error_code'];

it.each([
  ['Incident ID', 'I-2'],
  ['Error Time', '12:00'],
])('[GAP-63] [FEAT1] where the server does not announce it, %s filters the loaded page', async (head, text) => {
  const later = { ...rendered, incident_time: new Date(Date.UTC(2026, 2, 4, 11)).toISOString() };
  const { user, open } = byPage([page([anIncident({ incident_time: new Date(Date.UTC(2026, 2, 4, 8, 30, 30)).toISOString() }), later])]);
  await pasteInto(user, searchOf(head), text);
  expect(ids()).toEqual(['i-2']);
  expect(open()?.request.query).toEqual({ page: 0, per_page: 10 });
});

it('[GAP-63] [UI2] a filter of the loaded page stays on that page; one of the server begins at the first', async () => {
  const { user, open } = byPage([page([anIncident()], {}, 12), page([anIncident(), rendered], { page: 1 }, 12)]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.selectOptions(choiceOf('Video'), 'Yes');
  expect(open()?.request.query).toEqual({ page: 1, per_page: 10 });
  expect(ids()).toEqual(['i-2']);
  await user.selectOptions(choiceOf('Map Information'), 'de-linde-2');
  expect(open()?.request.query).toEqual({ map_id: 'de-linde-2', page: 0, per_page: 10 });
});

it('[GAP-63] Video filters the loaded page beside a filter of the server, until all are cleared', async () => {
  const { user } = byPage([page([anIncident(), rendered], { map_id: 'm' }), page([])], '/incidents/all?map_id=m');
  await user.selectOptions(choiceOf('Video'), 'Yes');
  expect(ids()).toEqual(['i-2']);
  await pasteInto(user, searchOf('Incident ID'), 'nothing');
  expect(screen.getByText('No rows found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  expect(choiceOf('Map Information')).toHaveValue('');
});

it('[SENT1] [FILTER2] the codes that devices sent can be chosen, also those that nobody has described', async () => {
  const counted: EventPayload = {
    kind: 'request.succeeded',
    key: keyOf({ call: getIncidentErrorCodes.name, params: {}, query: {} }),
    call: getIncidentErrorCodes.name,
    answer: {
      result: { calculated_at: '2026-03-04T12:00:00Z', total_number_of_incidents: 3, per_error_code: { '0x0E000001': ['a', 'b'] } },
    },
  };
  const { user, open } = byServer([page([anIncident({ error_code: 'E-STOP' })]), counted]);
  const offered = within(choiceOf('Error Code'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(offered).toEqual(['All', '0x03000117 Front bumper', '0x0e000001 Unknown Error Code', 'E-STOP Unknown Error Code']);
  await user.selectOptions(choiceOf('Error Code'), '0x0e000001');
  expect(open()?.request.query).toEqual({ error_code: '0x0E000001', page: 0, per_page: 10 });
});

const wordsOf = () => ({
  video: within(choiceOf('Video')).getAllByRole('option')[0]?.textContent,
  time: searchOf('Error Time').getAttribute('placeholder'),
  id: searchOf('Incident ID').getAttribute('placeholder'),
  isOfPage: screen.queryByText(/filter this page only/) !== null,
});

it.each<readonly [string, readonly ServerFeature[], ReturnType<typeof wordsOf>]>([
  ['nothing', [], { video: 'All on this page', time: 'Time, on this page', id: 'Incident, on this page', isOfPage: true }],
  ['the filters', ['incident_filters'], { video: 'All', time: 'dd/mm/yyyy, hh:mm', id: 'Part of ID', isOfPage: false }],
])('[GAP-63] [FEAT1] where the server announces %s the filters say what they filter', async (_, features, words) => {
  const { user } = list([page([anIncident(), rendered])], features);
  await user.selectOptions(choiceOf('Video'), 'Yes');
  expect(wordsOf()).toEqual(words);
});

it('[GAP-63] [FEAT1] a server that does not announce them is never sent them, whatever is written in the filters', async () => {
  const { user, intents } = byPage();
  await user.selectOptions(choiceOf('Video'), 'No');
  await user.type(searchOf('Error Time'), '04/03/2026{Enter}');
  await user.type(searchOf('Incident ID'), 'i{Enter}');
  await user.selectOptions(choiceOf('Device'), 'Boris, LF-02');
  expect(names(intents).filter((name) => !documented.includes(name))).toEqual([]);
});

it.each([
  ['Video Yes', { has_video: 'true' }, () => choiceOf('Video'), 'Yes'],
  ['Video No', { has_video: 'false' }, () => choiceOf('Video'), 'No'],
])('[GAP-63] [FEAT1] %s asks for %j from the first page on', async (_name, query, field, value) => {
  const { user, open } = byServer([page([anIncident()], {}, 23), page([rendered], { ...query })]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(open()?.request.query).toEqual({ page: 1, per_page: 10 });
  await user.selectOptions(field(), value);
  expect(open()?.request.query).toEqual({ ...query, page: 0, per_page: 10 });
  expect(ids()).toEqual(['i-2']);
});

it.each([
  [' I/1 ', 'I/1'],
  ['100%_\\', '100%_\\'],
  ['x'.repeat(200), 'x'.repeat(200)],
])('[GAP-63] [FEAT1] a part of an id is typed quickly, and asked for once it is there: %j', async (typed, asked) => {
  const { user, intents, open } = byServer([page([anIncident()], {}, 23)]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  const before = intents.length;
  await user.click(searchOf('Incident ID'));
  await user.paste(typed);
  expect(intents).toHaveLength(before);
  await user.keyboard('{Enter}');
  expect(open()?.request.query).toEqual({ incident_id_contains: asked, page: 0, per_page: 10 });
  await user.clear(searchOf('Incident ID'));
  await user.tab();
  expect(open()?.request.query).toEqual({ page: 0, per_page: 10 });
});

it('[GAP-63] [FEAT1] [SPAN1] a written time asks for all of it', async () => {
  const { user, open } = byServer();
  await user.type(searchOf('Error Time'), '04/03/2026, 14:05{Enter}');
  const query = {
    start_time: new Date(Date.UTC(2026, 2, 4, 13, 5)).toISOString(),
    end_time: new Date(Date.UTC(2026, 2, 4, 13, 5, 59, 999)).toISOString(),
  };
  expect(open()?.request.query).toEqual({ ...query, page: 0, per_page: 10 });
  await user.clear(searchOf('Error Time'));
  await pasteInto(user, searchOf('Error Time'), '4/3/2026');
  await user.tab();
  expect(open()?.request.query).toEqual({
    start_time: new Date(Date.UTC(2026, 2, 3, 23)).toISOString(),
    end_time: new Date(Date.UTC(2026, 2, 4, 22, 59, 59, 999)).toISOString(),
    page: 0,
    per_page: 10,
  });
});

it.each([
  ['Error Time', '14:05', /Error Time is not filtered: write a day/],
  ['Incident ID', 'x'.repeat(10_000), /Incident ID is not filtered: write at most 200 characters/],
])('[GAP-63] [SPAN2] an invalid filter of %s is not sent, and a notice says so', async (head, text, notice) => {
  const { user, open } = byServer();
  await user.click(searchOf(head));
  await user.paste(text);
  expect(screen.queryByText(notice)).toBeNull();
  await user.keyboard('{Enter}');
  expect(screen.getByText(notice)).toBeVisible();
  expect(open()?.request.query).toEqual({ page: 0, per_page: 10 });
  await user.clear(searchOf(head));
  await user.tab();
  expect(screen.queryByText(notice)).toBeNull();
});

it('[GAP-63] [INC-015] they stand beside one another and beside a filter of the address, whichever that is', async () => {
  const all = { map_id: 'm', has_video: 'true', incident_id_contains: 'i' };
  const { user, open } = byServer([page([]), page([], all)], '/incidents/all?map_id=m');
  await user.selectOptions(choiceOf('Video'), 'Yes');
  await user.type(searchOf('Incident ID'), 'i{Enter}');
  expect(open()?.request.query).toEqual({ ...all, page: 0, per_page: 10 });
  await user.selectOptions(choiceOf('Device'), 'Boris, LF-02');
  expect(open()?.request.query).toEqual({ machine_serial: 'LF-02', has_video: 'true', incident_id_contains: 'i', page: 0, per_page: 10 });
  await user.selectOptions(choiceOf('Device'), '');
  expect(open()?.request.query).toEqual({ has_video: 'true', incident_id_contains: 'i', page: 0, per_page: 10 });
});

it('[GAP-63] [INC-022] where they leave nothing they are cleared at once', async () => {
  const { user, open } = byServer([page([anIncident()]), page([], { has_video: 'true' })]);
  await user.selectOptions(choiceOf('Video'), 'Yes');
  await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
  expect(open()?.request.query).toEqual({ page: 0, per_page: 10 });
  expect(ids()).toEqual(['i/1']);
});

it('[GAP-63] [INC-021] BACK finds them as they were', async () => {
  const { user, open } = byServer([page([anIncident()]), page([rendered], { has_video: 'true' })]);
  await user.selectOptions(choiceOf('Video'), 'Yes');
  await user.click(screen.getByRole('link', { name: 'Info' }));
  await user.click(screen.getByRole('button', { name: 'BACK' }));
  expect(open()?.request.query).toEqual({ has_video: 'true', page: 0, per_page: 10 });
  expect(choiceOf('Video')).toHaveValue('Yes');
});

it('[GAP-63] [CALL-113] the pager counts what the server counts', () => {
  byServer([page([anIncident(), rendered], {}, 220)]);
  expect(screen.getByText(/of 220/)).toBeVisible();
});
