import { expect, it } from 'vitest';
import { firstSteps, type Installation } from '#screens/dashboard/firstSteps';

const empty: Installation = {
  organisations: 1,
  locations: 0,
  greenhouses: 0,
  maps: 0,
  devices: 0,
  deployments: 0,
  reporting: 0,
  treatments: 0,
};
const states = (more: Partial<Installation>) =>
  firstSteps({ ...empty, ...more })?.map((step) => (step.state === 'needs' ? step.numbers.join() : step.state));

it.each<readonly [string, Partial<Installation>, readonly string[] | undefined]>([
  ['after the set-up', {}, ['done', 'now', '2', '3', 'later', '2,5', '6', '4,7']],
  ['with a location', { locations: 1 }, ['done', 'done', 'now', '3', 'later', '5', '6', '4,7']],
  ['with a device first', { devices: 2 }, ['done', 'now', '2', '3', 'done', '2', '6', '4,7']],
  ['with places and a map', { locations: 1, greenhouses: 1, maps: 1 }, ['done', 'done', 'done', 'done', 'now', '5', '6', '7']],
  [
    'with a robot that reports, without a map',
    { locations: 1, greenhouses: 1, devices: 1, deployments: 1, reporting: 1 },
    ['done', 'done', 'done', 'now', 'done', 'done', 'done', '4'],
  ],
  ['in the wrong order', { treatments: 3 }, ['done', 'now', '2', '3', 'later', '2,5', '6', 'done']],
  ['while a list is not known', { maps: undefined }, undefined],
])('[EMPTY1] the steps %s', (_, more, expected) => {
  expect(states(more)).toEqual(expected);
});
