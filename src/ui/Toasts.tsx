import { chakra } from '@chakra-ui/react';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { IconButton } from './IconButton.tsx';
import { openModals } from './openModals.ts';
import { pressedOnce } from './pressedOnce.ts';
import { useSame } from './useSame.ts';

/** Duration of a toast, and of the shrinking line below it, in ms. */
export const TOAST_MS = 6000;

const List = chakra('div', {
  base: {
    display: 'grid',
    gap: '8px',
    maxWidth: 'calc(100vw - 32px)',
    // On a phone the others wait: several toasts, as a closed dialog leaves them, would cover Stop. Source: TOAST4.
    '& > :nth-of-type(n + 3)': { display: { base: 'none', sm: 'flex' } },
  },
});

const Plate = chakra('div', {
  base: {
    position: 'relative',
    overflow: 'hidden',
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minWidth: 'min(320px, 100%)',
    minHeight: '48px',
    ps: '14px',
    pe: '8px',
    bg: 'bg.raised',
    border: '1px solid',
    borderColor: 'border',
    borderRadius: 'popup',
    boxShadow: 'popup',
    fontWeight: 500,
    animation: 'rise 160ms ease-out',
    _motionReduce: { animation: 'none' },
  },
});
const Text = chakra('p', { base: { py: '8px', mr: 'auto' } });
/** The line below a toast; the end of its animation removes the toast. With reduced motion, the animation is not visible. */
const Life = chakra('span', {
  base: {
    position: 'absolute',
    insetX: 0,
    bottom: 0,
    height: '2px',
    pointerEvents: 'none',
    transformOrigin: 'left',
    animation: 'shrink linear forwards',
    _motionReduce: { animationName: 'stay' },
    '*:is(:hover, :focus-within) > &': { animationPlayState: 'paused' },
  },
});

const LOOK = {
  success: { Icon: CircleCheck, tone: 'online' },
  warning: { Icon: TriangleAlert, tone: 'warning' },
} as const;

export interface Toast {
  readonly id: string;
  readonly tone: 'success' | 'warning';
  readonly text: string;
}

interface Props {
  readonly toasts: readonly Toast[];
  /** Called when the toast's time is over, or when the user closes it. */
  readonly onGone: (id: string) => void;
}

/**
 * Announces the toasts that appear while a modal covers the page to a screen reader, because the visible list is then inert. Stays mounted, because a live
 * region that appears together with its text is not read.
 */
function Announced({ toasts, isCovered }: Pick<Props, 'toasts'> & { readonly isCovered: boolean }) {
  const before = useSame(new Set(toasts.map(({ id }) => id)), isCovered);
  return createPortal(
    <div data-live data-screen-only className="sr" aria-live="polite">
      {isCovered && toasts.map(({ id, text }) => (before.has(id) ? null : <p key={id}>{text}</p>))}
    </div>,
    document.body,
  );
}

/**
 * Renders short messages, one below the other. The pointer or the focus on a toast pauses its timeout, and so does a modal, which makes all toasts inert.
 * Source: TOAST3, TOAST4.
 */
export function Toasts({ toasts, onGone }: Props) {
  const isCovered = openModals.usePresent().length > 0;
  return (
    <List role="region" aria-label="Notifications" aria-live="polite">
      <Announced toasts={toasts} isCovered={isCovered} />
      {toasts.map(({ id, tone, text }) => {
        const { Icon, tone: color } = LOOK[tone];
        return (
          <Plate key={id} role="status" data-tone={tone}>
            <chakra.span color={`${color}.fg`} display="flex">
              <Icon aria-hidden="true" />
            </chakra.span>
            <Text>{text}</Text>
            <IconButton aria-label="Close" outlineOffset="-2px" {...pressedOnce(() => onGone(id))}>
              <X aria-hidden="true" />
            </IconButton>
            <Life
              data-testid="toast-life"
              bg={`${color}.solid`}
              style={{ animationDuration: `${TOAST_MS}ms`, animationPlayState: isCovered ? 'paused' : undefined }}
              onAnimationEnd={() => onGone(id)}
            />
          </Plate>
        );
      })}
    </List>
  );
}
