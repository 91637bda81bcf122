import { chakra } from '@chakra-ui/react';

const Bar = chakra('span', {
  base: {
    display: 'inline-block',
    height: '10px',
    borderRadius: '5px',
    bg: 'bg.emphasized',
    verticalAlign: 'middle',
    animation: 'breathe 1.6s ease-in-out infinite',
    '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
  },
});

/** Renders a bar in place of a value that is loading. */
export function Skeleton({ width = '120px' }: { readonly width?: string | undefined }) {
  return <Bar aria-hidden="true" data-part="skeleton" style={{ width }} />;
}
