import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The parameters of the shown moment and of the comparison. Source: momentAddress.ts. */
const OF_MOMENT = ['at', 'as', 'list', 'proof', 'by', 'a'];
const KEY = /useAddressState\(\s*['`]([^'`$]+)['`]/g;

/** The parameters under which views keep their state in the URL. */
const keysIn = (text: string) => [...text.matchAll(KEY)].map(([, key]) => key);

it('[PAST35] no view keeps its state under a parameter of the shown moment, which links to a moment replace', () => {
  const keys = globSync('src/**/*.{ts,tsx}').flatMap((file) => keysIn(readFileSync(file, 'utf8')));
  expect(keys).toContain('month');
  expect(keys.filter((key) => key !== undefined && OF_MOMENT.includes(key))).toEqual([]);
  expect(keysIn("useAddressState('by', codec, 'device')")).toEqual(['by']);
});
