import { createImporter } from './moduleFiles.ts';

/** The import function that the build calls instead of every `import()`, with the paths of the module's files. */
export const importModule = createImporter({ page: document, fetch: (...request) => window.fetch(...request) });
