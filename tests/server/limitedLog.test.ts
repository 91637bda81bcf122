import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { limitLog } from '#server/platform/embedded/limitedLog';
import { newDataDir } from '../support/newDataDir.ts';

it('[GROW2] a log over its limit is set aside, once, while its writer goes on', () => {
  const folder = newDataDir();
  const file = path.join(folder, 'postgres.log');
  limitLog(file, 10);
  expect(readdirSync(folder)).toEqual([]);
  const writer = openSync(file, 'a', 0o600);
  for (let line = 0; line < 50; line += 1) {
    writeSync(writer, `line ${line}\n`);
    limitLog(file, 100);
    expect(statSync(file).size).toBeLessThanOrEqual(100);
  }
  closeSync(writer);
  expect(readdirSync(folder).toSorted()).toEqual(['postgres.log', 'postgres.log.1']);
  expect(`${readFileSync(`${file}.1`, 'utf8')}${readFileSync(file, 'utf8')}`).toMatch(/line 48\nline 49\n$/);
  expect(statSync(`${file}.1`).mode & 0o777).toBe(0o600);
});

it('[GROW2] a log that cannot be set aside is emptied', () => {
  const folder = newDataDir();
  const file = path.join(folder, 'postgres.log');
  appendFileSync(file, 'x'.repeat(200));
  appendFileSync(path.join(folder, 'other'), '');
  limitLog(file, 100);
  expect(statSync(file).size).toBe(0);
});
