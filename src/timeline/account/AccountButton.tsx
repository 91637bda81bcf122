import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { inCorner, loadable } from '#ui/loadable';
import { ToolButton } from '#ui/ToolButton';

const AccountPage = loadable(async () => (await import('./AccountPage.tsx')).AccountPage, { waiting: null, place: inCorner });

/** Renders the button "Account of this session", which opens the account of the person's actions. */
export function AccountButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ToolButton aria-label="Account of this session" word="Account" onClick={() => setOpen(true)}>
        <ClipboardList aria-hidden="true" />
      </ToolButton>
      {isOpen && <AccountPage onClose={() => setOpen(false)} />}
    </>
  );
}
