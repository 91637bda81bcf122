import { chakra } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import type { Tone } from './palette.ts';

const Line = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '20px',
    maxWidth: '100%',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
    minWidth: 0,
  },
});
const Text = chakra('span', {
  base: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  variants: { wraps: { true: { whiteSpace: 'normal', overflowWrap: 'anywhere' } } },
});

/** An icon; it may also have its own style. */
export type MarkIcon = ComponentType<{ readonly 'aria-hidden': 'true' }>;

interface Props {
  /** `plain` inherits the text colour. */
  readonly tone: Tone | 'plain';
  /** An icon, a disc (present) or a ring (absent). */
  readonly icon: MarkIcon | 'disc' | 'ring';
  /** Whether the text, such as a sentence, wraps instead of being truncated. */
  readonly wraps?: boolean;
  readonly children: ReactNode;
}

const QUIET = new Set(['plain', 'idle', 'offline']);

/**
 * Renders the icon and the label of a state, always together. A tone is a meaning with a colour: online, treating, error, warning, charging, idle, offline.
 */
export function Mark({ tone, icon: Icon, wraps, children }: Props) {
  const disc = Icon === 'disc';
  const color = tone === 'plain' || disc ? 'inherit' : `${tone}.fg`;
  return (
    <Line color={color} fontWeight={QUIET.has(tone) || disc ? 400 : 500}>
      {Icon === 'disc' || Icon === 'ring' ? <Round tone={tone} hollow={Icon === 'ring'} /> : <Icon aria-hidden="true" />}
      <Text wraps={wraps}>{children}</Text>
    </Line>
  );
}

function Round({ tone, hollow }: { readonly tone: Props['tone']; readonly hollow: boolean }) {
  const ink = tone === 'plain' ? 'currentColor' : `var(--o-colors-${tone}-solid)`;
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      {hollow ? <circle cx="5" cy="5" r="3.5" fill="none" stroke={ink} strokeWidth="1.5" /> : <circle cx="5" cy="5" r="4" fill={ink} />}
    </svg>
  );
}
