/** Returns whether this browser can draw a map. Creates a WebGL 2 context, because without a graphics driver some browsers only claim to support WebGL 2. */
export function canDraw(page: Document): boolean {
  if (!('WebGL2RenderingContext' in globalThis)) return false;
  try {
    const context = page.createElement('canvas').getContext('webgl2');
    // The context is released, because a browser allows only a few at a time.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
