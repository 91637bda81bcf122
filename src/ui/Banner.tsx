/** A line with a tone, a text and an action. */

import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './palette.ts';
import { toneIcon } from './toneIcon.ts';

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    flex: 'none',
    minHeight: { base: '52px', lg: '40px' },
    px: '12px',
    py: '4px',
    borderRadius: 'popup',
    fontWeight: 500,
  },
  variants: { low: { true: { minHeight: '36px', py: 0 } } },
});

const Text = chakra('span', { base: { minWidth: 0 } });
const Aside = chakra('span', { base: { ml: '0.5ch' } });
const Action = chakra('span', { base: { ml: 'auto', display: 'flex', alignItems: 'center', gap: '8px', '&:has(button)': { mr: '-8px' } } });

interface Props {
  /** `quiet` and `mine` indicate no status: their backgrounds are neutral and accent. */
  readonly tone: Tone | 'quiet' | 'mine';
  readonly icon?: LucideIcon | null | undefined;
  readonly children: ReactNode;
  /** Text at the end that changes by itself, such as an age; a screen reader does not announce its changes. Source: ARIA1. */
  readonly aside?: ReactNode | undefined;
  /** A button or a short text at the right end. */
  readonly action?: ReactNode | undefined;
  /** Makes the banner only as high as its text, for a low window. */
  readonly isLow?: boolean | undefined;
}

const GROUND = { quiet: ['bg.subtle', 'fg'], mine: ['accent.subtle', 'accent.fg'] } as const;

export function Banner({ tone, icon, children, aside, action, isLow }: Props) {
  const plain = tone === 'quiet' || tone === 'mine';
  const [bg, color] = plain ? GROUND[tone] : [`${tone}.subtle`, `${tone}.fg`];
  const Icon = icon ?? (plain || icon === null ? null : toneIcon[tone]);
  return (
    // Otherwise each change of `aside` would cause the whole banner to be announced.
    <Line role={tone === 'error' ? 'alert' : 'status'} aria-atomic={aside == null ? undefined : false} bg={bg} color={color} low={isLow}>
      {Icon && <Icon aria-hidden="true" />}
      <Text>
        {children}
        {aside != null && <Aside aria-live="off">{aside}</Aside>}
      </Text>
      {action != null && <Action>{action}</Action>}
    </Line>
  );
}
