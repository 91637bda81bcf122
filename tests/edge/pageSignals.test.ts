import { expect, it } from 'vitest';
import { firstIdle } from '#edge/pageSignals';

it('[LAZY6] what may wait begins once the page has nothing to do, and after a pause where the browser cannot tell', async () => {
  const heard: string[] = [];
  const timer = (run: () => void, ms: number) => {
    heard.push(`timer ${String(ms)}`);
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
  }).then(() => heard.push('idle'));
  await Promise.resolve();
  expect(heard).toEqual([]);
  quiet?.();
  await asked;
  await firstIdle({ setTimeout: timer as Window['setTimeout'] });
  expect(heard).toEqual(['idle', 'timer 200']);
});
