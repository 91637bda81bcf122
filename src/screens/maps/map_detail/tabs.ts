/** The tabs of a map, verbatim (Map View, Map Layers & Versions, Map Changelog), and the selected tab in the URL. The first is the default. Source: MSG-066. */
export const tabs = [
  { value: 'view', label: 'Map View' },
  { value: 'layers', label: 'Map Layers & Versions' },
  { value: 'changelog', label: 'Map Changelog' },
] as const;

type TabName = (typeof tabs)[number]['value'];

/** Returns the tab named in the URL, or the first tab for an unknown name. */
export const readTab = (name: string | null): TabName => tabs.find(({ value }) => value === name)?.value ?? 'view';
