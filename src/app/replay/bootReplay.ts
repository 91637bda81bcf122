/**
 * Loads the replay in an element. This file has no static imports, so that the names of all chunks of the replay are not part of the first load of a live
 * console.
 */
export const bootReplay = async (root: HTMLElement): Promise<void> => (await import('./startReplay.tsx')).startReplay(root);
