import { chakra } from '@chakra-ui/react';

/** Words of a cell that may be long: they go on in the next line, a word without spaces too. */
export const Words = chakra('span', { base: { whiteSpace: 'normal', overflowWrap: 'anywhere' } });
