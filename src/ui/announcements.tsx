/** Announcements of results to screen readers, e.g. of a copy, whose button cannot contain a live region. */

import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { createPortal } from 'react-dom';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Returns the function that announces a text; an empty text removes the previous one. */
export const useAnnounce = (): ((text: string) => void) => useContext(AnnounceContext);

/**
 * Provides the live region of a page. The region stays mounted, because one that appears together with its text is not read, and no modal makes it inert.
 * Source: ARIA2.
 */
export function AnnouncementsProvider({ children }: { readonly children: ReactNode }) {
  const [{ text, count }, setNewest] = useState({ text: '', count: 0 });
  const announce = useCallback((next: string) => setNewest((former) => ({ text: next, count: former.count + 1 })), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      {createPortal(
        <div data-live data-screen-only className="sr" aria-live="polite">
          {/* The same text again is another announcement. */}
          {text !== '' && <p key={count}>{text}</p>}
        </div>,
        document.body,
      )}
    </AnnounceContext>
  );
}
