import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const Box = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', columnGap: '8px', alignItems: 'baseline' } });
const Source = chakra('span', { base: { textStyle: 'meta', color: 'fg.subtle' } });

/** Renders a value of a SIM, with its origin (entered, or from the device) unless the origin is obvious. Source: SIMP1. */
export function SimFieldValue({ source, children }: { readonly source: string; readonly children: ReactNode }) {
  if (source === '') return <>{children}</>;
  return (
    <Box>
      <span>{children}</span> <Source>{source}</Source>
    </Box>
  );
}
