import { chakra } from '@chakra-ui/react';
import { percentText } from '#domain/text/numbers';

const Row = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '10px',
    '& u': { display: { base: 'none', lg: 'block' }, width: '48px', height: '4px', borderRadius: '2px', bg: 'bg.emphasized' },
    '& u s': { display: 'block', height: '100%', borderRadius: '2px', bg: 'fg.muted' },
    '& b': { minWidth: { md: '58px' }, fontWeight: 400, textAlign: 'end' },
  },
});

/** Renders a coverage as bar and percentage. `ratio` is 0..1; "-" if it is missing. */
export function CoverageBar({ ratio }: { readonly ratio: number | null | undefined }) {
  if (ratio == null) return <>{percentText(ratio)}</>;
  return (
    <Row>
      <u aria-hidden="true">
        <s style={{ width: `${Math.min(1, Math.max(0, ratio)) * 100}%` }} />
      </u>
      <b>{percentText(ratio)}</b>
    </Row>
  );
}
