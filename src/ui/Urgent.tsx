import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { urgentLayers } from './urgentLayers.ts';

/** The CSS variable with the height of the layer, which modals leave uncovered. */
export const URGENT_HEIGHT = '--urgent-height';

const Layer = chakra('div', {
  base: {
    position: 'fixed',
    insetInline: 0,
    bottom: 0,
    zIndex: 'urgent',
    display: 'grid',
    justifyContent: 'center',
    gridTemplateColumns: 'minmax(0, 720px)',
    gap: '8px',
    // Same as the maximum height of the notices below a screen.
    maxHeight: 'max(30dvh, min(40dvh, 120px))',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    p: '8px',
    '@media (max-height: 400px)': { p: 0 },
    bg: 'bg.shell',
    borderTop: '1px solid',
    borderColor: 'border',
  },
});

interface Props {
  readonly label: string;
  readonly children: ReactNode;
}

/** Scrolls the focused control of a modal back into the view that the layer has made smaller; not the box of a long text, which is read from its top. */
function keepFocusInView(): void {
  const { activeElement: active } = document;
  if (active instanceof HTMLElement && active.tabIndex >= 0 && active.closest('[data-place]') !== null)
    active.scrollIntoView({ block: 'nearest' });
}

/**
 * Renders notices below every open modal, although the modal makes the rest of the page inert: the notices can be read and used, and Tab moves the focus to
 * them and back. Source: STOPWAY14.
 */
export function Urgent({ label, children }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  urgentLayers.useAnnounce(useId());
  useLayoutEffect(() => {
    const element = layer.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      style.setProperty(URGENT_HEIGHT, `${element.offsetHeight}px`);
      keepFocusInView();
    };
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    measure();
    return () => {
      resized.disconnect();
      style.removeProperty(URGENT_HEIGHT);
    };
  }, []);
  return createPortal(
    <Layer ref={layer} data-urgent data-screen-only role="region" aria-label={label}>
      {children}
    </Layer>,
    document.body,
  );
}
