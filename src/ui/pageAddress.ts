/** View state in the URL: `useAddressState`, codecs, and pending changes. */

import { createContext, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { useStableCallback } from './useStableCallback.ts';

/** Functions that convert a value to text in the URL and back. `decode` returns null for a text that represents no value. */
export interface AddressCodec<T> {
  readonly encode: (value: T) => string;
  readonly decode: (text: string) => T | null;
}

/** `later`: a value that changes with every key or frame is written once it no longer changes. */
export type Pace = 'now' | 'later';

/** Changes of the URL that are not yet rendered, by key; null for a removed value. */
export interface AddressChanges {
  readonly get: (key: string) => string | null | undefined;
  readonly put: (key: string, text: string | null, pace: Pace) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

/** The query of the page's URL as rendered, and its pending changes, which replace the history entry. */
export interface PageAddress {
  readonly shown: { readonly get: (key: string) => string | null };
  readonly changes: AddressChanges;
  /** The list that the tables show (e.g. the device and the period of the page): a page number belongs to its list. '' if the path alone identifies it. */
  readonly list?: string;
  /** Returns false while the page already has another URL than the rendered one, e.g. directly after a link was followed. */
  readonly isCurrent: () => boolean;
}

/** Creates a set of changes that stay pending until they are removed. `onPut` is called with each new change. */
export function heldChanges(onPut: (key: string, pace: Pace) => void = () => {}) {
  const held = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const changes: AddressChanges = {
    get: (key) => held.get(key),
    put: (key, text, pace) => {
      held.set(key, text);
      notify();
      onPut(key, pace);
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
  const remove = (keys: Iterable<string>) => {
    for (const key of keys) held.delete(key);
    notify();
  };
  const pending: ReadonlyMap<string, string | null> = held;
  return { changes, held: pending, remove };
}

const noAddress = { get: () => null };

/** Null if view state is not in the URL, i.e. in dialogs and without a router. Each component then has its own state. */
export const PageAddressContext = createContext<PageAddress | null>(null);

/**
 * Returns a value of the view that is in the URL under `key`, and its setter. A missing or unreadable text results in `fallback`, which is omitted from the
 * URL. `codec` must be a constant or memoised; the value keeps its identity while its text is the same.
 */
export function useAddressState<T>(key: string, codec: AddressCodec<T>, fallback: T, pace: Pace = 'now'): readonly [T, (next: T) => void] {
  const [own] = useState<Pick<PageAddress, 'shown' | 'changes'>>(() => ({ shown: noAddress, changes: heldChanges().changes }));
  const { shown, changes } = useContext(PageAddressContext) ?? own;
  const pending = useSyncExternalStore(changes.subscribe, () => changes.get(key));
  const text = pending === undefined ? shown.get(key) : pending;
  const known = useMemo(() => (text === null ? null : codec.decode(text)), [codec, text]);
  const put = useStableCallback((next: T) => {
    const encoded = codec.encode(next);
    const wanted = encoded === codec.encode(fallback) ? null : encoded;
    if (wanted !== text) changes.put(key, wanted, pace);
  });
  return [known ?? fallback, put];
}

/** Codec of a text, which is not converted. */
export const textInAddress: AddressCodec<string> = { encode: (text) => text, decode: (text) => text };
