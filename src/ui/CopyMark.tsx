import { chakra } from '@chakra-ui/react';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { useCopied } from './useCopied.ts';

const ShortMark = chakra('span', { base: { display: 'inline-grid', animation: 'stay 1.6s linear' } });

interface Props extends Pick<ReturnType<typeof useCopied>, 'result' | 'onShown'> {
  /** The icon while there is no result. */
  readonly children: ReactNode;
}

/**
 * Renders the result of a copy inside a button, briefly, as a check mark or a cross. Screen readers do not read a result inside a button, so `useCopied`
 * announces it.
 */
export function CopyMark({ result, onShown, children }: Props) {
  if (result === null) return <>{children}</>;
  const isDone = result === 'Copied';
  const Icon = isDone ? Check : X;
  return (
    <ShortMark key={result} title={result} color={isDone ? 'online.fg' : 'error.fg'} onAnimationEnd={onShown}>
      <Icon aria-hidden="true" />
    </ShortMark>
  );
}
