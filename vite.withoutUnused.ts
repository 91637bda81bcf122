import type { Plugin } from 'vite';

/** A name for the developer tools: what is written to is kept in the build, even if nothing else mentions it. */
const NAMED = /^\w+\.displayName = "[^"]*";$/gm;
/** A value that a call of React creates: without the mark the build keeps the call, since it could do more than return. */
const CREATED = /(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm;

/** The router tells developers of mistakes; the folder with its build for production, which its package does not lead to, differs in this line alone. */
const WARNS = /\bENABLE_DEV_WARNINGS = true;/g;
/** What a link loads ahead, for servers of the router's own kind. */
const LOADS_AHEAD = /\bReact\d*\.createElement\(PrefetchPageLinks, \{[^}]*\}\)/g;
/** A class that extends one of React: without the mark the build keeps it, since reading that one could do more than return. */
const EXTENDED = /\bclass extends (React\d*)\.Component\b/g;

function bareRouter(code: string): string | null {
  const isKnown =
    !code.includes('function PrefetchPageLinks(') || [WARNS, LOADS_AHEAD, EXTENDED, NAMED, CREATED].every((part) => code.search(part) >= 0);
  if (!isKnown) return null;
  return code
    .replaceAll(WARNS, 'ENABLE_DEV_WARNINGS = false;')
    .replaceAll(LOADS_AHEAD, 'null')
    .replaceAll(EXTENDED, 'class extends /* @__PURE__ */ ((react) => react.Component)($1)')
    .replaceAll(NAMED, '')
    .replaceAll(CREATED, '/* @__PURE__ */ ');
}

/** What an icon has beside its name and paths: a key of each path, which React needs in lists that change, its former names, and the size that all have. */
const BESIDE_PATHS = /,\s*key: "[^"]*"|,\s*aliases: \[[^\]]*\]|\bsize: 24,/g;
/** A module of an icon, and the one that makes a component of it. */
const ICON = /node_modules\/lucide-react\/dist\/esm\/(icons\/[\w-]+|createLucideIcon)\.mjs$/;
const ICON_NAMED = /if \(iconData\.name\) \{\s*Component\.displayName = .*;\s*\}/g;

function bareIcon(code: string, name: string): string | null {
  // Former names of an icon are modules that only re-export it.
  if (!code.includes('createLucideIcon(')) return code;
  const parts = name === 'createLucideIcon' ? ICON_NAMED : BESIDE_PATHS;
  return code.search(parts) < 0 ? null : code.replaceAll(parts, '');
}

/** The map's library loads files that its layers name by their URLs, with loaders of many formats; those of the console get their marks from a canvas. */
const LOADERS: Readonly<Record<string, string>> = {
  core: `export const registerLoaders = () => undefined; export const load = async () => { throw new Error('The map loads no files.'); };`,
  images: 'export const ImageLoader = {};',
};

/**
 * Lets the build leave out the parts of libraries that the console does not use: forms, scroll positions and loaders of the router, files of the map, keys and
 * former names of icons.
 */
export const withoutUnused: Plugin = {
  name: 'without-unused',
  apply: 'build',
  transform(code, id) {
    const [, loader = ''] = /node_modules\/@loaders\.gl\/(\w+)\/dist\/index\.js$/.exec(id) ?? [];
    const stand = LOADERS[loader];
    if (stand !== undefined) return { code: stand, map: null };
    const [, icon] = ICON.exec(id) ?? [];
    const isRouter = /node_modules\/react-router\/dist\//.test(id);
    if (icon === undefined && !isRouter) return undefined;
    const bare = icon === undefined ? bareRouter(code) : bareIcon(code, icon);
    return bare === null ? this.error('The library is written otherwise than this build expects.') : { code: bare, map: null };
  },
};
