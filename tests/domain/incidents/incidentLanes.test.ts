import { expect, it } from 'vitest';
import { areSomeUnnamed, incidentLanes, laneHeat, outsideLanes } from '#domain/incidents/incidentLanes';
import { exactPercentText } from '#domain/text/numbers';

const at = (incident_id: string) => ({ incident_id, x: 1, y: 2 });
const statistics = {
  calculated_at: '2026-03-04T12:00:00Z',
  total_number_of_incidents: 7,
  lanes: { 110: [at('a')], 104: [at('b'), at('c'), at('d')], 9: [at('e')], __proto: [] },
};

it('[INC-062] [GAP-65] [OPEN-126] the lane with most incidents first, its share of all of the map', () => {
  expect(incidentLanes(statistics).map(({ lane, count }) => [lane, count])).toEqual([
    ['104', 3],
    ['9', 1],
    ['110', 1],
    ['__proto', 0],
  ]);
});

it('[INC-063] [GAP-65] two decimals', () => {
  expect(incidentLanes(statistics).map(({ share }) => exactPercentText(share))).toEqual(['42.86 %', '14.29 %', '14.29 %', '0.00 %']);
});

it.each([null, undefined, { ...statistics, lanes: {}, total_number_of_incidents: 0 }])('[INC-070] %j is no lane', (input) => {
  expect(incidentLanes(input)).toEqual([]);
  expect(laneHeat(incidentLanes(input)).size).toBe(0);
});

it('a total that nobody counted divides nothing', () => {
  expect(incidentLanes({ ...statistics, total_number_of_incidents: 0 })[0]).toMatchObject({ count: 3, share: 0 });
});

it('[LANE3] [CONST-055] the lane with most is the reddest, whatever its share', () => {
  expect([...laneHeat(incidentLanes(statistics))]).toEqual([
    ['104', 1],
    ['9', 1 / 3],
    ['110', 1 / 3],
    ['__proto', 0],
  ]);
});

it('[OPEN-126] incidents outside the lanes are counted', () => {
  expect(outsideLanes(statistics)).toBe(2);
});

it('[GROW1] the numbers of the server count where it names only the newest incidents', () => {
  const many = { ...statistics, total_number_of_incidents: 1_000, incidents_per_lane: { 110: 600, 104: 3 } };
  expect(incidentLanes(many).map(({ lane, count }) => [lane, count])).toEqual([
    ['110', 600],
    ['104', 3],
    ['9', 1],
    ['__proto', 0],
  ]);
  expect([outsideLanes(many), areSomeUnnamed(many), areSomeUnnamed(statistics)]).toEqual([396, true, false]);
});
