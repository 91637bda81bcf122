/**
 * The tabs of a map, verbatim (Map View, Map Layers & Versions, Map Changelog), and the one in the address. The first is the default. The
 * first is the default. Source: MSG-066.
 */
export const tabs = [
  { value: 'view', label: 'Map View' },
  { value: 'layers', label: 'Map Layers & Versions' },
  { value: 'changelog', label: 'Map Changelog' },
] as const;

type TabName = (typeof tabs)[number]['value'];

/** Returns the tab named in the URL; the first for an unknown name. */
export const readTab = (name: string | null): TabName => tabs.find(({ value }) => value === name)?.value ?? 'view';
