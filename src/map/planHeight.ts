/**
 * The height of a plan, of `--plan-height` at most: on a phone 60 % of the screen, so that what is below can be seen and reached; elsewhere what the screen has
 * left beside the bars and the heading.
 */
export const PLAN_HEIGHT = { base: 'min(var(--plan-height), 60dvh)', md: 'min(var(--plan-height), max(320px, 100dvh - 200px))' };

/** Default of the greatest height of a plan, in px. Source: CONST-034. */
export const PLAN_PX = 900;
