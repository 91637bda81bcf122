import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Asked {
  readonly text: ReactNode;
  readonly act: () => void;
  readonly consequence?: ReactNode;
}

type Confirm = (text: ReactNode, act: () => void, consequence?: ReactNode) => void;

/**
 * Returns `confirm`, which runs an action after "Are you sure?", or immediately if there is no text; and `question`, the dialog to render. A `consequence` is a
 * paragraph below the text.
 */
export function useConfirm(): { readonly confirm: Confirm; readonly question: ReactNode; readonly isAsking: boolean } {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    confirm: (text, act, consequence) => (text == null ? act() : setAsked({ text, act, consequence })),
    isAsking: asked !== null,
    question: (
      <ConfirmDialog
        open={asked !== null}
        text={asked?.text}
        consequence={asked?.consequence}
        onNo={() => setAsked(null)}
        onYes={() => {
          setAsked(null);
          asked?.act();
        }}
      />
    ),
  };
}
