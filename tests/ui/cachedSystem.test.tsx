import { chakra, ChakraProvider, createSystem, type SystemContext } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cachedSystem } from '#ui/cachedSystem';
import { styleProps } from '#ui/styleProps';
import { themeConfig } from '#ui/theme';

const Plain = chakra('p', { base: { color: 'fg.muted', m: '0 0 8px', _hover: { color: 'fg' }, md: { p: '4' } } });
const Tone = chakra('span', {
  base: { p: '2' },
  variants: { tone: { calm: { color: 'fg' }, loud: { color: 'fg.muted', fontWeight: 'bold' } } },
  defaultVariants: { tone: 'calm' },
});
const Around = chakra(Plain, { base: { p: '3' } });

const ELEMENTS = [
  ['a base', <Plain key="e">a</Plain>],
  ['a variant by default', <Tone key="e">a</Tone>],
  ['another variant', <Tone key="e" tone="loud" />],
  ['a component around another one', <Around key="e" title="b" />],
  ['style properties', <Plain key="e" color="fg" p={{ base: '1', md: '2' }} />],
  ['a list of styles', <Tone key="e" css={[{ color: 'red' }, { '&:focus': { m: '1' } }]} />],
  ['a class of its own', <Tone key="e" className="mine" />],
  ['another element', <Plain key="e" as="h2" />],
  ['no recipe', <chakra.div key="e" m="4" />],
] as const;

const plainSystem = createSystem(styleProps, themeConfig);

/** The element and its style rules as a browser gets them. */
function drawn(system: SystemContext, element: React.ReactNode): { html: string; rules: readonly string[] } {
  const cache = createCache({ key: 'css', container: document.createElement('div') });
  const { container, unmount } = render(
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{element}</ChakraProvider>
    </CacheProvider>,
  );
  const html = container.innerHTML;
  unmount();
  return { html, rules: cache.sheet.tags.map((tag) => tag.textContent) };
}

it.each(ELEMENTS)('[UI11] an element with %s has the same class and rules as without the cache, each time', (_, element) => {
  const expected = drawn(plainSystem, element);
  const system = cachedSystem(plainSystem);
  expect(expected.html).toMatch(/class="[^"]*css-/);
  expect(expected.rules.join()).toContain('{');
  expect(drawn(system, element)).toEqual(expected);
  expect(drawn(system, element)).toEqual(expected);
});

it('[UI11] a recipe is built once for all elements of its component, and its styles once per variant', () => {
  const built: unknown[] = [];
  const resolved: unknown[] = [];
  const system = cachedSystem({
    ...plainSystem,
    cva: (definition) => {
      built.push(definition);
      return plainSystem.cva(definition);
    },
    css: (...styles) => {
      resolved.push(styles);
      return plainSystem.css(...styles);
    },
  });
  for (const tone of ['calm', 'loud', 'calm', 'loud'] as const) drawn(system, <Tone tone={tone} />);
  expect([built.length, resolved.length]).toEqual([1, 2]);
  drawn(system, <Tone p="4" />);
  expect([built.length, resolved.length]).toEqual([1, 3]);
});
