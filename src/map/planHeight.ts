/** The height of a plan: at most `--plan-height`, and on a phone 60 % of the screen. */

/**
 * The height of a plan, at most `--plan-height`: on a phone 60 % of the screen, so the content below is visible and reachable; elsewhere the height of the
 * screen without the bars and the heading.
 */
export const PLAN_HEIGHT = { base: 'min(var(--plan-height), 60dvh)', md: 'min(var(--plan-height), max(320px, 100dvh - 200px))' };

/** Default maximum height of a plan, in px. Source: CONST-034. */
export const PLAN_PX = 900;
