/** The map on which these robots work, and the lanes on it. */
export const MAP = 'haus-sued-1';
export const LANES = 6;
/** The treatment on which two of them work. */
export const SHARED = 'Zählung/42';
/** A device type that somebody adds. */
export const ADDED_TYPE = 'NEVEL_2';
