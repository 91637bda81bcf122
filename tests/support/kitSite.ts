import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the page of the kit's parts in memory; returns its files by their paths. */
async function builtKit(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const built = await build({
    configFile: false,
    root: `${root}src`,
    logLevel: 'error',
    plugins: [react({ jsxImportSource: '#ui/translatable' })],
    resolve: { alias: [{ find: /^#ui\//, replacement: `${root}src/ui/` }] },
    build: { write: false, minify: false, rolldownOptions: { input: `${root}src/kit.html` } },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const files = outputs
    .flatMap(({ output }) => output)
    .map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]);
  return new Map([
    ...files.map(([name, text]) => [String(name), text ?? ''] as const),
    ['/mark.svg', readFileSync(`${root}src/public/mark.svg`)],
  ]);
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Serves the page of the kit's parts on a free port; returns its address and what ends it. */
export async function serveKit(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const files = await builtKit();
  const server = createServer(({ url = '' }, response) => {
    const file = url === '/kit' ? '/kit.html' : url;
    const content = files.get(file);
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain' });
    response.end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
