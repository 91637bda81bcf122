import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getTreatmentsLastDay, type Treatment } from '#contract/fleet/treatment';
import { dateTimeText } from '#domain/text/dates';
import { DashboardScreen } from '#screens/dashboard/DashboardScreen';
import { showing } from '../../widgets/aConsole.tsx';
import { ago, aTreatment, failed, lastDayAnswered, NOW, placed } from './aFleet.ts';

const shown = (...treatments: readonly Treatment[]) =>
  showing(<DashboardScreen />, { events: [[NOW, lastDayAnswered(...treatments)], ...placed('LF-02')], intents: [] });
const table = () => within(screen.getByRole('table', { name: 'Treatments' }));
const rows = () => table().getAllByRole('row').slice(1);
const cellOf = (head: string, row = 0) => {
  const at = table()
    .getAllByRole('columnheader')
    .findIndex((column) => column.textContent === head);
  return within(rows()[row] ?? document.body).getAllByRole('cell')[at];
};

it('[DASH-009] [MSG-025] [OPEN-87] the table has its title and the day it is about', () => {
  shown(aTreatment('t-1'));
  expect(screen.getByRole('heading', { name: 'Treatment overview of the last day' })).toBeVisible();
  expect(screen.getByText(`${dateTimeText(ago(86_400))} to ${dateTimeText(ago(0))}`)).toBeVisible();
});

it.each([
  ['DASH-010] [OPEN-109', 'Location', 'De Linde'],
  ['DASH-011', 'Device serial', 'LF-02'],
  ['DASH-012', 'Start time', dateTimeText(ago(3_600))],
  ['DASH-013', 'Finish status', 'Fully completed'],
  ['DASH-014] [OPEN-114', 'Lanes treated/asked', '31/64'],
  ['DASH-015] [RULE-058', 'Coverage', '87.5 %'],
  ['DASH-016', 'Reached end', 'Yes'],
])('[%s] the column %s reads %s', (_, head, text) => {
  shown(aTreatment('t-1'));
  expect(cellOf(head)).toHaveTextContent(text, { normalizeWhitespace: false });
});

it.each([
  ['what still runs has not failed to reach the end', { finish_status: null }, false, '-'],
  ['what stopped short of it has', { finish_status: 'stopped' }, false, 'No'],
  ['what runs and is there already says so', { finish_status: null }, true, 'Yes'],
] as const)('[DASH-016] reached end: %s', (_, over, reached_end, text) => {
  shown(aTreatment('t-1', { ...over, stats: { reached_end } }));
  expect(cellOf('Reached end')).toHaveTextContent(new RegExp(`^${text}$`));
});

it('[DASH-012] [RULE-072] [GAP-24] before its start the creation plus the waiting is shown as estimated', () => {
  shown(aTreatment('t-1', { start_time: null, finish_status: null, jobs: [{ job_type: 'waiting', object_id: 'w - 600' }] }));
  expect(cellOf('Start time')).toHaveTextContent(`${dateTimeText(ago(6_600))}estimated`);
});

it('[OPEN-109] [MSG-090] a device without a place reads so, what is missing is a dash', () => {
  shown(aTreatment('t-1', { device_serials: ['LF-05'], stats: null }));
  expect(cellOf('Location')).toHaveTextContent('Not Deployed');
  expect(cellOf('Lanes treated/asked')).toHaveTextContent('-/-');
  expect(cellOf('Coverage')).toHaveTextContent(/^-$/);
});

it('[DASH-017] each row leads to its treatment', () => {
  shown(aTreatment('t/1'), aTreatment('t-2', { start_time: ago(10) }));
  const links = table().getAllByRole('link', { name: 'To Details' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/treatments/detail?treatment_id=t-2',
    '/treatments/detail?treatment_id=t%2F1',
  ]);
});

it('[DASH-009] [CONST-007] ten rows on a page, the newest start first', () => {
  shown(...Array.from({ length: 11 }, (_, at) => aTreatment(`t-${at}`, { start_time: ago(60 * (11 - at)) })));
  expect(rows()).toHaveLength(10);
  expect(cellOf('Start time', 0)).toHaveTextContent(dateTimeText(ago(60)));
  expect(cellOf('Start time', 9)).toHaveTextContent(dateTimeText(ago(600)));
  expect(screen.getByText('1-10 of 11')).toBeVisible();
});

it('[DASH-009] loading, empty and failed look different', () => {
  const { learn } = showing(<DashboardScreen />, { intents: [] });
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  learn([NOW, lastDayAnswered()]);
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  expect(screen.getByText('No rows found')).toBeVisible();
  learn([NOW, lastDayAnswered(aTreatment('t-1'))], [NOW, failed(getTreatmentsLastDay)]);
  expect(screen.getByText('Not up to date, retrying')).toBeVisible();
  expect(rows()).toHaveLength(1);
});

it('[DASH-009] in the past, before it was asked, it says that it was not known', () => {
  showing(<DashboardScreen />);
  const section = within(screen.getByRole('region', { name: 'Treatment overview of the last day' }));
  expect(section.getByRole('status')).toHaveTextContent('Not known at that time');
});
