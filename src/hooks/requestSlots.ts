/** `takeSlot`, which assigns a separate outcome to each of several views that send the same request. */

import { keyOf, type ViewRequest } from '#streams/event';
import { selectEntry } from '#state/answers';
import type { LogStore } from '#state/store';

/** The views that have sent a request, by its key and in the order of their slots; undefined for a slot that was released. */
const owners = new WeakMap<LogStore, Map<string, (object | undefined)[]>>();

/** Returns a request with its slot; the first request has no slot. */
const inSlot = (request: ViewRequest, index: number): ViewRequest => (index === 0 ? request : { ...request, slot: index + 1 });

/** A request with its slot, and its key; `release` frees the slot. */
export interface TakenSlot {
  readonly request: ViewRequest;
  readonly key: string;
  readonly release: () => void;
}

/**
 * Assigns to the request of a view a slot that it keeps until `release`, so requests with the same key, by other views on the page or by a closed view, each
 * have their own outcome. Source: STATE51.
 */
export function takeSlot(store: LogStore, request: ViewRequest, owner: object): TakenSlot {
  const ofStore = owners.get(store) ?? new Map<string, (object | undefined)[]>();
  owners.set(store, ofStore);
  const key = keyOf(request);
  const slots = ofStore.get(key) ?? [];
  ofStore.set(key, slots);
  const isFree = (index: number) =>
    slots[index] === owner ||
    (slots[index] === undefined && selectEntry(store.getState(), keyOf(inSlot(request, index)))?.isPending !== true);
  let index = 0;
  while (!isFree(index)) index += 1;
  slots[index] = owner;
  const release = () => {
    if (slots[index] === owner) slots[index] = undefined;
    if (ofStore.get(key) === slots && slots.every((one) => one === undefined)) ofStore.delete(key);
  };
  const own = inSlot(request, index);
  return { request: own, key: keyOf(own), release };
}
