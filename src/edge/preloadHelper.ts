import { createImporter } from './moduleFiles.ts';

/** What the build calls in place of every `import()`, with the paths of the files that the module is made of. */
export const importModule = createImporter({ page: document, fetch: (...request) => window.fetch(...request) });
