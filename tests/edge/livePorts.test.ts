import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { livePorts } from '#edge/livePorts';
import { idleConsole } from '../support/idleConsole.ts';

it('[CLOCK10] the clock of a page goes on where that of its computer is set back', () => {
  const real = { at: 3_600_000 };
  const clock = { now: () => real.at, schedule: () => NEVER.subscribe() };
  const { config, session } = idleConsole;
  const ports = livePorts({ config, session, page: window, clock });
  real.at = 5_000;
  expect(ports.clock.now()).toBe(3_600_000);
  real.at = 6_000;
  expect(ports.clock.now()).toBe(3_601_000);
});
