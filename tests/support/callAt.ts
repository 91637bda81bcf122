import type { Call } from '#contract/call';
import { calls } from '#contract/calls';
import type { HttpRequest } from '#streams/ports';

const parts = (path: string) => path.split('/');
const isName = (part: string) => part.startsWith('{');
const countNames = ({ path }: Call) => parts(path).filter(isName).length;

/** The call that an address asks, of several the one with the fewest parameters; undefined for an address outside the documents. */
export function callAt({ method, address }: Pick<HttpRequest, 'method' | 'address'>): Call | undefined {
  const asked = parts(address.split('?')[0] ?? '');
  const isAsked = (call: Call) => {
    const own = parts(call.path);
    return call.method === method && own.length === asked.length && own.every((part, index) => isName(part) || part === asked[index]);
  };
  return Object.values<Call>(calls)
    .filter(isAsked)
    .toSorted((a, b) => countNames(a) - countNames(b))[0];
}
