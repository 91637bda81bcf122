import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Asked {
  readonly text: ReactNode;
  readonly act: () => void;
}

/** Returns `confirm`, which runs an action after "Are you sure?", or at once if there is no text; and `question`, the dialog to render. */
export function useConfirm(): { readonly confirm: (text: ReactNode, act: () => void) => void; readonly question: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    confirm: (text, act) => (text == null ? act() : setAsked({ text, act })),
    question: (
      <ConfirmDialog
        open={asked !== null}
        text={asked?.text}
        onNo={() => setAsked(null)}
        onYes={() => {
          setAsked(null);
          asked?.act();
        }}
      />
    ),
  };
}
