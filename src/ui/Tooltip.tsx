import { chakra } from '@chakra-ui/react';
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useDismiss } from './useDismiss.ts';
import { useAnchorPosition } from './useAnchorPosition.ts';

interface Props {
  /** The explained element, which must be focusable. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
  /** The content; null for no tooltip. */
  readonly text: ReactNode;
  /** True if the text is the name of the element: screen readers already read it, and a press acts on the element instead of opening the tooltip. */
  readonly isName?: boolean;
}

// The gap to the explained element is padding, so the pointer can move onto the tooltip. The tooltip opens with a delay, so a passing pointer does not open it.
const Box = chakra('div', {
  base: { position: 'fixed', py: '8px', maxWidth: '320px', zIndex: 'toast', animation: 'fade 120ms ease-out 200ms both' },
});
const Plate = chakra('div', {
  base: { px: '3', py: '2', bg: 'bg.inverse', color: 'fg.inverse', borderRadius: 'control', boxShadow: 'popup', textStyle: 'meta' },
});

const goesInto = (part: Element | null, { relatedTarget }: PointerEvent) =>
  relatedTarget instanceof Node && part?.contains(relatedTarget) === true;

/** Renders a tooltip on hover, focus and tap. */
export function Tooltip({ children, text, isName = false }: Props) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const id = useId();
  const close = () => setAnchor(null);
  // An element that moves under a resting pointer receives an enter event, although the pointer was not moved onto it.
  const isEntered = useRef(false);
  const open = ({ currentTarget }: { readonly currentTarget: Element }) => setAnchor(currentTarget);
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') isEntered.current = true;
    else if (!isName) open(event);
  };
  const move = (event: PointerEvent) => {
    if (isEntered.current) open(event);
    isEntered.current = false;
  };
  const focus = (event: FocusEvent) => (isName && !event.currentTarget.matches(':focus-visible')) || open(event);
  const leave = (event: PointerEvent) => {
    // Lifting a finger fires `pointerleave` too, but the tooltip stays open after a tap.
    if (event.pointerType !== 'touch' && !goesInto(document.getElementById(id), event)) close();
  };
  return (
    <>
      {cloneElement(children, {
        ...(anchor && text !== null && !isName && { 'aria-describedby': id }),
        onPointerEnter: enter,
        onPointerMove: move,
        onPointerLeave: leave,
        onFocus: focus,
        onBlur: close,
        onClick: (event: MouseEvent<HTMLElement>) => {
          children.props.onClick?.(event);
          isEntered.current = false;
          if (isName) close();
          else open(event);
        },
      })}
      {anchor && text !== null && createPortal(<Text id={id} anchor={anchor} text={text} onClose={close} />, document.body)}
    </>
  );
}

interface TextProps {
  readonly id: string;
  readonly anchor: Element;
  readonly text: ReactNode;
  readonly onClose: () => void;
}

function Text({ id, anchor, text, onClose }: TextProps) {
  const box = useRef<HTMLDivElement>(null);
  useAnchorPosition(box, anchor, { align: 'start', gap: 0 });
  useDismiss(box, anchor, onClose);
  return (
    <Box ref={box} role="tooltip" id={id} onPointerLeave={(event) => goesInto(anchor, event) || onClose()}>
      <Plate>{text}</Plate>
    </Box>
  );
}
