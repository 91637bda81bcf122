/**
 * Replaces a URL path that begins with several slashes by the same path with one slash. Otherwise the browser would read the beginning as the name of another
 * server, so the path would be an invalid URL or one of another site. A link that joins a root with a trailing slash and a path begins in this way.
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
