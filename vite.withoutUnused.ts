import type { Plugin } from 'vite';

/** A name for the developer tools: what is written to is kept in the build, even if nothing else mentions it. */
const NAMED = /^\w+\.displayName = "[^"]*";$/gm;
/** A value that a call of React creates: without the mark the build keeps the call, since it could do more than return. */
const CREATED = /(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm;

/** Lets the build leave out the parts of the router that the console does not use: forms, scroll positions, loaders. */
export const withoutUnused: Plugin = {
  name: 'without-unused',
  apply: 'build',
  transform(code, id) {
    if (!/node_modules\/react-router\/dist\//.test(id)) return undefined;
    if (code.includes('.displayName = "') && !(NAMED.test(code) && CREATED.test(code))) this.error('The router is written otherwise.');
    return { code: code.replaceAll(NAMED, '').replaceAll(CREATED, '/* @__PURE__ */ '), map: null };
  },
};
