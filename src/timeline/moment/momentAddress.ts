/** The shown moment in the URL (parameters `at`, `as`, `list`, `proof`, `by`, `a`), links to a moment, and paths with and without one. */

import { type ScreenPath, screenPaths } from '#domain/addresses';
import { instant } from '#contract/schema';
import type { PastView } from '#past/history/asKnown';
import type { TravelCommand } from '#past/moments/timeTravel';
import { instantMs } from '#domain/text/dates';

/** The query parameter with the shown moment, as an instant with milliseconds; absent while the console is live. */
export const AT = 'at';
/** The query parameter with the view of the past, `known`; absent for the past as it was. */
const AS = 'as';
/** The query parameter with the hash of the state at that moment, for users who open the link elsewhere. */
export const PROOF = 'proof';
/** The query parameter with the name of the user in whose browser the moment of a link was recorded. */
export const AUTHOR = 'by';
/**
 * The query parameter with the list from which the moment was opened, absent for every other moment: the query of the Review List, or the address of another
 * screen, such as the search of a region or the account of a session.
 */
const LIST = 'list';
/** The query parameter that names what a link's moment was read from: `history`, the server's; absent for a recording of a console. */
const SOURCE = 'source';
/** Parameters that belong only to the moment of a link. */
const OF_LINK: readonly string[] = [PROOF, AUTHOR, SOURCE];
const OF_MOMENT: readonly string[] = [AT, AS, LIST, ...OF_LINK];
const LIST_PATH = '/history' satisfies ScreenPath;

/** The query parameter of the comparison that holds the moment A, an instant like `at`. */
export const EARLIER = 'a';
/** The URL of the comparison of two moments. */
export const COMPARE_PATH = '/fleet/compare_moments' satisfies ScreenPath;

/** Parses an instant to ms since epoch; null for any other text. */
export const instantIn = (text: string): number | null => (instant.safeParse(text).success ? instantMs(text) : null);

/** Returns the moment in a URL, in ms since epoch; null if there is none. */
export const momentIn = (search: URLSearchParams): number | null => instantIn(search.get(AT) ?? '');

/** Returns whether the moment of a link was one of the server's history. */
export const isLinkOfHistory = (search: URLSearchParams): boolean => search.get(SOURCE) === 'history';

/** Returns the view of the past in a URL. */
export const viewIn = (search: URLSearchParams): PastView => (search.get(AS) === 'known' ? 'known' : 'was');

/**
 * Returns whether the moment of a URL is by the server's clock: that of a link that somebody copied is; that of a page, and both moments of a comparison, are by
 * the console's. Source: LINK1.
 */
export const isByServer = (search: URLSearchParams): boolean => OF_LINK.some((name) => search.has(name)) && !search.has(EARLIER);

/** Returns the command that shows the moment of a URL. */
export const openOf = (at: number, view: PastView, isOfLink = false): TravelCommand => ({
  kind: 'open',
  at,
  ...(view === 'known' ? { view } : {}),
  ...(isOfLink ? { clock: 'server' } : {}),
});

/** Returns the query of a URL without the shown moment; '' if it is then empty. */
export function withoutMoment(search: string): string {
  const own = new URLSearchParams(search);
  for (const name of OF_MOMENT) own.delete(name);
  return own.toString();
}

/** Returns the shown moment in a URL, as parameters for another URL. */
export function momentParameters(search: string): string {
  const all = [...new URLSearchParams(search)];
  return new URLSearchParams(all.filter(([name]) => OF_MOMENT.includes(name))).toString();
}

/** Returns the query of a URL with another shown moment, by default in the same view; null removes it. */
export function withMoment(search: URLSearchParams, at: string | null, view: PastView = viewIn(search)): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of OF_LINK) next.delete(name);
  if (at === null) for (const name of OF_MOMENT) next.delete(name);
  else {
    next.set(AT, at);
    if (view === 'known') next.set(AS, view);
    else next.delete(AS);
  }
  return next;
}

/** Returns the URL of the list from which the moment in a query was opened; null if it was opened otherwise. */
export function listOf(search: string): string | null {
  const list = new URLSearchParams(search).get(LIST);
  if (list === null) return null;
  const [path] = list.split('?');
  if (screenPaths.some((known) => known === path)) return list;
  return list === '' ? LIST_PATH : `${LIST_PATH}?${list}`;
}

/**
 * Returns the URL of a screen at a moment, in ms since epoch by the server's clock; `proof` is null if it cannot be computed. `by` is the user whose browser has
 * the moment; `ofHistory` is whether it was read from the server's history.
 */
export function linkTo(address: string, at: number, proof: string | null, by: string, ofHistory = false): string {
  const link = new URL(address);
  link.search = withMoment(link.searchParams, new Date(at).toISOString()).toString();
  link.searchParams.delete(LIST);
  if (proof !== null) link.searchParams.set(PROOF, proof);
  if (ofHistory) link.searchParams.set(SOURCE, 'history');
  if (by !== '') link.searchParams.set(AUTHOR, by);
  return link.href;
}
