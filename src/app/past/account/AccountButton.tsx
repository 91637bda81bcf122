import { ClipboardList } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ToolButton } from '#ui/ToolButton';

const AccountPage = lazy(async () => ({ default: (await import('./AccountPage.tsx')).AccountPage }));

/** Renders the button that opens the account of what the person did in the recording. */
export function AccountButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ToolButton aria-label="Account of this session" onClick={() => setOpen(true)}>
        <ClipboardList aria-hidden="true" />
      </ToolButton>
      {isOpen && (
        <Suspense fallback={null}>
          <AccountPage onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
