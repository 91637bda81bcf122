import type { Call } from '#contract/call';
import { calls } from '#contract/catalogue/calls';
import type { HttpRequest } from '#streams/ports';

const parts = (path: string) => path.split('/');
const isName = (part: string) => part.startsWith('{');
const countNames = ({ path }: Call) => parts(path).filter(isName).length;
const known = Object.values<Call>(calls)
  .map((call) => ({ call, own: parts(call.path) }))
  .toSorted((a, b) => countNames(a.call) - countNames(b.call));

/** Returns the call of an address, of several matches the one with the fewest parameters; undefined for an undocumented address. */
export function callAt({ method, address }: Pick<HttpRequest, 'method' | 'address'>): Call | undefined {
  const asked = parts(address.split('?')[0] ?? '');
  return known.find(
    ({ call, own }) =>
      call.method === method && own.length === asked.length && own.every((part, index) => isName(part) || part === asked[index]),
  )?.call;
}
