import { chakra } from '@chakra-ui/react';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { useCopied } from './useCopied.ts';

const Told = chakra('span', { base: { display: 'inline-grid', animation: 'stay 1.6s linear' } });

interface Props extends Pick<ReturnType<typeof useCopied>, 'said' | 'onTold'> {
  /** The icon that stands here else. */
  readonly children: ReactNode;
}

/** Tells for a moment what came of a copy: a check mark, or a cross. */
export function CopyMark({ said, onTold, children }: Props) {
  if (said === null) return children;
  const isDone = said === 'Copied';
  const Icon = isDone ? Check : X;
  return (
    <Told key={said} role="status" aria-label={said} title={said} color={isDone ? 'online.fg' : 'error.fg'} onAnimationEnd={onTold}>
      <Icon aria-hidden="true" />
    </Told>
  );
}
