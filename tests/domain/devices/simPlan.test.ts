import { isKeepAlive } from '#domain/devices/simPlan';
import { expect, it } from 'vitest';

it.each([
  ['DEV-040', 'Keep Alive', true],
  ['FLEET-050', 'EU Keep Alive 1 MB', true],
  ['DEV-040', 'EU 10 GB', false],
  ['DEV-040', '', false],
  ['DEV-040', null, false],
  ['DEV-040', undefined, false],
])('[%s] the plan %j only keeps the connection alive: %s', (_, plan, keeps) => {
  expect(isKeepAlive(plan)).toBe(keeps);
});
