import type { Plugin } from 'vite';

/** React Router is published only with its development warnings enabled. Their switch not being found fails the build: the library has changed. */
function withoutRouterWarnings(): Plugin {
  let isFound = false;
  return {
    name: 'without-router-warnings',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]react-router[\\/]dist[\\/]development[\\/]chunk-\w+\.mjs$/.test(id)) return undefined;
      const quiet = code.replace(/^var ENABLE_DEV_WARNINGS = true;$/m, 'var ENABLE_DEV_WARNINGS = false;');
      isFound ||= quiet !== code;
      return { code: quiet, map: null };
    },
    buildEnd(error) {
      if (error === undefined && !isFound) this.error('React Router has no switch ENABLE_DEV_WARNINGS.');
    },
  };
}

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
export const withoutUnused: readonly Plugin[] = [withoutRouterWarnings(), withoutWebgpu];
