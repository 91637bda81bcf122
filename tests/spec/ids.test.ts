import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { idsOf, unknownIds } from './unknownIds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const files = (patterns: readonly string[]) => globSync(patterns, { cwd: root }).toSorted();

const known = idsOf(
  files([
    'spec/*.md',
    'domain/*.md',
    'streams/*.md',
    'state/*.md',
    'past/*.md',
    'src/*/*.md',
    'server/**/*.md',
    'fixtures/*.md',
    'session/*.md',
    'deploy/*.md',
    'tests/**/*.md',
  ]).map(read),
);
// This file names wrong ids on purpose, to show that they are found.
const tests = files(['tests/**/*.{test,spec}.{ts,tsx}']).filter((file) => file !== 'tests/spec/ids.test.ts');

it('[IDS1] every id a test names is defined', () => {
  const wrong = tests.map((file) => [file, unknownIds(read(file), known)] as const).filter(([, ids]) => ids.length > 0);
  expect(tests.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

const some = idsOf(['| RULE-001 | Error. |', '| GAP-45 | Battery. |', '| POLL2, 4, 6..8 | Twice. |']);

it.each([
  ["it('[RULE-001] [GAP-45] [POLL2] holds', () => {})", []],
  ["it('[RULE-999] holds', () => {})", ['RULE-999']],
  ["it('[RULE-001] [RULE-002] holds', () => {})", ['RULE-002']],
  ["it('[POLL3] holds', () => {})", ['POLL3']],
  ["it('[POLL4] [POLL5] [POLL6] [POLL7] [POLL8] [POLL9] holds', () => {})", ['POLL5', 'POLL9']],
  ["it('[WRONG-001] holds', () => {})", ['WRONG-001']],
  ['it(`[RULE-003, RULE-001] ${name}`, () => {})', ['RULE-003']],
  ["it.each([['RULE-004', 1]])('[%s] holds', () => {})", ['RULE-004']],
  ["const serial = 'SPR-001'; const list = ['a']; const shape = [A1]", []],
])('[IDS1] in %s these are unknown: %j', (text, unknown) => {
  expect(unknownIds(text, some)).toEqual(unknown);
});

it('[IDS2] every row of the twenty areas has an id of its own', () => {
  const pages = files(['spec/[A-Z]*.md']).filter((file) => file !== 'spec/README.md');
  const ids = pages.flatMap((page) => [...read(page).matchAll(/^\| ([A-Z]+-\d+) \|/gm)].map((match) => match[1] ?? ''));
  expect(pages).toHaveLength(20);
  expect(ids).toHaveLength(new Set(ids).size);
  expect(ids.length).toBeGreaterThanOrEqual(1210);
});
