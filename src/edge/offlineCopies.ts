/** What the build knows of itself: `name` changes with every change of the console, `files` are its assets, as paths. */
export interface Build {
  readonly name: string;
  readonly files: readonly string[];
}

type AskedFor = Pick<Request, 'url' | 'method' | 'mode'>;
type Copies = Pick<Cache, 'match' | 'put' | 'addAll'>;

/** Where the copies lie and where the originals come from. `origin` is the console's own. */
export interface CopyParts<Asked extends AskedFor> {
  readonly build: Build;
  readonly origin: string;
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'> & { readonly open: (name: string) => Promise<Copies> };
  readonly fetch: (request: Asked) => Promise<Response>;
}

const PREFIX = 'console-';
/** The console's one page, whatever its address. */
const PAGE = '/';
const SETTINGS = '/config.json';
const ASSETS = '/assets/';

// Pages that are nothing without the server: the identity provider's and the end of its popup.
const isServerPage = (path: string) => /^\/(api|idp|signed-in)(\/|$)/.test(path);

/**
 * The copies of one build with which the console starts without a network. Page and settings come from the network whenever there is one, so
 * a new build is seen at the next load; assets are named by their content and come from the copies. Of data there is no copy.
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
    /** Copies the whole build, or nothing: half a console would not start. */
    take: async () => (await caches.open(name)).addAll([PAGE, SETTINGS, ...build.files]),
    dropOlder: async () => {
      const older = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name);
      await Promise.all(older.map((key) => caches.delete(key)));
    },
    /** Null: the request is none of ours and goes its usual way. */
    answer: (request: Asked): Promise<Response> | null => {
      const { origin: home, pathname } = new URL(request.url);
      if (home !== origin || request.method !== 'GET') return null;
      if (request.mode === 'navigate') return isServerPage(pathname) ? null : page(request);
      if (pathname === SETTINGS) return settings(request);
      return pathname.startsWith(ASSETS) ? asset(request, pathname) : null;
    },
  };
}
