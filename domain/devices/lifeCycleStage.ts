/** The life cycle stages. Every transition between stages is allowed. Source: RULE-104, GAP-75, GAP-76. */
export const lifeCycleStages = [
  'DEPLOYMENT',
  'OPERATIONAL',
  'TESTING',
  'SERVICE',
  'PRODUCTION',
  'PRE_DEPLOYMENT',
  'DECOMMISSIONED',
  'COMMISSIONED',
] as const;
