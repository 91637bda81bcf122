/** Key-value storage in the browser's local storage, not for secrets; in memory if storage is forbidden. */

/** Key-value storage that persists between visits; not for secrets. Reading and writing never fail. */
export interface Memory {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  /** Returns the value that any page of this browser stored last; `get` returns the value that this page stored. */
  readonly newest: (key: string) => string | null;
}

const PREFIX = 'orangery.';

/**
 * Opens the browser's local storage. A browser may forbid storage so that even access to the property throws; therefore it is accessed only at each use, and
 * values are also kept in this page.
 */
export function openMemory(page: { readonly localStorage: Pick<Storage, 'getItem' | 'setItem'> }): Memory {
  const ofThisPage = new Map<string, string>();
  const stored = (key: string) => {
    try {
      return page.localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  };
  return {
    get: (key) => ofThisPage.get(key) ?? stored(key),
    newest: (key) => stored(key) ?? ofThisPage.get(key) ?? null,
    set: (key, value) => {
      ofThisPage.set(key, value);
      try {
        page.localStorage.setItem(PREFIX + key, value);
      } catch {
        // Storage is forbidden or full: the value is kept for this page.
      }
    },
  };
}
