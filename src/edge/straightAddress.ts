/**
 * Replaces an address that begins with several slashes by the same one with one slash. The browser would read the former as the name of another server: it is no
 * URL, or none of this page. A link that is made of a root ending in a slash and a path has such an address.
 */
export function straightenAddress({
  location: { pathname, search, hash },
  history,
}: {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'replaceState'>;
}): void {
  if (pathname.startsWith('//')) history.replaceState(null, '', pathname.replace(/^\/+/, '/') + search + hash);
}
