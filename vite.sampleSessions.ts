import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FOLDER = new URL('fixtures/sessions/', import.meta.url);
const LIST = 'index.json';

/** The recorded sessions with their list, by file name. */
function served(): ReadonlyMap<string, Uint8Array> {
  const names = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.orangery') ? [file.slice(0, -'.orangery'.length)] : []));
  const read = (file: string) => readFileSync(new URL(file, FOLDER));
  const samples = names.toSorted().map((name): unknown => JSON.parse(read(`${name}.json`).toString()).sample);
  return new Map([
    [LIST, Buffer.from(JSON.stringify(samples))],
    ...names.map((name) => [`${name}.orangery`, read(`${name}.orangery`)] as const),
  ]);
}

/** Serves the recorded sessions with the console, under `/sessions/`: the page `/replay` lists them. */
export const sampleSessions: Plugin = {
  name: 'sample-sessions',
  configureServer({ middlewares }) {
    middlewares.use('/sessions', (request, response, next) => {
      const content = served().get((request.url ?? '').slice(1));
      if (content === undefined) next();
      else response.end(content);
    });
  },
  generateBundle() {
    for (const [file, source] of served()) this.emitFile({ type: 'asset', fileName: `sessions/${file}`, source });
  },
};
