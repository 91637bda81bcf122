import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { compileCache } from './tests/support/compileCache.ts';
import { LongFilesFirst } from './tests/support/longFilesFirst.ts';
import { serverWorkers, unitWorkers, workers } from './tests/support/workers.ts';
import { importsOf } from './vite.importsOf.ts';
import { precompress } from './vite.precompress.ts';
import { filesOfModule, reliableImports } from './vite.reliableImports.ts';
import { sampleSessions } from './vite.sampleSessions.ts';
import { withoutUnused } from './vite.withoutUnused.ts';
import { withoutWebgpu } from './vite.withoutWebgpu.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const aliasOf = (name: string, folder = name) => ({ find: new RegExp(`^#${name}/`), replacement: `${root}${folder}/` });

/** Injects the list of assets and a hash of it into the service worker. */
const injectAssetList: Plugin = {
  name: 'tell-worker',
  // After the HTML pages are generated: by then chunks that only import another chunk are removed.
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

/** Emits the licence of the typeface, which is no module of the bundle. */
const fontLicense: Plugin = {
  name: 'font-license',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(`${root}node_modules/@fontsource-variable/atkinson-hyperlegible-next/LICENSE`, 'utf8');
    this.emitFile({ type: 'asset', fileName: 'licenses-fonts.txt', source });
  },
};

/** The name of the chunk with the modules of the initial load. */
const FIRST = 'first';
/** Modules of the sign-in popup and the service workers, kept out of shared chunks: otherwise the popup would start a second console. */
const POPUP_MODULES =
  /[\\/](signed-in\.html|app[\\/]signedIn\.ts|edge[\\/](finishPopup|serviceWorker|offlineCopies|pushWorker|pushMessage)\.ts)|[\\/](oidc-client-ts|jwt-decode)[\\/]/;

/** The imports of the log, the layout and the dashboard, the usual first page: in one chunk, because each chunk costs a response. */
const home = importsOf(
  ['app/openApp.tsx', 'app/console/PrivateLayout.tsx', 'screens/dashboard/DashboardScreen.tsx'].map((file) => `${root}src/${file}`),
  { entries: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/ },
);
/** The component library imports all its parts: those of menus, calendars, tabs and lists, which come later, are no part of the first page. */
const LATER_PARTS =
  /node_modules[\\/](@zag-js|@ark-ui|@floating-ui|@internationalized|@chakra-ui[\\/]react[\\/]dist[\\/]esm[\\/]components)[\\/]/;
/** The dashboard itself: other first pages do without it. */
const SCREENS = /[\\/]src[\\/]screens[\\/]/;
const isOfHome = (id: string): boolean => home.has(id) && ![SCREENS, POPUP_MODULES, LATER_PARTS].some((others) => others.test(id));
/** Emotion imports them for `withTheme`, which the console does not use; as CommonJS they would be kept. */
const UNUSED_PARTS = /node_modules[\\/](hoist-non-react-statics|react-is)[\\/]/;

const checkPopupImports: Plugin = {
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
      if (console !== undefined)
        this.error(`${chunk.name} would load the console (${console}): what both import is missing in POPUP_MODULES.`);
    }
  },
};

/** Refuses chunks that import each other in a circle: whichever is read first uses what the other one has not created yet, and the page stays empty. */
const checkChunkCycles: Plugin = {
  name: 'no-chunk-cycles',
  generateBundle(_, bundle) {
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) this.error(`Chunks import each other: ${[...path.slice(path.indexOf(file)), file].join(' → ')}.`);
      const chunk = bundle[file];
      if (done.has(file) || chunk?.type !== 'chunk') return;
      for (const next of chunk.imports) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of Object.keys(bundle)) visit(file, []);
  },
};

/** Tests without side effects: run in parallel without isolation, so that a module is loaded once per worker. */
const withoutProcesses = {
  isolate: false,
  maxWorkers: unitWorkers,
  sequence: { groupOrder: 0 },
  testTimeout: 60_000,
} as const;

/**
 * Tests with real processes, which share their workers: the order is that of `LongFilesFirst`. Modules are loaded once per worker: the server with
 * its libraries, read anew for each file, would cost more than the tests.
 */
const withProcesses = { isolate: false, testTimeout: 300_000, hookTimeout: 300_000 } as const;
/** Tests with a product per worker or of their own. */
const withProducts = { ...withProcesses, maxWorkers: workers, sequence: { groupOrder: 1 } } as const;
/** Tests of the server in their own process, with a database per worker. */
const withDatabases = { ...withProcesses, maxWorkers: serverWorkers, sequence: { groupOrder: 2 } } as const;

/** Server tests that start whole products. */
const PRODUCT_TESTS = ['exampleAgents', 'killed', 'otherRobots', 'start'].map((name) => `tests/server/${name}.test.ts`);

