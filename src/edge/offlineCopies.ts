/** The current build: `name` changes with every build, `files` are the paths of its assets. */
export interface Build {
  readonly name: string;
  readonly files: readonly string[];
}

type AskedFor = Pick<Request, 'url' | 'method' | 'mode'>;
type Copies = Pick<Cache, 'match' | 'put'>;

/** Cache storage and network of the service worker. `origin` is the origin of the console. */
export interface CopyParts<Asked extends AskedFor> {
  readonly build: Build;
  readonly origin: string;
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'> & { readonly open: (name: string) => Promise<Copies> };
  readonly fetch: (request: Asked | string) => Promise<Response>;
}

const PREFIX = 'console-';
/** The only page of the console, served for every path. */
const PAGE = '/';
const SETTINGS = '/config.json';
const ASSETS = '/assets/';

// Returns whether only the server provides a page: pages of the API and of the identity provider, and the end of its popup.
const isServerPage = (path: string) => /^\/(api|idp|signed-in)(\/|$)/.test(path);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Returns whether a text contains the settings of a console, and not the page of a portal. */
function isSettings(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) && typeof json['api_root'] === 'string' && isRecord(json['oidc']);
  } catch {
    return false;
  }
}

/** Returns whether a response is valid for a path; a good copy must never be replaced by the response of an intermediary. */
async function isGenuine(path: string, answer: Response, { files }: Build): Promise<boolean> {
  if (!answer.ok || answer.redirected) return false;
  if (path === SETTINGS) return isSettings(await answer.clone().text());
  const isHtml = /\bhtml\b/i.test(answer.headers.get('content-type') ?? '');
  if (path !== PAGE) return !isHtml;
  const html = await answer.clone().text();
  return files.some((file) => html.includes(file));
}

/** Returns whether a response means that the server is unavailable, e.g. the response of a proxy while the server restarts. */
const isAway = ({ status }: Response): boolean => status >= 500;

/**
 * Caches the files of one build, from which the console starts offline. Page and settings are requested from the network while it is available, so a new build
 * is used at the next load; assets have content hashes and are read from the cache. Data are not cached. A server that responds with 5xx is treated as
 * unavailable.
 */
export function offlineCopies<Asked extends AskedFor>({ build, origin, caches, fetch }: CopyParts<Asked>) {
  const name = PREFIX + build.name;
  const copyOf = async (path: string) => (await caches.open(name)).match(path, { ignoreVary: true });
  const original = async (request: Asked) => {
    const answer = await fetch(request).catch(() => null);
    return answer === null || isAway(answer) ? { answer: null, away: answer } : { answer, away: null };
  };
  const page = async (request: Asked) => {
    const { answer, away } = await original(request);
    return answer ?? (await copyOf(PAGE)) ?? away ?? Response.error();
  };
  const asset = async (request: Asked, path: string) => (await copyOf(path)) ?? fetch(request);
  const settings = async (request: Asked) => {
    const { answer, away } = await original(request);
    if (answer === null || !(await isGenuine(SETTINGS, answer, build)))
      return (await copyOf(SETTINGS)) ?? answer ?? away ?? Response.error();
    await (await caches.open(name)).put(SETTINGS, answer.clone());
    return answer;
  };
  const takeOne = async (copies: Copies, path: string) => {
    const answer = await fetch(path);
    if (!(await isGenuine(path, answer, build))) throw new Error(`Not of this build: ${path}`);
    return () => copies.put(path, answer);
  };
  return {
    /** Caches the whole build or nothing, because a partial build would not start. */
    take: async () => {
      const copies = await caches.open(name);
      const stores = await Promise.all([PAGE, SETTINGS, ...build.files].map((path) => takeOne(copies, path)));
      await Promise.all(stores.map((store) => store()));
    },
    dropOlder: async () => {
      const older = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name);
      await Promise.all(older.map((key) => caches.delete(key)));
    },
    /** Returns null if the request is not handled here and is sent to the network. */
    answer: (request: Asked): Promise<Response> | null => {
      const { origin: home, pathname } = new URL(request.url);
      if (home !== origin || request.method !== 'GET') return null;
      if (request.mode === 'navigate') return isServerPage(pathname) ? null : page(request);
      if (pathname === SETTINGS) return settings(request);
      return pathname.startsWith(ASSETS) ? asset(request, pathname) : null;
    },
  };
}
