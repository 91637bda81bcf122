import { chakra } from '@chakra-ui/react';

/** Fades values that are the last known ones and may be outdated. */
export const StaleContent = chakra('div', { variants: { old: { true: { color: 'fg.subtle' } } } });
