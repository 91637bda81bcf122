/** The life cycle stages. Any stage may follow any other. Source: RULE-104, GAP-75, GAP-76. */
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
