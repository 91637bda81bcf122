/** The tabs of the page, verbatim. The first is shown unless the address names another. Source: MGMT-002, MGMT-003, MSG-120. */
export const overviewTabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'actions', label: 'Actions' },
] as const;

/** The tab that the address names; a word nobody knows means the first. */
export const readTab = (said: string | null) => overviewTabs.find(({ value }) => value === said)?.value ?? 'overview';
