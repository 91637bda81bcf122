import { chakra } from '@chakra-ui/react';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

const Line = chakra('p', {
  base: {
    display: 'flex',
    gap: '8px',
    pt: '10px',
    color: 'fg.muted',
  },
});
const Mark = chakra(Info, { base: { mt: '2px' } });
const Text = chakra('span', { base: { minWidth: 0 } });

/** Renders a note about the fields above. */
export function FieldNote({ children }: { readonly children: ReactNode }) {
  return (
    <Line>
      <Mark aria-hidden="true" />
      <Text>{children}</Text>
    </Line>
  );
}