// Also of the workers: set before the first one is started.
process.env['NODE_COMPILE_CACHE'] ??= compileCache;

/** The setup file of every project. */
const SETUP = 'tests/support/samePropertiesEachTime.ts';

/** A long poll timeout: on a busy machine a shorter one would fail because of the machine, not of the product. */
const LONG_POLL = { poll: { timeout: 60_000 } };

/** The Emotion files that Node resolves for Chakra. Vite resolves others: a second Emotion, which would not use the style cache of `UiProvider`. */
const oneEmotion = {
  find: /^@emotion\/(cache|react)$/,
  replacement: `${root}node_modules/@emotion/$1/dist/emotion-$1.development.cjs.mjs`,
};

/** The configuration of the console's build, its development server and all test projects. */
export default defineConfig({
  root: `${root}src`,
  plugins: [
    react({ jsxImportSource: '#ui/translatable' }),
    injectAssetList,
    checkPopupImports,
    checkChunkCycles,
    home.plugin,
    reliableImports(),
    withoutUnused,
    withoutWebgpu,
    sampleSessions,
    fontLicense,
    precompress,
  ],
  resolve: {
    // RxJS exports its ES2015 build under this condition; the default ES5 build is a third larger.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      ...['contract', 'domain', 'streams', 'state', 'past', 'server', 'fixtures', 'session'].map((name) => aliasOf(name)),
      ...['hooks', 'ui', 'map', 'widgets', 'screens', 'timeline', 'edge', 'app'].map((name) => aliasOf(name, `src/${name}`)),
    ],
  },
  worker: {
    format: 'es',
    // These folders hold declarations and functions: what a worker does not use of them is left out, the schema library with it.
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !/[\\/](contract|domain|streams|state|past)[\\/]/.test(id) } },
  },
  build: {
    // The licences of bundled packages require their texts beside the code.
    license: { fileName: 'licenses.txt' },
    outDir: `${root}dist/console`,
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // Every browser of the build target supports `modulepreload`.
    modulePreload: { polyfill: false, resolveDependencies: (file, imports, { hostType }) => filesOfModule(file, imports, hostType) },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: UNUSED_PARTS, sideEffects: false }] },
      input: {
        index: `${root}src/index.html`,
        'signed-in': `${root}src/signed-in.html`,
        sw: `${root}src/edge/serviceWorker.ts`,
        push: `${root}src/edge/pushWorker.ts`,
      },
      output: {
        // The scope of a service worker is its folder, and its URL must not change between builds.
        entryFileNames: ({ name }) => (name === 'sw' || name === 'push' ? `${name}.js` : 'assets/[name]-[hash].js'),
        // Web servers that do not know `.mjs` send it as a file of unknown type, which no browser runs.
        assetFileNames: ({ names }) => `assets/[name]-[hash]${names.some((name) => name.endsWith('.mjs')) ? '.js' : '[extname]'}`,
        codeSplitting: {
          // Few chunks: each costs a request, its import statements, and an entry in the preload list of every screen that imports it.
          groups: [
            { name: FIRST, tags: ['$initial'], test: (id) => !POPUP_MODULES.test(id), priority: 2 },
            { name: (id) => (isOfHome(id) ? 'home' : null), priority: 1, debugName: 'home' },
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/ },
            { name: 'often', minShareCount: 8, test: (id) => !POPUP_MODULES.test(id) && !LATER_PARTS.test(id) },
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
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          environment: 'node',
          include: ['tests/{contract,domain,streams,state,past,fixtures,session,spec,simulator}/**/*.test.ts'],
          exclude: ['**/*.contract.test.ts'],
          setupFiles: [SETUP],
          expect: LONG_POLL,
          ...withoutProcesses,
        },
      },
      {
        extends: true,
        resolve: { alias: [oneEmotion] },
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/{ui,map,widgets,screens,hooks,timeline,edge,app}/**/*.test.{ts,tsx}'],
          ...withoutProcesses,
          setupFiles: [SETUP, 'tests/support/dom.ts'],
          expect: LONG_POLL,
        },
      },
      {
        extends: true,
        test: {
          name: 'product',
          environment: 'node',
          include: PRODUCT_TESTS,
          ...withProducts,
          setupFiles: [SETUP],
          expect: LONG_POLL,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.browser.spec.ts'],
          globalSetup: ['tests/support/product.ts'],
          ...withProducts,
          expect: LONG_POLL,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts', 'tests/contract/**/*.contract.test.ts'],
          exclude: PRODUCT_TESTS,
          globalSetup: ['tests/support/clusters.ts'],
          ...withDatabases,
          setupFiles: [SETUP],
          expect: LONG_POLL,
        },
      },
    ],
  },
});
