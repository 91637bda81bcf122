import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen, sendJson, type TestHttpServer } from './httpServer.ts';

const BUILT = fileURLToPath(new URL('../../../dist/console/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/**
 * Serves the built console as a plain web server: its files, and `index.html` for every other path. It has no routes of the console and sends no header
 * except the content type. `config` returns the content of `/config.json`.
 */
export function openStaticHost(config: (origin: string) => unknown): Promise<TestHttpServer> {
  if (!existsSync(path.join(BUILT, 'index.html'))) throw new Error('dist/console is missing: run `npm run build` first');
  return listen((request, response, origin) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    if (pathname === '/config.json') return sendJson(response, 200, config(origin));
    const asked = path.join(BUILT, path.normalize(decodeURIComponent(pathname)));
    const isFile = asked.startsWith(BUILT) && existsSync(asked) && statSync(asked).isFile();
    const file = isFile ? asked : path.join(BUILT, 'index.html');
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
    return undefined;
  });
}
