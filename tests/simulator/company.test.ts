import { expect, it } from 'vitest';
import { device } from '#contract/devices/device';
import { planLayers } from '#contract/map';
import { deployment, greenhouse, location, organisation } from '#contract/place';
import { z } from '#contract/schema';
import { organisationGroups, roleOf, roles } from '#domain/people/rights';
import { demoAccounts } from '#server/identity/seed/demoAccounts';
import { drawPlan } from '#server/maps/seed/drawPlan';
import { lanesOf, planShapes, siteOf } from '#server/simulator/company/planShape';
import { aCompany, NOON } from './simulate.ts';

const parts = z.object({
  organisations: z.array(organisation),
  locations: z.array(location),
  greenhouses: z.array(greenhouse),
  devices: z.array(device),
  deployments: z.array(deployment),
});

it.each([24, 1_000])('[SIM8] the parts of a company of %d devices fit the contract and refer to each other', (count) => {
  const company = parts.parse(aCompany(count));
  expect(company.devices).toHaveLength(count);
  const known = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));
  expect(company.locations.filter(({ owned_by }) => !known(company.organisations).has(owned_by))).toEqual([]);
  expect(company.greenhouses.filter(({ location_id }) => !known(company.locations).has(location_id))).toEqual([]);
  expect(company.deployments.filter(({ location_id }) => !known(company.locations).has(location_id))).toEqual([]);
  expect(new Set(company.devices.map(({ serial }) => serial)).size).toBe(count);
});

it('[SIM8] [CONST-062] fifteen device types, eight stages all in use, one device never seen, one decommissioned', () => {
  const company = aCompany();
  expect(company.deviceTypes).toHaveLength(15);
  const revisions = new Map(company.deviceTypes.map(({ id, revisions: own }) => [id, own?.map(({ revision_id }) => revision_id)]));
  const odd = company.devices.filter(
    ({ device_type, hardware_revision_id }) => !revisions.get(device_type)?.includes(hardware_revision_id ?? ''),
  );
  expect(odd).toEqual([]);
  const stages = company.devices.map(({ life_cycle_stage }) => life_cycle_stage);
  expect([...new Set(stages)].toSorted()).toEqual(company.lifeCycleStages.map(({ id }) => id).toSorted());
  expect(stages.filter((stage) => stage === 'OPERATIONAL').length).toBeGreaterThan(12);
  expect(company.devices.filter(({ last_seen }) => last_seen === null)).toHaveLength(1);
  expect(
    company.devices.filter(
      ({ life_cycle_stage, active_deployment }) => life_cycle_stage === 'DECOMMISSIONED' && active_deployment === null,
    ),
  ).toHaveLength(1);
});

it('[SIM8] every customer has a group of its own, and devices at its own locations only', () => {
  const { organisations, locations, deployments } = aCompany();
  expect(new Set(organisations.map(({ authentication_group }) => authentication_group)).size).toBe(organisations.length);
  const owners = new Map(locations.map(({ id, owned_by }) => [id, owned_by]));
  const served = new Set(deployments.map(({ location_id }) => owners.get(location_id) ?? 'nobody'));
  expect([...served].toSorted()).toEqual(['org-de-linde', 'org-fenland', 'org-hortus-noord', 'org-van-houte']);
});

it('[SIM8] codes are 0x and eight hex digits with three texts each', () => {
  const { errorCodes } = aCompany();
  const odd = Object.entries(errorCodes).filter(
    ([code, { description }]) => !/^0x[0-9A-F]{8}$/.test(code) || Object.keys(description ?? {}).join() !== 'development,en,nl',
  );
  expect(odd).toEqual([]);
  expect(Object.keys(errorCodes).length).toBeGreaterThanOrEqual(40);
});

it('[SIM8] the same options give the same company; ten thousand devices are built', () => {
  expect(aCompany(200)).toEqual(aCompany(200));
  const large = aCompany(10_000);
  expect(large.devices).toHaveLength(10_000);
  expect(large.locations.length).toBeGreaterThan(400);
  expect(new Set(large.maps.map(({ shape }) => shape)).size).toBeLessThanOrEqual(Object.keys(planShapes).length);
  expect(large.devices.filter(({ last_seen }) => Date.parse(last_seen ?? '') > NOON)).toEqual([]);
});

it.each(Object.values(planShapes))('[SIM8] the plan of $id lies inside its site, with a node at each lane head', (shape) => {
  const layers = planLayers.parse(drawPlan(shape));
  const { left, right, bottom, top } = siteOf(shape);
  const points = Object.values(layers).flatMap(({ features }) => features.flatMap(({ geometry }) => [geometry.coordinates].flat(3)));
  const xs = points.filter((_, index) => index % 2 === 0);
  const ys = points.filter((_, index) => index % 2 === 1);
  expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([left, right, bottom, top]);
  const nodes = new Set(layers.node.features.map(({ properties }) => properties['id']));
  expect(layers.lane.features.map(({ properties }) => properties['id'])).toEqual(lanesOf(shape).map(({ id }) => id));
  expect(lanesOf(shape).every(({ id, outNode }) => nodes.has(id) && nodes.has(outNode))).toBe(true);
  const gutters = layers.gutter.features.map(({ properties }) => properties['number']);
  expect(new Set(gutters).size).toBe(gutters.length);
});

it('[SIM9] each role has one account with a second factor and one without; secrets come from the caller', () => {
  const { organisations } = aCompany();
  const asked: string[] = [];
  const accounts = demoAccounts(organisations, (label) => {
    asked.push(label);
    return `secret for ${label}`;
  });
  const factors = roles.map((role) =>
    accounts.filter(({ groups }) => roleOf(groups) === role).map(({ totpSecret }) => totpSecret !== null),
  );
  expect(factors).toEqual(roles.map(() => [true, false]));
  expect(accounts[0]).toMatchObject({ email: 'an.verhoeven@serrarobotics.example', password: 'secret for password:an.verhoeven' });
  expect(asked).toHaveLength(12);
  const groups = new Set(organisations.map(({ authentication_group }) => authentication_group));
  const staff = accounts.filter(({ email }) => email.endsWith('@serrarobotics.example'));
  expect(staff.flatMap((account) => organisationGroups(account.groups))).toEqual([]);
  const others = accounts.filter((account) => !staff.includes(account)).map((account) => organisationGroups(account.groups));
  expect(others.every(([group, ...more]) => groups.has(group) && more.length === 0)).toBe(true);
});
