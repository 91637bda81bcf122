import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The replacement of a match: a string as in `replaceAll`, or a function of the match and its first group. */
type Instead = string | ((piece: string, first: string) => string);

/** Creates a plugin that replaces patterns in a library. A pattern without a match fails the build, because the library has changed. */
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

/** Methods that zod calls on its own schemas. */
const OWN_METHODS = ['check', 'clone'];

/** Returns the names of all methods called in the console's source folders, on any object. */
function methodsUsed(): ReadonlySet<string> {
  const files = globSync('{contract,domain,streams,src}/**/*.{ts,tsx}', { cwd: fileURLToPath(new URL('.', import.meta.url)) });
  const texts = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));
  return new Set([...OWN_METHODS, ...texts.flatMap((text) => [...text.matchAll(/\.(\w+)\s*[(<]/g)].flatMap(([, name]) => name ?? []))]);
}
let used: ReadonlySet<string> | undefined;

/**
 * The console calls few of a schema's hundred methods; each other method imports its formats and checks. In the build, methods that no source file
 * calls throw. Locale and memoiser are removed, because no zod message is shown and parsed JSON has no cycles; the JIT path, because the CSP forbids
 * `eval`.
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

/** React Router is published only with its development warnings enabled. */
const withoutRouterWarnings = without('router-warnings', /[\\/]react-router[\\/]dist[\\/]development[\\/]chunk-\w+\.mjs$/, [
  [/^var ENABLE_DEV_WARNINGS = true;$/gm, 'var ENABLE_DEV_WARNINGS = false;'],
]);

/** Every zod schema references the JSON Schema conversion, which the console does not use: in the build it is replaced by functions that throw. */
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

/** The map uses WebGL only: the WebGPU shaders and operations, a seventh of the map's code, are removed from the build. */
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
    // Only a plain name is allowed in `${…}`: another expression may contain a nested template literal, which the pattern would end at.
    const isSimple = (text: string) => !text.replaceAll(/\$\{[\w.]+\}/g, '').includes('${');
    return { code: code.replaceAll(/\/\* wgsl \*\/ `[^`]*`/g, (text) => (isSimple(text) ? "''" : text)), map: null };
  },
};

/** Plugins that remove unused parts of libraries from the console's build. */
export const withoutUnused: readonly Plugin[] = [withoutUnsaidSchemas, withoutRouterWarnings, withoutJsonSchema, withoutWebgpu];
