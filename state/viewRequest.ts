/** Creates a view's request for a call, and returns its key in `answers`. */

import type { Call } from '#contract/call';
import { keyOf, type RequestSpec } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';

/** Returns a view's request for a call. */
export function requestOf(
  call: Call,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | number | undefined>> = {},
  allPages = false,
): RequestSpec {
  const given: Record<string, string | number> = allPages ? { ...fullListOf(call).query } : {};
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given[name] = value;
  return { call: call.name, params, query: given };
}

/** Returns the key of a view's query. */
export const keyOfView = (
  call: Call,
  params: Readonly<Record<string, string>>,
  query?: Readonly<Record<string, string | number | undefined>>,
): string => keyOf(requestOf(call, params, query));
