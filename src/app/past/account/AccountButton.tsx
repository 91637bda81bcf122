import { ClipboardList } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#ui/IconButton';

const AccountPage = lazy(async () => ({ default: (await import('./AccountPage.tsx')).AccountPage }));

/** Renders the button that opens the account of what the person did in the recording. */
export function AccountButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton aria-label="Account of this session" onClick={() => setOpen(true)}>
        <ClipboardList aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <AccountPage onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
