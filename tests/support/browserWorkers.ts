/**
 * How many files of browser tests run side by side, each with a product of its own. Two cores draw for one alone; who has eight may ask for
 * more, though not with a database or a broker outside, of which there is one.
 */
export const browserWorkers = Number(process.env['BROWSER_WORKERS'] ?? 1);
