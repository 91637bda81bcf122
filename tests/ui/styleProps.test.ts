import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { themeConfig, theme } from '#ui/theme';

const SOURCES = path.join(import.meta.dirname, '../../src');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'))
  .join('\n');

/** The same look on all that Chakra knows. */
const whole = createSystem(defaultBaseConfig, themeConfig);
const utilities = defaultBaseConfig.utilities ?? {};
const names = new Set(Object.entries(utilities).flatMap(([name, { shorthand = [] }]) => [name, shorthand].flat()));

/** `name: 'value'`, `name="value"`, `name={4}`: every style that is written as one word. */
const written = [...sources.matchAll(/\b(\w+)(?:: |=\{?)(?:(['"])(.*?)\2|(-?[\d.]+)\b)/g)].flatMap(([, name = '', , text, number]) =>
  names.has(name) ? [[name, text ?? Number(number)] as const] : [],
);

// Chakra also sets `currentBg`, which nobody reads.
function css({ utility }: typeof theme, name: string, value: string | number): string {
  const styles = utility.transform(utility.resolveShorthand(name), value);
  return JSON.stringify(styles, (key, part: unknown) => (key.includes('bg-currentcolor') ? undefined : part));
}

it('[UI6] every style of the console means the same in its own list of style properties as in the whole list of Chakra', () => {
  expect(written.length).toBeGreaterThan(1_000);
  const wrong = written.filter(([name, value]) => css(theme, name, value) !== css(whole, name, value));
  expect([...new Set(wrong.map(([name, value]) => `${name}: ${value}`))]).toStrictEqual([]);
});

/** Values of every kind of token, and of none. */
const PROBES = [0, 4, '4', '12px', 'full', 'none', 'bg.panel', 'control', 'popup', 'toast', 'body'] as const;
/** The ring of a polygon is no style; `hideFrom` and `hideBelow` are names only, and written out. */
const OTHER_WORDS = new Set(['ring', 'hideFrom', 'hideBelow']);

it('[UI6] every style that is named, whatever its value, takes the same tokens', () => {
  const asked = [...sources.matchAll(/\b(\w+)(?:: |=\{)/g)].flatMap(([, name = '']) =>
    names.has(name) && !OTHER_WORDS.has(name) ? [name] : [],
  );
  const differs = (name: string) => PROBES.some((probe) => css(theme, name, probe) !== css(whole, name, probe));
  expect([...new Set(asked)].filter(differs)).toStrictEqual([]);
});

it('[UI6] every condition of a style is known', () => {
  const asked = [...sources.matchAll(/\b_([a-z]\w+)(?:: |=\{)/gi)].flatMap(([, name = '']) => name);
  const known = defaultBaseConfig.conditions ?? {};
  const wanting = asked.filter((name) => name in known && theme.conditions.resolve(`_${name}`) === `_${name}`);
  expect([...new Set(wanting)]).toStrictEqual([]);
  for (const name of asked) expect(theme.conditions.resolve(`_${name}`)).toStrictEqual(whole.conditions.resolve(`_${name}`));
});
