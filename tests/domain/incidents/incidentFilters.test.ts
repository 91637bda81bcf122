import { expect, it } from 'vitest';
import { incidentFilterQuery } from '#domain/incidents/incidentFilters';

const TIME = 'Error Time is not filtered: write a day, or a day and a time, such as 04/03/2026 or 04/03/2026, 14:05.';
const LONG = 'Incident ID is not filtered: write at most 200 characters.';
const minute = { start_time: '2026-03-04T13:05:00.000Z', end_time: '2026-03-04T13:05:59.999Z' };

it.each([
  [{}, {}, []],
  [{ video: '', time: '', id: '' }, {}, []],
  [{ video: 'Yes' }, { has_video: 'true' }, []],
  [{ video: 'No' }, { has_video: 'false' }, []],
  [{ id: 'I-2' }, { incident_id_contains: 'I-2' }, []],
  [{ id: 'x'.repeat(200) }, { incident_id_contains: 'x'.repeat(200) }, []],
  [{ id: 'x'.repeat(201) }, {}, [LONG]],
  [{ time: '04/03/2026, 14:05' }, minute, []],
  [{ time: '14:05' }, {}, [TIME]],
  [{ video: 'Yes', time: '04/03/2026, 14:05', id: '%' }, { has_video: 'true', ...minute, incident_id_contains: '%' }, []],
  [{ video: 'Yes', time: 'soon', id: 'x'.repeat(10_000) }, { has_video: 'true' }, [TIME, LONG]],
])('[GAP-63] [SPAN2] filters %# ask what can be asked, and say what cannot', (filters, query, problems) => {
  expect(incidentFilterQuery(filters, 'Europe/Brussels')).toEqual({ query, problems });
});
