import { chakra } from '@chakra-ui/react';

/** One row of a device's settings: label, value and action. */
export const SettingLine = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: '180px minmax(0, 1fr) auto' },
    columnGap: '20px',
    alignItems: 'center',
    minHeight: { base: '60px', lg: '52px' },
    py: '8px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    '& > .label': { color: 'fg.muted', gridColumn: { base: '1 / -1', md: 'auto' } },
    '& > .value': { overflowWrap: 'anywhere', fontWeight: 500, minWidth: 0 },
    // The focus ring of a field does not touch the label above.
    '& > form': { gridColumn: { base: '1 / -1', md: '2 / -1' }, mt: { base: '6px', md: 0 } },
  },
  variants: { low: { true: { minHeight: { base: '52px', lg: '40px' }, py: '6px' } } },
});
