/** The tabs of the page, verbatim. The first is shown unless the address names another. Source: DEV-086, MSG-047. */
export const tabs = [
  { value: 'configuration', label: 'Configuration' },
  { value: 'history', label: 'History' },
  { value: 'download', label: 'Download' },
] as const;

export type TabName = (typeof tabs)[number]['value'];

/** The tab that the address names; a word nobody knows means the first. */
export const readTab = (said: string | null): TabName => tabs.find(({ value }) => value === said)?.value ?? 'configuration';
