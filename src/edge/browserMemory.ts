/** What this browser remembers between visits, text by key; nothing secret. Reading and writing never fail. */
export interface Memory {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
}

const PREFIX = 'orangery.';

/**
 * Opens the browser's memory. A browser may forbid storage altogether, then even naming it throws: so it is named at each use only, and
 * what is set is kept for this page as well.
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
        // Forbidden or full: this page still remembers.
      }
    },
  };
}
