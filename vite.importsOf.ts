import type { Plugin } from 'vite';

/** Knows, once the modules of a build are parsed, which of them the given ones import, directly or through others; without dynamic imports. */
export function importsOf(roots: readonly string[]): { readonly plugin: Plugin; readonly has: (id: string) => boolean } {
  const imported = new Map<string, readonly string[]>();
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    imported.get(id)?.forEach(add);
  };
  return {
    plugin: {
      name: 'imports-of',
      moduleParsed: ({ id, importedIds }) => void imported.set(id, importedIds),
      buildEnd: () => roots.forEach(add),
    },
    has: (id) => found.has(id),
  };
}
