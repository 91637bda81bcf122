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
  },
  variants: { low: { true: { minHeight: { base: '52px', lg: '40px' }, py: '6px' } } },
});
export const SettingLabel = chakra('span', { base: { color: 'fg.muted', gridColumn: { base: '1 / -1', md: 'auto' } } });
export const SettingValue = chakra('span', { base: { overflowWrap: 'anywhere', fontWeight: 500, minWidth: 0 } });
