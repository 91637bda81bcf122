import type { Plugin } from 'vite';

/** A file that only exports the modules of a library again; of its imports those count that somebody names. */
const AGAIN = /export \{([^}]*)\} from ["'](\.\/[^"']+)["']/g;
const NAMED_IMPORT = /import \{([^}]*)\} from ["']([^"'.#][^"']*)["']/g;

/** The names of `{ A, default as B, C as D }`: the outer ones of an export, the inner ones of an import. */
const namesIn = (list: string, side: 'inner' | 'outer'): readonly string[] =>
  list.split(',').flatMap((one) => {
    const [inner = '', outer = inner] = one.trim().split(/ as /);
    const name = side === 'inner' ? inner : outer;
    return name === '' ? [] : [name];
  });

/** What a module imports: other modules whole, and of libraries the given names. */
interface Imports {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** If the module is the entry of a library of single modules: the end of the path of the module with a name. */
  readonly modules: ReadonlyMap<string, string>;
}

interface Options {
  /** The entries of libraries of which each part is a module of its own. */
  readonly entries: RegExp;
}

/**
 * Knows, once the modules of a build are parsed, which of them the given ones import, directly or through others; without dynamic imports. Of a library of single
 * modules only those count that are named.
 */
export function importsOf(
  roots: readonly string[],
  { entries }: Options,
): { readonly plugin: Plugin; readonly has: (id: string) => boolean } {
  const imported = new Map<string, Imports>();
  const found = new Set<string>();
  const addNamed = (entry: string, names: readonly string[]): void => {
    const { ids, modules } = imported.get(entry) ?? { ids: [], modules: new Map<string, string>() };
    const ends = new Set(names.flatMap((name) => modules.get(name) ?? []));
    ids.filter((id) => [...ends].some((end) => id.endsWith(end))).forEach(add);
  };
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    const { ids, names } = imported.get(id) ?? { ids: [], names: [] };
    for (const one of ids) {
      if (entries.test(one)) addNamed(one, names);
      else add(one);
    }
  };
  return {
    plugin: {
      name: 'imports-of',
      moduleParsed: ({ id, importedIds, code }) => {
        const isEntry = entries.test(id);
        const modules = isEntry
          ? [...(code ?? '').matchAll(AGAIN)].flatMap(([, list = '', file = '']) =>
              namesIn(list, 'outer').map((name) => [name, file.slice(1)] as const),
            )
          : [];
        const names = isEntry ? [] : [...(code ?? '').matchAll(NAMED_IMPORT)].flatMap(([, list = '']) => namesIn(list, 'inner'));
        imported.set(id, { ids: importedIds, names, modules: new Map(modules) });
      },
      buildEnd: () => roots.forEach(add),
    },
    has: (id) => found.has(id),
  };
}
