/** Key-value storage in the browser's local storage, without secrets; in memory if storage is forbidden. */

/** Key-value storage that persists between visits; no secrets. Reading and writing never fail. */
export interface Memory {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
}

const PREFIX = 'orangery.';

/**
 * Opens the browser's local storage. A browser may forbid storage, so that even access to the property throws; therefore it is accessed at each use, and values
 * are also kept in this page.
 */
export function openMemory(page: { readonly localStorage: Pick<Storage, 'getItem' | 'setItem'> }): Memory {
  const ofThisPage = new Map<string, string>();
  return {
    get: (key) => {
      const known = ofThisPage.get(key);
      if (known !== undefined) return known;
      try {
        return page.localStorage.getItem(PREFIX + key);
      } catch {
        return null;
      }
    },
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
