/**
 * Starts the replay in an element. A file of its own, which imports nothing at once: the names of all that the replay is built of are not part of the
 * first load of a live console.
 */
export const bootReplay = async (root: HTMLElement): Promise<void> => (await import('./startReplay.tsx')).startReplay(root);
