/** Downloads the files of a module of the build before the module is imported; a `DownloadError` is a part that could not be downloaded. */

/** The reason why files of the build could not be downloaded: the console's server did not respond, or it lacks the file. */
type Missing = 'away' | 'missing';

/** The error for a part of the build that could not be downloaded. */
export class DownloadError extends Error {
  readonly reason: Missing;

  constructor(reason: Missing, file: string) {
    super(`Not downloaded: ${file}`);
    this.reason = reason;
  }
}

const NOT_FOUND = new Set([404, 410]);
const KIND = { css: /^text\/css\b/i, js: /\bjavascript\b/i } as const;
const isStyle = (file: string) => file.endsWith('.css');

/** Downloads a file of the build into the browser's cache; rejects with a `DownloadError`. */
async function download(file: string, fetch: typeof globalThis.fetch): Promise<void> {
  const answer = await fetch(file, { credentials: 'same-origin' }).catch(() => null);
  if (answer === null) throw new DownloadError('away', file);
  const kind = answer.headers.get('content-type') ?? '';
  // A host that answers every path with its page also lacks the file; the response of a portal is recognised later.
  if (NOT_FOUND.has(answer.status) || (answer.ok && !KIND[isStyle(file) ? 'css' : 'js'].test(kind)))
    throw new DownloadError('missing', file);
  if (!answer.ok) throw new DownloadError('away', file);
  await answer.arrayBuffer().catch(() => {
    throw new DownloadError('away', file);
  });
}

/** Adds a style sheet; resolves when it is applied. */
const applyStyle = (file: string, page: Document) =>
  new Promise<void>((resolve, reject) => {
    const link = Object.assign(page.createElement('link'), { rel: 'stylesheet', href: file, crossOrigin: '' });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new DownloadError('away', file));
    });
    page.head.append(link);
  });

/** The page, whose files are already loaded, and the function that requests others. */
export interface ModuleFileParts {
  readonly page: Document;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Creates the function that imports a module of the build once all its files have been downloaded. Otherwise a browser remembers a failed import for the life
 * of the page, and a part of the console that was requested during a short network outage would need a reload.
 */
export function createImporter({ page, fetch }: ModuleFileParts) {
  const done = new Map<string, Promise<void>>();
  // Returns whether the page has a file. Its files are not requested again: a request would fail without a network, although they are cached.
  const isInPage = (path: string) =>
    page.querySelector(`link[href="${path}"]:is([rel=modulepreload], [rel=stylesheet]), script[src="${path}"]`) !== null;
  const once = (file: string) => {
    const begun = done.get(file);
    if (begun !== undefined) return begun;
    const path = `/${file}`;
    const loading = isInPage(path)
      ? Promise.resolve()
      : download(path, fetch).then(() => (isStyle(file) ? applyStyle(path, page) : undefined));
    done.set(
      file,
      loading.catch((error: unknown) => {
        done.delete(file);
        throw error;
      }),
    );
    return done.get(file) ?? loading;
  };
  return async <Module>(importModule: () => Promise<Module>, files: readonly string[] = []): Promise<Module> => {
    await Promise.all(files.map(once));
    return importModule();
  };
}
