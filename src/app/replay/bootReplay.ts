/**
 * Loads the replay in an element, in a file without static imports: the names of all chunks of the replay are not part of the first load of
 * a live console. A separate file without static imports: the names of all chunks of the replay are not part of the first load of a live
 * console.
 */
export const bootReplay = async (root: HTMLElement): Promise<void> => (await import('./startReplay.tsx')).startReplay(root);
