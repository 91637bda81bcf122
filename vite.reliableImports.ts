import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
const OURS = fileURLToPath(new URL('src/edge/preloadHelper.ts', import.meta.url));

/** Replaces what Vite calls in place of an `import()`: files are downloaded first, so that the browser does not keep a failed import. Vite without this call fails the build. */
export function reliableImports(): Plugin {
  let isFound = false;
  return {
    name: 'reliable-imports',
    apply: 'build',
    transform(_, id) {
      if (id !== HELPER) return undefined;
      isFound = true;
      return { code: `export { importModule as __vitePreload } from ${JSON.stringify(OURS)};`, map: null };
    },
    buildEnd(error) {
      if (error === undefined && !isFound) this.error('Vite has no preload helper.');
    },
  };
}

/** Returns the files of a module, itself first: Vite leaves a module without imports out. */
export const filesOfModule = (file: string, imports: readonly string[], hostType: 'html' | 'js'): string[] =>
  hostType === 'html' || imports.includes(file) ? [...imports] : [file, ...imports];
