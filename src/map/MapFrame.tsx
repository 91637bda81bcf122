import { chakra } from '@chakra-ui/react';

/**
 * The frame around a map. `clip`, not `hidden`: a frame that is a scroll container would keep the plates from sticking to the visible edge.
 */
export const MapFrame = chakra('div', {
  base: {
    display: 'grid',
    position: 'relative',
    overflow: 'clip',
    borderRadius: 'sheet',
    border: '1px solid',
    borderColor: 'border',
    '& > .surface': { gridArea: '1 / 1', position: 'relative' },
  },
});

/** The line above a map: what it is, and the switches of its layers. */
export const MapHead = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: '4', rowGap: '1', mb: '2' },
});

/** What stands in place of a map that cannot be drawn. */
export const MapMissing = chakra('p', { base: { gridArea: '1 / 1', placeSelf: 'center', color: 'fg.muted', m: '0', zIndex: 1 } });
