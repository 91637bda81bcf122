import { chakra } from '@chakra-ui/react';
import { OctagonAlert, Sun } from 'lucide-react';
import { Mark } from '#ui/Mark';

const Line = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', textStyle: 'meta' } });

/** Renders the legend of the icons on the world map. */
export function PlacesLegend() {
  return (
    <Line>
      <Mark tone="online" icon="disc">
        Online
      </Mark>
      <Mark tone="error" icon={OctagonAlert}>
        In error
      </Mark>
      <Mark tone="treating" icon={Sun}>
        In treatment
      </Mark>
    </Line>
  );
}
