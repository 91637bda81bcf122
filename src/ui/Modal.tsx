import { chakra } from '@chakra-ui/react';
import { type MouseEvent, type ReactNode, type RefObject, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useDismiss } from './useDismiss.ts';
import { useHeldFocus } from './useHeldFocus.ts';

interface Props {
  /** In the middle of the window, or along its left edge. */
  readonly place: 'middle' | 'edge';
  /** Escape, and a press on the scrim where that counts. */
  readonly onClose: () => void;
  readonly closeOnScrim: boolean;
  readonly focusFirst?: RefObject<HTMLElement | null> | undefined;
  /** The element with the role of a dialog. */
  readonly children: ReactNode;
}

const Scrim = chakra('div', {
  base: {
    position: 'fixed',
    inset: 0,
    display: 'grid',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    bg: 'scrim',
    animation: 'fade 160ms ease-out',
  },
  variants: {
    place: { middle: { zIndex: 'dialog', placeItems: 'center', p: '4' }, edge: { zIndex: 'drawer', justifyItems: 'start' } },
  },
});

/** A modal that another one covers hears no Escape. */
const isFront = (modal: Element | null) => modal?.hasAttribute('inert') === false;

/** What stands before the whole page while it is there: the rest takes neither press nor focus. */
export function Modal({ place, onClose, closeOnScrim, focusFirst, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  useHeldFocus(root, focusFirst);
  useDismiss(root, null, (by) => by === 'escape' && isFront(root.current) && onClose());
  // A press that began inside, as when text is marked, is none on the scrim; and the scrim takes no focus.
  const onMouseDown = (event: MouseEvent) => {
    pressed.current = event.target === event.currentTarget;
    if (pressed.current) event.preventDefault();
  };
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    if (closeOnScrim && pressed.current && target === currentTarget) onClose();
  };
  return createPortal(
    <Scrim ref={root} place={place} onMouseDown={onMouseDown} onClick={onClick}>
      {children}
    </Scrim>,
    document.body,
  );
}
