import { chakra } from '@chakra-ui/react';

/** A table in the side column: small text, cells as high as their content, text aligned with the section's title, a compact empty state. */
export const SmallTable = chakra('div', {
  base: {
    fontSize: '13px',
    '& td': { verticalAlign: 'top', py: { md: '6px' } },
    // The padding of the cell is sufficient.
    '& td .wraps': { py: '0 !important' },
    '&& td, && th': { px: { lg: '5px' } },
    '&& .scroll': { mx: { lg: '-5px' } },
    '&& .scroll > [role=status]': { py: '8px', mt: '8px', mx: { lg: '5px' } },
    '& [role=status] > svg': { display: 'none' },
  },
});
