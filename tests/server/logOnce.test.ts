import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from '#contract/schema';
import { logOnce } from '#server/platform/failure/logOnce';
import { startSeededServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const accessibleTexts = z.object({ msg: z.string() });

/** A log, and its texts. */
function overheard() {
  const output: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void output.push(accessibleTexts.parse(JSON.parse(line)).msg) });
  return { output, log };
}
const away = (code: string) => Object.assign(new Error(code), { code });

it.each<readonly [string, readonly (Error | null)[], readonly string[]]>([
  ['work that never fails says nothing', [null, null], []],
  ['one that fails again and again says so once', [null, away('ECONNREFUSED'), away('57P01'), new Error('Query read timeout')], ['lost']],
  ['and once that it works again', [away('ECONNREFUSED'), away('ECONNREFUSED'), null, null], ['lost', 'back']],
  ['every time anew', [away('ECONNREFUSED'), null, away('ECONNREFUSED'), null], ['lost', 'back', 'lost', 'back']],
  ['another failure is another news', [away('ECONNREFUSED'), new Error('no such column'), new Error('no such column')], ['lost', 'lost']],
])('[LOGS1] %s', (_, tries, expected) => {
  const { output, log } = overheard();
  const telling = logOnce(log, { lost: 'lost', back: 'back' });
  for (const error of tries) {
    if (error === null) telling.worked();
    else telling.failed(error);
  }
  expect(output).toEqual(expected);
});

it('[LOGS1] a server whose database goes and comes back says so once for each kind of its work', async () => {
  const { output, log } = overheard();
  const server = await startSeededServer(undefined, { log, hasCables: true });
  const kinds = [
    ['commands without an end cannot be looked through', 'commands without an end are looked through again'],
    ['who is here cannot be written; nobody loses control meanwhile', 'who is here is written again'],
    ['cannot read who owns what; the former knowledge stays', 'who owns what is read again'],
  ] as const;
  server.databaseCable.cut();
  await until('all have failed', () => kinds.every(([lost]) => output.includes(lost)));
  server.databaseCable.heal();
  await until('all work again', () => kinds.every(([, back]) => output.includes(back)));
  for (const [lost, back] of kinds) {
    expect(output.slice(0, output.indexOf(back)).filter((text) => text === lost)).toHaveLength(1);
  }
  await server.close();
});
