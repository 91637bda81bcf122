import path from 'node:path';

/**
 * The folder in which Node keeps compiled code between the starts of all processes of a run: workers, products and commands. A worker starts with a
 * sixth less CPU time, a command with half.
 */
export const compileCache = path.join(import.meta.dirname, '../../node_modules/.cache/node');
