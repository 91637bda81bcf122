import { chakra } from '@chakra-ui/react';
import { type MouseEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { openModals } from './openModals.ts';
import { PageAddressContext } from './pageAddress.ts';
import { useDismiss } from './useDismiss.ts';
import { URGENT_HEIGHT } from './Urgent.tsx';
import { useFocusTrap } from './useFocusTrap.ts';

interface Props {
  /** Centred, along the left edge of the window, or as a page that covers the whole window and everything in it. */
  readonly place: 'middle' | 'edge' | 'page';
  /** Called on Escape, and on a press on the scrim if `closeOnScrim`. */
  readonly onClose: () => void;
  readonly closeOnScrim: boolean;
  readonly focusFirst?: RefObject<HTMLElement | null> | undefined;
  /** The element with the dialog role. */
  readonly children: ReactNode;
}

const Scrim = chakra('div', {
  base: {
    position: 'fixed',
    inset: 0,
    // Every modal leaves the urgent notices at the bottom uncovered.
    bottom: `var(${URGENT_HEIGHT}, 0px)`,
    display: 'grid',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    bg: 'scrim',
    animation: 'fade 160ms ease-out',
  },
  variants: {
    place: {
      middle: { zIndex: 'dialog', placeItems: 'center', p: '4' },
      edge: { zIndex: 'drawer', justifyItems: 'start' },
      page: { zIndex: 'page', bg: 'bg.panel', color: 'fg' },
    },
  },
});

/** Returns whether a modal is in front; a covered modal ignores Escape. */
const isFront = (modal: Element | null) => modal?.hasAttribute('inert') === false;

/** Renders content over the page, with scrim, position and focus; the rest of the page is inert meanwhile. */
export function Modal({ place, onClose, closeOnScrim, focusFirst, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  openModals.useAnnounce(useId());
  useFocusTrap(root, focusFirst);
  useDismiss(root, null, (by) => by === 'escape' && isFront(root.current) && onClose());
  // A press that began inside, e.g. to select text, is not a press on the scrim; the scrim must not take the focus.
  const onMouseDown = (event: MouseEvent) => {
    pressed.current = event.target === event.currentTarget;
    if (pressed.current) event.preventDefault();
  };
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    if (closeOnScrim && pressed.current && target === currentTarget) onClose();
  };
  return createPortal(
    <Scrim ref={root} data-place={place} place={place} onMouseDown={onMouseDown} onClick={onClick}>
      {/* The content of a dialog has no URL, so its tables do not write their order to it. */}
      <PageAddressContext value={null}>{children}</PageAddressContext>
    </Scrim>,
    document.body,
  );
}
