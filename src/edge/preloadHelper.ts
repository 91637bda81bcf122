import { createImporter } from './moduleFiles.ts';

/** The import that the build calls in place of every `import()`, with the paths of the files of the module. */
export const importModule = createImporter({ page: document, fetch: (...request) => window.fetch(...request) });
