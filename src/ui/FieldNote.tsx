import { chakra } from '@chakra-ui/react';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

const Line = chakra('p', {
  base: {
    display: 'flex',
    gap: '8px',
    pt: '10px',
    color: 'fg.muted',
    '& .lucide': { flex: 'none', mt: '2px' },
    '& > span': { minWidth: 0 },
  },
});

/** Renders a note about the fields above. */
export function FieldNote({ children }: { readonly children: ReactNode }) {
  return (
    <Line>
      <Info aria-hidden="true" />
      <span>{children}</span>
    </Line>
  );
}
