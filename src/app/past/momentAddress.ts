import { instant } from '#contract/schema';
import { instantMs } from '#domain/text/dates';

/** The query parameter with the shown moment, as an instant with milliseconds; absent while the console is live. */
export const AT = 'at';
/** The query parameter with the hash of the state at that moment, for whoever opens the link elsewhere. */
export const PROOF = 'proof';

/** The query parameter of the comparison with the moment A, an instant like `at`. */
export const EARLIER = 'a';
/** The address of the comparison of two moments. */
export const COMPARE_PATH = '/fleet/compare_moments';

/** The instant of a text, ms since epoch; null for a text that is none. */
export const instantIn = (text: string): number | null => (instant.safeParse(text).success ? instantMs(text) : null);

/** The moment in an address, ms since epoch; null for none. */
export const momentIn = (search: URLSearchParams): number | null => instantIn(search.get(AT) ?? '');

/** The query of an address without the shown moment, '' for an empty one. */
export function withoutMoment(search: string): string {
  const own = new URLSearchParams(search);
  own.delete(AT);
  own.delete(PROOF);
  return own.toString();
}

/** The shown moment of an address, as parameters for another address. */
export function momentParameters(search: string): string {
  const all = [...new URLSearchParams(search)];
  return new URLSearchParams(all.filter(([name]) => name === AT || name === PROOF)).toString();
}

/** The address of a screen at a moment; `proof` is null where it cannot be computed. */
export function linkTo(address: string, at: number, proof: string | null): string {
  const link = new URL(address);
  link.searchParams.set(AT, new Date(at).toISOString());
  if (proof === null) link.searchParams.delete(PROOF);
  else link.searchParams.set(PROOF, proof);
  return link.href;
}
