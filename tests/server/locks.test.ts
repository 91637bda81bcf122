import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { locks } from '#server/platform/database/locks';

it('[LOCK1] no two advisory locks have one number, and none is taken by a number that is not in the list', () => {
  const numbers = Object.values(locks);
  expect(new Set(numbers).size).toBe(numbers.length);
  const root = new URL('../../server/', import.meta.url).pathname;
  const keys = globSync('**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(/pg_\w*advisory\w*lock\((\$\{\w+\.\w+|\w+|\$1)/g)].map(([, key]) => key),
  );
  expect(keys.length).toBeGreaterThan(numbers.length);
  const listed = Object.keys(locks).map((name) => `\${locks.${name}`);
  expect(keys.filter((key = '') => !['$1', 'hashtextextended', ...listed].includes(key))).toEqual([]);
});
