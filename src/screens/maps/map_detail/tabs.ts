/** The tabs of a map, verbatim. The first is shown unless the address names another. Source: MSG-066. */
export const tabs = [
  { value: 'view', label: 'Map View' },
  { value: 'layers', label: 'Map Layers & Versions' },
  { value: 'changelog', label: 'Map Changelog' },
] as const;

type TabName = (typeof tabs)[number]['value'];

/** The tab that the address names; a word nobody knows means the first. */
export const readTab = (name: string | null): TabName => tabs.find(({ value }) => value === name)?.value ?? 'view';
