/** Widths of the sidebar and of small screens, in px. */

export const SIDEBAR_PX = 260;
export const SIDEBAR_MINI_PX = 80;
/** Width below which the sidebar is a drawer. */
export const MOBILE_BELOW_PX = 960;
/** Width from which the sidebar is expanded by default. */
export const WIDE_FROM_PX = 1280;
/** The id of the menu or, on a small screen, of the button that opens it: the target of "Skip to menu". */
export const MENU_ID = 'menu';
