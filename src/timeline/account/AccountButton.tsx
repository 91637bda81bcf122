import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { inCorner, loadable } from '#ui/loadable';
import { Tool } from '../bar/barParts.tsx';

const AccountPage = loadable(async () => (await import('./AccountPage.tsx')).AccountPage, { waiting: null, place: inCorner });

/** Renders the button "Account of this session", which opens the account of the user's actions. */
export function AccountButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tool aria-label="Account of this session" word="Account" onClick={() => setOpen(true)}>
        <ClipboardList aria-hidden="true" />
      </Tool>
      {isOpen && <AccountPage onClose={() => setOpen(false)} />}
    </>
  );
}
