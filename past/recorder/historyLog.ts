/** The log of the blocks of the server's history. */
export const HISTORY_LOG = 'history';

/** Returns whether a block is one of the server's history. */
export const isOfHistory = ({ log }: { readonly log: string }): boolean => log === HISTORY_LOG;
