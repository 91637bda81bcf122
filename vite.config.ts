import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { workers } from './tests/support/workers.ts';
import { precompress } from './vite.precompress.ts';
import { withoutUnused } from './vite.withoutUnused.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const room = (name: string, folder = name) => ({ find: new RegExp(`^#${name}/`), replacement: `${root}${folder}/` });

/** Tells the service worker its build: which assets there are, and a name that changes with them. */
const tellWorker: Plugin = {
  name: 'tell-worker',
  // After the pages are made: the chunk of a page that only loads another one is taken out by then.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.keys(bundle).flatMap((file) => (file.startsWith('assets/') ? [`/${file}`] : []));
      const name = createHash('sha256').update(files.toSorted().join()).digest('hex').slice(0, 16);
      const worker = bundle['sw.js'];
      if (worker?.type === 'chunk') worker.code = worker.code.replace('CONSOLE_BUILD', () => JSON.stringify({ name, files }));
    },
  },
};

/** The chunk of what the way in needs. */
const FIRST = 'first';
/** What the popup of the sign-in and the service worker are made of: they stand alone, or the popup would start a second console. */
const APART =
  /[\\/](signed-in\.html|app[\\/]signedIn\.ts|edge[\\/](finishPopup|serviceWorker|offlineCopies)\.ts)|[\\/](oidc-client-ts|jwt-decode)[\\/]/;

const standApart: Plugin = {
  name: 'stand-apart',
  generateBundle(_, bundle) {
    const withImports = (file: string, seen: Set<string>): Set<string> => {
      const chunk = bundle[file];
      const imports = chunk?.type === 'chunk' && !seen.has(file) ? chunk.imports : [];
      return imports.reduce((all, next) => withImports(next, all), seen.add(file));
    };
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry || chunk.name === 'index') continue;
      const console = [...withImports(chunk.fileName, new Set())].find((file) => {
        const imported = bundle[file];
        return imported?.type === 'chunk' && (imported.name === FIRST || imported.name === 'index');
      });
      if (console !== undefined) this.error(`${chunk.name} would load the console (${console}): what both import is missing in APART.`);
    }
  },
};

/** Tests that touch nothing outside themselves: side by side, and a module is read once for all files. */
const pure = {
  isolate: false,
  maxWorkers: '100%',
  sequence: { groupOrder: 0 },
  testTimeout: 60_000,
} as const;

/** Tests of real processes: those of the server wait much and those of the browser draw much, so they share the machine. */
const beside = { maxWorkers: workers, sequence: { groupOrder: 1 } } as const;

/** What every project begins with. */
const SETUP = 'tests/support/samePropertiesEachTime.ts';

/** What is awaited comes, on a busy machine later: a wait that is over sooner would tell of the machine, not of the product. */
const PATIENT = { poll: { timeout: 60_000 } };

/** The files of Emotion that Node finds for Chakra. Vite would find others, and a second Emotion: Chakra's would not get our style cache. */
const oneEmotion = {
  find: /^@emotion\/(cache|react)$/,
  replacement: `${root}node_modules/@emotion/$1/dist/emotion-$1.development.cjs.mjs`,
};

/** One configuration for the console's build, its development server and every test that does not drive a whole browser. */
export default defineConfig({
  root: `${root}src`,
  plugins: [react(), tellWorker, standApart, ...withoutUnused, precompress],
  resolve: {
    // RxJS offers its classes as classes under this name; the usual build is of 2015 and a third larger.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      ...['contract', 'domain', 'streams', 'server', 'fixtures'].map((name) => room(name)),
      ...['state', 'ui', 'map', 'widgets', 'screens', 'edge', 'app'].map((name) => room(name, `src/${name}`)),
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: `${root}dist/console`,
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // Every browser of the build's target loads ahead by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: `${root}src/index.html`, 'signed-in': `${root}src/signed-in.html`, sw: `${root}src/edge/serviceWorker.ts` },
      output: {
        // A worker reigns over the folder it lies in, and keeps its name for ever.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          // Few chunks: each is a request of its own, repeats what it imports, and stands in the list of every screen that asks for it.
          groups: [
            { name: FIRST, tags: ['$initial'], test: (id) => !APART.test(id), priority: 2 },
            { name: 'often', minShareCount: 10, test: (id) => !APART.test(id), priority: 1 },
            { name: 'maplibre', test: /node_modules[\\/](maplibre-gl|@maplibre|react-map-gl|@vis\.gl)[\\/]/ },
            { name: 'deck', test: /node_modules[\\/](@deck\.gl|@luma\.gl|@math\.gl|@loaders\.gl|@probe\.gl|mjolnir|earcut)/ },
          ],
        },
      },
    },
  },
  test: {
    root,
    teardownTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          environment: 'node',
          include: ['tests/{contract,domain,streams,state,fixtures,spec,simulator}/**/*.test.ts'],
          exclude: ['**/*.contract.test.ts'],
          setupFiles: [SETUP],
          ...pure,
        },
      },
      {
        extends: true,
        resolve: { alias: [oneEmotion] },
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/{ui,map,widgets,screens,edge,app}/**/*.test.{ts,tsx}'],
          ...pure,
          setupFiles: [SETUP, 'tests/support/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts', 'tests/contract/**/*.contract.test.ts'],
          globalSetup: ['tests/support/clusters.ts'],
          ...beside,
          setupFiles: [SETUP],
          expect: PATIENT,
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.browser.spec.ts'],
          globalSetup: ['tests/support/product.ts'],
          ...beside,
          expect: PATIENT,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
