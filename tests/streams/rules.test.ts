import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);
const rules = (path: string) => [...readFileSync(at(path), 'utf8').matchAll(/^\| ([A-Z]+\d+) \|/gm)].map((match) => match[1] ?? '');
const testsIn = (...folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(at(`tests/${folder}`), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => readFileSync(at(`tests/${folder}/${file}`), 'utf8')),
  );
const idsIn = (texts: readonly string[]) =>
  new Set(texts.flatMap((text) => [...text.matchAll(/\b[A-Z]{3,8}\d{1,2}\b/g)].map((match) => match[0])));
const own = [...rules('streams/RULES.md'), ...rules('fixtures/README.md')];
const named = idsIn(testsIn('streams', 'fixtures'));
// A rule that an adapter of the browser keeps is proved there.
const provedAnywhere = new Set([...named, ...idsIn(testsIn('edge'))]);

it.each(own)('[%s] is named by a test', (id) => {
  expect(provedAnywhere).toContain(id);
});

it('[LOG1] every rule a test of this folder names is written down, once', () => {
  expect([...named].filter((id) => !own.includes(id))).toEqual([]);
  expect(own).toHaveLength(new Set(own).size);
  expect(own.length).toBeGreaterThan(30);
});
