import { type ReactNode, useEffect, useState } from 'react';
import { isShortcut } from '#ui/keyTargets';
import { inCorner, loadable } from '#ui/loadable';

const KeysHelp = loadable(async () => (await import('./KeysHelp.tsx')).KeysHelp, { waiting: null, place: inCorner });

/** Returns the list of the keys while it is open, and what opens it; "?" opens it on every screen, unless it is typed. */
export function useKeysHelp(): { readonly dialog: ReactNode; readonly open: () => void } {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.key !== '?') return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return { dialog: isOpen ? <KeysHelp onClose={() => setOpen(false)} /> : null, open: () => setOpen(true) };
}
