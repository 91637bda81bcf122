/** A pill with the icon and label of a state. */

import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './palette.ts';
import { toneIcon } from './toneIcon.ts';

const Pill = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    height: '22px',
    ps: '6px',
    pe: '8px',
    borderRadius: 'full',
    textStyle: 'label',
    whiteSpace: 'nowrap',
    verticalAlign: 'top',
    '--icon': '14px',
  },
});

interface Props {
  readonly tone: Tone;
  readonly icon?: LucideIcon | undefined;
  readonly children: ReactNode;
}

export function Badge({ tone, icon: Icon = toneIcon[tone], children }: Props) {
  return (
    <Pill bg={`${tone}.subtle`} color={`${tone}.fg`}>
      <Icon aria-hidden="true" />
      {children}
    </Pill>
  );
}
