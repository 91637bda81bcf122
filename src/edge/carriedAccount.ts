/** The account of a session that goes on when its page is loaded anew (`CarriedSession`), in the browser's session storage, which ends with the tab. */

import { z } from '#contract/schema';
import type { CarriedSession } from '#past/account/accountUpload';

const KEY = 'orangery.account';

const carried = z.object({ username: z.string(), id: z.string(), next: z.number() });

/** Hands the account of a session over to the page that is loaded next in the same tab. */
export interface CarriedAccount {
  /** Takes the session of a person, once: a copy of the tab begins one of its own. */
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

/** Opens the storage. Where the browser forbids it, a page that is loaded anew begins another session. */
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
