/** Loads the replay in an element. This file has no static imports, so the names of the replay's chunks are not part of the first load of a live console. */
export const bootReplay = async (root: HTMLElement): Promise<void> => (await import('./startReplay.tsx')).startReplay(root);
