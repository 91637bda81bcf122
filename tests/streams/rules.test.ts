import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);
const rules = (path: string) => [...readFileSync(at(path), 'utf8').matchAll(/^\| ([A-Z]+\d+) \|/gm)].map((match) => match[1] ?? '');
const tests = ['streams', 'fixtures'].flatMap((folder) =>
  readdirSync(at(`tests/${folder}`), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(at(`tests/${folder}/${file}`), 'utf8')),
);
const own = [...rules('streams/RULES.md'), ...rules('fixtures/README.md')];
const named = new Set(tests.flatMap((text) => [...text.matchAll(/\b[A-Z]{3,7}\d{1,2}\b/g)].map((match) => match[0])));

it.each(own)('[%s] is named by a test', (id) => {
  expect(named).toContain(id);
});

it('[LOG1] every rule a test of this folder names is written down, once', () => {
  expect([...named].filter((id) => !own.includes(id))).toEqual([]);
  expect(own).toHaveLength(new Set(own).size);
  expect(own.length).toBeGreaterThan(30);
});
