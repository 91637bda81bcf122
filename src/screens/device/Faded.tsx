import { chakra } from '@chakra-ui/react';

/** Values that were known last and may no longer hold. */
export const Faded = chakra('div', { variants: { old: { true: { color: 'fg.subtle', '& td': { color: 'fg.subtle' } } } } });
