import { chakra } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface Props {
  readonly open: boolean;
  /** One line that names the action and its target. */
  readonly text: ReactNode;
  /** The consequence, as a separate paragraph below a `text` that is verbatim from the specification. Source: CONFIRM1. */
  readonly consequence?: ReactNode;
  readonly onYes: () => void;
  readonly onNo: () => void;
  /** Makes the button red; used only for a stop. */
  readonly danger?: boolean | undefined;
}

/** Renders the dialog 'Are you sure?'. No has the initial focus, so pressing Enter twice does no harm. */
export function ConfirmDialog({ open, text, consequence, onYes, onNo, danger = false }: Props) {
  const no = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      alert
      title="Are you sure?"
      onClose={onNo}
      focusFirst={no}
      actions={
        <>
          <Button
            ref={no}
            variant="raised"
            size="lg"
            onClick={onNo}
            css={{ '&:focus': { outline: '2px solid var(--o-colors-focus)', outlineOffset: '2px' } }}
          >
            No
          </Button>
          <Button variant={danger ? 'danger' : 'solid'} size="lg" onClick={onYes}>
            Yes
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">{text}</chakra.p>
      {consequence != null && (
        <chakra.p color="fg.muted" mt="2">
          {consequence}
        </chakra.p>
      )}
    </Dialog>
  );
}
