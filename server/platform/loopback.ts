const LOOPBACK = new Set(['127.0.0.1', '[::1]', '::1', 'localhost']);

/** Returns whether a host name or address is this machine's own. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);
