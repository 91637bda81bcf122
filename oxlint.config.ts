import { defineConfig, type OxlintOverride } from 'oxlint';

/** The folders, each with those that it may import by their alias: the layers of docs/architecture.md, from the ground up. */
const FOLDERS = {
  contract: { path: 'contract', imports: [] },
  domain: { path: 'domain', imports: ['contract'] },
  streams: { path: 'streams', imports: ['contract', 'domain'] },
  state: { path: 'state', imports: ['streams', 'contract', 'domain'] },
  past: { path: 'past', imports: ['state', 'streams', 'contract', 'domain'] },
  hooks: { path: 'src/hooks', imports: ['past', 'state', 'streams', 'domain', 'contract'] },
  ui: { path: 'src/ui', imports: [] },
  kit: { path: 'src/kit', imports: ['ui', 'domain'] },
  map: { path: 'src/map', imports: ['ui', 'domain', 'contract'] },
  widgets: { path: 'src/widgets', imports: ['map', 'ui', 'hooks', 'state', 'domain', 'contract'] },
  screens: { path: 'src/screens', imports: ['widgets', 'map', 'ui', 'hooks', 'state', 'domain', 'contract'] },
  timeline: { path: 'src/timeline', imports: ['widgets', 'map', 'ui', 'hooks', 'past', 'state', 'streams', 'domain', 'contract'] },
  edge: { path: 'src/edge', imports: ['past', 'streams', 'contract', 'domain'] },
  app: {
    path: 'src/app',
    imports: ['screens', 'timeline', 'widgets', 'map', 'ui', 'hooks', 'past', 'state', 'edge', 'streams', 'domain', 'contract'],
  },
  server: { path: 'server', imports: ['contract', 'domain', 'streams'] },
  fixtures: { path: 'fixtures', imports: ['streams', 'contract', 'domain'] },
  session: { path: 'session', imports: ['past', 'state', 'streams', 'fixtures', 'contract', 'domain'] },
} as const satisfies Record<string, { readonly path: string; readonly imports: readonly string[] }>;

/** The rules that do not apply to JSX, and why. */
const notInJsx = {
  // Tables and rows drawn as grids lose their roles in browsers, so they are written out; a status is no output of a form.
  'jsx-a11y/prefer-tag-over-role': 'off',
  'jsx-a11y/no-redundant-roles': 'off',
  'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
  // A dialog begins at its first field; a sheet that scrolls can be reached by Tab; a form hears Escape.
  'jsx-a11y/no-autofocus': 'off',
  'jsx-a11y/no-noninteractive-tabindex': 'off',
  'jsx-a11y/no-noninteractive-element-interactions': 'off',
  // Takes an empty cell for a control, and a checkbox that is a switch for one without a state.
  'jsx-a11y/control-has-associated-label': 'off',
  'jsx-a11y/role-has-required-aria-props': 'off',
  // For compilers of React that are not used here.
  'react/react-in-jsx-scope': 'off',
  'react/exhaustive-effect-dependencies': 'off',
  'react/memo-dependencies': 'off',
  'react/use-memo': 'off',
  'react/set-state-in-effect': 'off',
  'react/refs': 'off',
  'react/globals': 'off',
  'react/static-components': 'off',
  'react/incompatible-library': 'off',
  // Columns and parts are functions that render, in tables and as children.
  'react/no-unstable-nested-components': 'off',
  'react/no-children-prop': 'off',
} as const;

/** Folders that compile without a browser and without Node, with the libraries that they do without. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  contract: ['node:*', 'react', 'react-dom', '@chakra-ui/*', 'rxjs', 'rxjs/*'],
  domain: ['node:*', 'react', 'react-dom', '@chakra-ui/*', 'rxjs', 'rxjs/*'],
  streams: ['node:*', 'react', 'react-dom', '@chakra-ui/*'],
};

/** Folders in which time, chance and the outside are arguments. */
const THROUGH_PORTS = [
  'contract',
  'domain',
  'streams',
  'state',
  'past',
  'src/hooks',
  'src/ui',
  'src/kit',
  'src/map',
  'src/widgets',
  'src/screens',
  'src/timeline',
  'src/app',
];

const globals: Readonly<Record<string, string>> = {
  fetch: 'Ask through a port: `Ports.send` (src/edge gives it).',
  WebSocket: 'Open through a port: `Ports.openSocket`.',
  XMLHttpRequest: 'Ask through a port: `Ports.send`.',
  localStorage: 'Use `remembered` from src/edge, handed in by src/app.',
  sessionStorage: 'Use the session port of src/edge.',
  setTimeout: 'Use RxJS `timer(ms, clock)`, or CSS for looks.',
  setInterval: 'Use RxJS `interval(ms, clock)`.',
  requestAnimationFrame: 'Use `Ports.frame$`.',
};

const properties: Readonly<Record<string, string>> = {
  'Date.now': 'Take the instant as an argument, or `clock.now()`.',
  'Math.random': 'Take `random` as an argument.',
  'performance.now': 'Take the instant as an argument.',
  'window.fetch': 'Ask through a port.',
  'window.localStorage': 'Use `remembered` from src/edge.',
  'window.setTimeout': 'Use RxJS `timer(ms, clock)`.',
  'globalThis.fetch': 'Ask through a port.',
};

const within = (alias: string) => [`#${alias}/*`, `#${alias}/**`];

/** Returns the bans of a folder: folders above it, its own alias, and what would bring in a browser or Node. */
function importsOf(name: string, { path, imports }: (typeof FOLDERS)[keyof typeof FOLDERS]): OxlintOverride {
  const allowed: readonly string[] = imports;
  // Session logs are run from the outside alone.
  const banned = Object.keys(FOLDERS).filter((other) => other !== name && other !== 'session' && !allowed.includes(other));
  const may = allowed.length === 0 ? 'no other folder' : allowed.map((one) => `#${one}`).join(', ');
  const pure = PURE[name];
  const patterns = [
    {
      group: banned.flatMap(within),
      message: `The folder ${path} may import ${may}. Move the piece down, or pass it in as an argument.`,
    },
    { group: within(name), message: 'Inside a folder, import by a relative path.' },
    ...(pure === undefined
      ? []
      : [{ group: [...pure], message: 'This folder compiles without a browser and without Node. Bring the outside in through a port.' }]),
  ];
  return { files: [`${path}/**/*.{ts,tsx}`], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'no-console': 'off',
    'no-underscore-dangle': ['error', { allow: ['_default'] }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'unicorn/no-array-sort': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/jsx-key': 'error',
    'react/no-danger': 'error',
    ...notInJsx,
  },
  overrides: [
    ...Object.entries(FOLDERS).map(([name, folder]) => importsOf(name, folder)),
    {
      files: [...THROUGH_PORTS, 'server/simulator/simulation'].map((folder) => `${folder}/**`),
      rules: {
        'no-restricted-globals': ['error', ...Object.entries(globals).map(([name, message]) => ({ name, message }))],
        'no-restricted-properties': [
          'error',
          ...Object.entries(properties).map(([access, message]) => {
            const [object, property] = access.split('.');
            return { object, property, message };
          }),
          {
            property: 'localeCompare',
            message: 'Use `byText` of domain/text: a call builds a collator, which takes twenty times as long.',
          },
        ],
      },
    },
    { files: ['server/**'], rules: { 'react/rules-of-hooks': 'off' } },
    // Tools read a default export.
    { files: ['vite.config.ts', 'oxlint.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
  ignorePatterns: ['dist', 'data', 'node_modules'],
});
