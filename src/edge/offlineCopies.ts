/** The current build: `name` changes with every build, `files` are the paths of its assets. */
export interface Build {
  readonly name: string;
  readonly files: readonly string[];
}

type AskedFor = Pick<Request, 'url' | 'method' | 'mode'>;
type Copies = Pick<Cache, 'match' | 'put' | 'addAll'>;

/** Cache storage and network of the service worker. `origin` is the console's own. */
export interface CopyParts<Asked extends AskedFor> {
  readonly build: Build;
  readonly origin: string;
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'> & { readonly open: (name: string) => Promise<Copies> };
  readonly fetch: (request: Asked) => Promise<Response>;
}

const PREFIX = 'console-';
/** The console's only page, served for every path. */
const PAGE = '/';
const SETTINGS = '/config.json';
const ASSETS = '/assets/';

// Pages served only by the server: the identity provider's and the end of its popup.
const isServerPage = (path: string) => /^\/(api|idp|signed-in)(\/|$)/.test(path);

/**
 * Caches one build, from which the console starts offline. Page and settings come from the network when there is one, so a new build is used at the next
 * load; assets have content hashes and come from the cache. Data is not cached.
 */
export function offlineCopies<Asked extends AskedFor>({ build, origin, caches, fetch }: CopyParts<Asked>) {
  const name = PREFIX + build.name;
  const copyOf = async (path: string) => (await caches.open(name)).match(path, { ignoreVary: true });
  const original = (request: Asked) => fetch(request).catch(() => null);
  const page = async (request: Asked) => (await original(request)) ?? (await copyOf(PAGE)) ?? Response.error();
  const asset = async (request: Asked, path: string) => (await copyOf(path)) ?? fetch(request);
  const settings = async (request: Asked) => {
    const answer = await original(request);
    if (answer === null) return (await copyOf(SETTINGS)) ?? Response.error();
    if (answer.ok) await (await caches.open(name)).put(SETTINGS, answer.clone());
    return answer;
  };
  return {
    /** Caches the whole build or nothing: a partial one would not start. */
    take: async () => (await caches.open(name)).addAll([PAGE, SETTINGS, ...build.files]),
    dropOlder: async () => {
      const older = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name);
      await Promise.all(older.map((key) => caches.delete(key)));
    },
    /** Null: the request is not handled here and goes to the network. */
    answer: (request: Asked): Promise<Response> | null => {
      const { origin: home, pathname } = new URL(request.url);
      if (home !== origin || request.method !== 'GET') return null;
      if (request.mode === 'navigate') return isServerPage(pathname) ? null : page(request);
      if (pathname === SETTINGS) return settings(request);
      return pathname.startsWith(ASSETS) ? asset(request, pathname) : null;
    },
  };
}
