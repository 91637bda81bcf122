import type { Plugin } from 'vite';

/** Packs attributes for WebGPU alone, with a library of computations on the GPU that nothing else of the map uses. */
const BUFFER_GROUPS = /device\.type === 'webgpu'\s*\? new AttributeBufferGroups\([\s\S]*?\}\)\s*: null/;

/** The map uses WebGL only: the WebGPU shaders and operations, a seventh of the map's code, are removed from the build. */
export const withoutWebgpu: Plugin = {
  name: 'without-webgpu',
  apply: 'build',
  transform(code, id) {
    if (!/node_modules\/@(deck|luma)\.gl\//.test(id)) return undefined;
    if (id.endsWith('/attribute/attribute-manager.js')) {
      if (!BUFFER_GROUPS.test(code)) this.error('deck.gl creates its buffer groups otherwise.');
      return { code: code.replace(BUFFER_GROUPS, 'null'), map: null };
    }
    if (/\/shader-assembly\/wgsl-(?:interface-scan|binding-debug)\.js$/.test(id)) {
      const names = [...code.matchAll(/^export function (\w+)/gm)].flatMap(([, name]) => name ?? []);
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
