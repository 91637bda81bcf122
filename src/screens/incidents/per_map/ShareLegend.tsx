import { chakra } from '@chakra-ui/react';
import { exactPercentText } from '#domain/numbers';
import { useColorMode } from '#ui/ColorMode';
import { mapLook } from '#ui/mapLook';

const Line = chakra('p', { base: { display: 'flex', alignItems: 'center', gap: '8px', mt: '8px', textStyle: 'meta', color: 'fg.muted' } });
const SWATCH_PX = 18;

/** What the colours of the lanes mean: from no incident to the largest share of them. Source: CONST-055. */
export function ShareLegend({ most }: { readonly most: number }) {
  const { incidents } = mapLook[useColorMode().mode];
  return (
    <Line>
      Share of the incidents: 0 %{' '}
      <svg width={SWATCH_PX * incidents.length} height="10" aria-hidden="true">
        {incidents.map((colour, index) => (
          <rect key={colour} x={index * SWATCH_PX} width={SWATCH_PX} height="10" fill={colour} />
        ))}
      </svg>{' '}
      {exactPercentText(most)}
    </Line>
  );
}
