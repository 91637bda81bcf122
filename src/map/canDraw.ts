/** Whether this browser can draw a map: it has WebGL 2, and gives it to this page (without a graphics driver some only say they have it). */
export function canDraw(page: Document): boolean {
  if (!('WebGL2RenderingContext' in globalThis)) return false;
  try {
    const context = page.createElement('canvas').getContext('webgl2');
    // A browser has few of them at a time.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
