import { chakra } from '@chakra-ui/react';

/** Fades last known values, which may be outdated. */
export const StaleContent = chakra('div', { variants: { old: { true: { color: 'fg.subtle' } } } });
