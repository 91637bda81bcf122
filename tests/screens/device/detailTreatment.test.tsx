import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dateTimeText } from '#domain/text/dates';
import { mapColours } from '#ui/mapColours';
import { detail, section, treatment, values } from './aDetail.tsx';

const lane = (object_id: string, status: string) => ({ job_type: 'treat_lane', object_id, status });
const jobs = [lane('1', 'COMPLETED'), lane('2', 'FAILED'), lane('3', 'FAILED'), lane('2', 'COMPLETED'), lane('4', 'QUEUED')];
const aTreatment = (over: object = {}) =>
  treatment({
    treatment_id: '8c41-0f6e',
    settings: { mission_id: 'UV night' },
    start_time: '2026-03-04T08:00:00Z',
    creation_time: '2026-03-04T07:00:00Z',
    jobs,
    ...over,
  });

it('[DEV-047] [MSG-032] says when there is no active treatment', () => {
  detail([[1, treatment(null)]]);
  expect(within(section('Current Treatment')).getByText('There is no active treatment')).toBeVisible();
});

it('[DEV-046] [RULE-058] the active treatment: mission, start, lanes, coverage, and the way to it', () => {
  detail([[1, aTreatment()]]);
  expect(values('Current Treatment')).toEqual({
    Mission: 'UV night',
    'Start time': `${dateTimeText('2026-03-04T08:00:00Z')} `,
    'Lanes treated/asked': '2/4',
    Coverage: '50 %',
  });
  expect(screen.getByRole('link', { name: 'Treatment 8c41-0f6e' })).toHaveAttribute('href', '/treatments/detail?treatment_id=8c41-0f6e');
});

it('[ANY8] [DEV-046] an active treatment whose optional names are empty has a dash and no empty link', () => {
  detail([[1, aTreatment({ treatment_id: '', settings: { mission_id: '' } })]]);
  expect(values('Current Treatment')).toMatchObject({ Mission: '-' });
  expect(screen.queryByRole('link', { name: /^Treatment/ })).toBeNull();
});

it('[DEV-048] [RULE-072] [RULE-073] [MSG-033] before its start: creation plus waiting, called estimated', () => {
  const waiting = { job_type: 'waiting', object_id: 'waiting - 300' };
  detail([[1, aTreatment({ start_time: null, jobs: [waiting, ...jobs] })]]);
  expect(values('Current Treatment')).toMatchObject({
    'Start time': `${dateTimeText('2026-03-04T07:05:00Z')} estimated`,
    'Lanes treated/asked': '2/4',
  });
});

it('[RULE-074] [RULE-075] [RULE-076] [RULE-077] [RULE-079] one tick per lane in the colour of its job, counted in words', () => {
  detail([[1, aTreatment()]]);
  const { completed, recovered, failed, queued } = mapColours.light.jobs;
  const ticks = [...screen.getByRole('img', { name: 'Jobs of the treatment' }).querySelectorAll('rect')];
  expect(ticks.map((tick) => tick.getAttribute('fill'))).toEqual([completed, recovered, failed, queued]);
  expect(
    within(section('Current Treatment'))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Completed 1', 'Recovered 1', 'Failed 1', 'Queued 1']);
});
