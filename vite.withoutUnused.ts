import type { Plugin } from 'vite';

/** A name for the developer tools: what is written to is kept in the build, even if nothing else mentions it. */
const NAMED = /^\w+\.displayName = "[^"]*";$/gm;
/** A value that a call of React creates: without the mark the build keeps the call, since it could do more than return. */
const CREATED = /(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm;

/** The map's library loads files that its layers name by their URLs, with loaders of many formats; those of the console get their marks from a canvas. */
const LOADERS: Readonly<Record<string, string>> = {
  core: `export const registerLoaders = () => undefined; export const load = async () => { throw new Error('The map loads no files.'); };`,
  images: 'export const ImageLoader = {};',
};

/** Lets the build leave out the parts of libraries that the console does not use: forms, scroll positions and loaders of the router, files of the map. */
export const withoutUnused: Plugin = {
  name: 'without-unused',
  apply: 'build',
  transform(code, id) {
    const [, loader = ''] = /node_modules\/@loaders\.gl\/(\w+)\/dist\/index\.js$/.exec(id) ?? [];
    const stand = LOADERS[loader];
    if (stand !== undefined) return { code: stand, map: null };
    if (!/node_modules\/react-router\/dist\//.test(id)) return undefined;
    if (code.includes('.displayName = "') && !(NAMED.test(code) && CREATED.test(code))) this.error('The router is written otherwise.');
    return { code: code.replaceAll(NAMED, '').replaceAll(CREATED, '/* @__PURE__ */ '), map: null };
  },
};
