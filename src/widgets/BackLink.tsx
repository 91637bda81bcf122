import { chakra } from '@chakra-ui/react';
import { ChevronLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

const To = chakra(Link, {
  base: {
    color: 'accent.fg',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: { base: '44px', lg: '24px' },
    '--icon': '14px',
  },
});

/** Renders the link above the title of a page to the list that holds its entity. */
export function BackLink({ to, children }: Pick<ComponentProps<typeof Link>, 'to' | 'children'>) {
  return (
    <To to={to}>
      <ChevronLeft aria-hidden="true" />
      {children}
    </To>
  );
}
