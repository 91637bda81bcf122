import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What stands for a piece: a text as `replaceAll` takes it, or made of the piece and its first group. */
type Instead = string | ((piece: string, first: string) => string);

/** Takes pieces out of a library. A piece that is found nowhere ends the build: the library has changed, and so must the rule. */
function without(name: string, files: RegExp, pieces: readonly (readonly [RegExp, Instead])[]): Plugin {
  const found = new Set<RegExp>();
  return {
    name: `without-${name}`,
    apply: 'build',
    transform(code, id) {
      if (!files.test(id)) return undefined;
      const left = pieces.reduce((text, [piece, instead]) => {
        if (text.search(piece) !== -1) found.add(piece);
        return typeof instead === 'string' ? text.replaceAll(piece, instead) : text.replaceAll(piece, instead);
      }, code);
      return { code: left, map: null };
    },
    buildEnd(error) {
      const missed = pieces.find(([piece]) => !found.has(piece));
      if (error === undefined && missed !== undefined) this.error(`${name}: ${String(missed[0])} is found nowhere.`);
    },
  };
}

/** What zod's schemas say to themselves. */
const OWN_METHODS = ['check', 'clone'];

/** The name of every method that is called anywhere in the rooms of which the console is built, whosever it is. */
function methodsUsed(): ReadonlySet<string> {
  const files = globSync('{contract,domain,streams,src}/**/*.{ts,tsx}', { cwd: fileURLToPath(new URL('.', import.meta.url)) });
  const texts = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));
  return new Set([...OWN_METHODS, ...texts.flatMap((text) => [...text.matchAll(/\.(\w+)\s*[(<]/g)].flatMap(([, name]) => name ?? []))]);
}
let used: ReadonlySet<string> | undefined;

/**
 * Of a schema's hundred methods the console calls a few; each of the others brings its formats and checks along. Those that no file names refuse
 * in the build. No message of zod's is shown, what is read is JSON and has no circles, and the page's policy has no `eval` for its fast path.
 */
const withoutUnsaidSchemas = without('unsaid-schemas', /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/, [
  [
    /^ {4}(?:async )?(\w+)(?:: (?:async )?function \w+)?\(.*\) \{\n(?: {8}.*\n)* {4}\},$/gm,
    (piece, name) => ((used ??= methodsUsed()).has(name) ? piece : `    ${name}: refuse,`),
  ],
  [/^import \* as core .*$/gm, "$&\nconst refuse = () => { throw new Error('The console has no such schema.'); };"],
  [/^ {4}_ensureDefault(?:Locale|Memoizer)\(\);$/gm, ''],
  [/\$ZodObjectJIT\.init/g, '$ZodObject.init'],
]);

/** React Router is published with the warnings of development alone. */
const withoutRouterWarnings = without('router-warnings', /[\\/]react-router[\\/]dist[\\/]development[\\/]chunk-\w+\.mjs$/, [
  [/^var ENABLE_DEV_WARNINGS = true;$/gm, 'var ENABLE_DEV_WARNINGS = false;'],
]);

/** Zod's way to JSON Schema hangs on every schema, and no screen asks for it: in the build it refuses, and is not loaded. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return undefined;
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].flatMap(([, name]) => name ?? []);
    const stand = names.map((name) => `export const ${name} = ${name.startsWith('create') ? '() => refuse' : 'refuse'};`);
    return {
      code: [
        `const refuse = () => { throw new Error('The console has no JSON Schema.'); };`,
        ...stand,
        'export { refuse as process };',
      ].join('\n'),
      map: null,
    };
  },
};

/** The map draws with WebGL alone: the shaders and the calculations of WebGPU are left out of the build, a seventh of the map's code. */
const withoutWebgpu: Plugin = {
  name: 'without-webgpu',
  apply: 'build',
  transform(code, id) {
    if (!/node_modules\/@(deck|luma)\.gl\//.test(id)) return undefined;
    if (id.endsWith('/gpgpu/dist/operations/webgpu/index.js')) {
      const names = [...code.matchAll(/^import \{ (\w+) \}/gm)].flatMap(([, name]) => name ?? []);
      const stands = names.map((name) => `export const ${name} = refuse;`);
      return { code: [`const refuse = () => { throw new Error('The console has no WebGPU.'); };`, ...stands].join('\n'), map: null };
    }
    if (id.endsWith('.wgsl.js') && code.includes('export function getShaderWGSL(')) {
      return { code: "export const getShaderWGSL = () => ''; export const shaderWGSL = '';", map: null };
    }
    if (!code.includes('/* wgsl */')) return undefined;
    // Only a name may stand in `${…}`: anything else may hold another text, which would end this one too early.
    const isSimple = (text: string) => !text.replaceAll(/\$\{[\w.]+\}/g, '').includes('${');
    return { code: code.replaceAll(/\/\* wgsl \*\/ `[^`]*`/g, (text) => (isSimple(text) ? "''" : text)), map: null };
  },
};

/** What no screen of the console asks for is left out of its build: plugins that take it out of the libraries. */
export const withoutUnused: readonly Plugin[] = [withoutUnsaidSchemas, withoutRouterWarnings, withoutJsonSchema, withoutWebgpu];
