export const SIDEBAR_PX = 260;
export const SIDEBAR_MINI_PX = 80;
/** Below it the sidebar is a drawer. */
export const MOBILE_BELOW_PX = 960;
/** From here the sidebar is wide by itself. */
export const WIDE_FROM_PX = 1280;
