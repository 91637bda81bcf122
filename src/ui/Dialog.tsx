import { chakra } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useId } from 'react';
import { Modal } from './Modal.tsx';
import { useAriaModal } from './urgentLayers.ts';

interface Props {
  readonly open: boolean;
  readonly title: string;
  /** Called on Escape, or on a press outside. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons at the bottom, in ascending order of prominence. */
  readonly actions?: ReactNode;
  readonly width?: number | undefined;
  readonly focusFirst?: RefObject<HTMLElement | null> | undefined;
  /** Whether the dialog is a question that must be answered: a press outside does not close it. */
  readonly alert?: boolean | undefined;
}

const Box = chakra('div', {
  base: {
    bg: 'bg.raised',
    border: '1px solid',
    borderColor: 'border',
    borderRadius: 'dialog',
    boxShadow: 'dialog',
    p: '6',
    outline: 'none',
    // In dark mode, fields and quiet buttons would otherwise have almost the same background as the dialog.
    _dark: { '--o-colors-bg-muted': 'var(--o-colors-bg-emphasized)' },
    animation: 'rise 160ms ease-out',
  },
});
const Title = chakra('h2', { base: { fontSize: '18px', lineHeight: '24px', fontWeight: 600 } });
/** This margin collapses with a larger top margin of the first child, such as that of a form. */
const Content = chakra('div', { base: { mt: '2' } });
const Foot = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'flex-end',
    flexWrap: 'wrap',
    gap: '2',
    mt: '5',
  },
});

/** Renders a modal dialog with title and buttons, which traps the focus and restores it when it closes. */
export function Dialog({ open, title, onClose, children, actions, width = 400, focusFirst, alert = false }: Props) {
  const id = useId();
  const ariaModal = useAriaModal();
  if (!open) return null;
  return (
    <Modal place="middle" onClose={onClose} closeOnScrim={!alert} focusFirst={focusFirst}>
      <Box
        role={alert ? 'alertdialog' : 'dialog'}
        aria-modal={ariaModal}
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}text`}
        tabIndex={-1}
        style={{ width: `min(${width}px, 100%)` }}
      >
        <Title id={`${id}title`}>{title}</Title>
        <Content id={`${id}text`}>{children}</Content>
        {actions && <Foot>{actions}</Foot>}
      </Box>
    </Modal>
  );
}
