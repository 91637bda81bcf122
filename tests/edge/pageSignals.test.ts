import { expect, it } from 'vitest';
import { firstIdle } from '#edge/pageSignals';

it('[LAZY6] deferred work begins once the page is idle, and after a pause where the browser cannot report it', async () => {
  const calls: string[] = [];
  const timer = (run: () => void, ms: number) => {
    calls.push(`timer ${String(ms)}`);
    run();
    return 1;
  };
  let quiet: (() => void) | undefined;
  const asked = firstIdle({
    setTimeout: timer as Window['setTimeout'],
    requestIdleCallback: (run) => {
      quiet = () => run({ didTimeout: false, timeRemaining: () => 1 });
      return 1;
    },
  }).then(() => calls.push('idle'));
  await Promise.resolve();
  expect(calls).toEqual([]);
  quiet?.();
  await asked;
  await firstIdle({ setTimeout: timer as Window['setTimeout'] });
  expect(calls).toEqual(['idle', 'timer 200']);
});
