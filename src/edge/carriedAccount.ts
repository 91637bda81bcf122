/** The account of a session that continues after a reload of its page (`CarriedSession`), in the browser's session storage, which is deleted with the tab. */

import { z } from '#contract/schema';
import type { CarriedSession } from '#past/account/accountUpload';

const KEY = 'orangery.account';

const carried = z.object({ username: z.string(), id: z.string(), next: z.number() });

/** Storage that passes the account of a session to the next page load in the same tab. */
export interface CarriedAccount {
  /** Returns the stored session of a user and removes it, so a duplicated tab starts its own session. */
  readonly take: (username: string) => CarriedSession | null;
  readonly keep: (username: string, session: CarriedSession) => void;
}

function parsed(text: string | null): z.infer<typeof carried> | null {
  try {
    return text === null ? null : (carried.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

/** Opens the storage. If the browser forbids storage, a reload starts another session. */
export function openCarriedAccount(page: { readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> }): CarriedAccount {
  return {
    take: (username) => {
      try {
        const known = parsed(page.sessionStorage.getItem(KEY));
        page.sessionStorage.removeItem(KEY);
        return known?.username === username ? { id: known.id, next: known.next } : null;
      } catch {
        return null;
      }
    },
    keep: (username, session) => {
      try {
        page.sessionStorage.setItem(KEY, JSON.stringify({ username, ...session } satisfies z.infer<typeof carried>));
      } catch {
        // Storage is forbidden or full.
      }
    },
  };
}
