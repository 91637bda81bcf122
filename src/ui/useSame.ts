import { useRef } from 'react';

/** Returns the first value with a key until the key changes, for values that are new objects at every render. Keys are compared by `Object.is`. */
export function useSame<Value>(value: Value, key: unknown): Value {
  const kept = useRef({ key, value });
  if (!Object.is(kept.current.key, key)) kept.current = { key, value };
  return kept.current.value;
}
