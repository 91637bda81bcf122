// The order matters, because the user agents of Edge and Opera also contain the name Chrome, and that of Chrome contains Safari.
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

const nameIn = (userAgent: string, names: readonly (readonly [string, string])[]) => names.find(([mark]) => userAgent.includes(mark))?.[1];

/** Returns the common name of this browser, e.g. 'Firefox, Android'; 'Browser' for an unknown one. */
export function browserLabel(userAgent: string): string {
  const parts = [nameIn(userAgent, BROWSERS) ?? 'Browser', nameIn(userAgent, SYSTEMS)];
  return parts.filter((part) => part !== undefined).join(', ');
}
