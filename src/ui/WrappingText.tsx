import { chakra } from '@chakra-ui/react';

/** Text of a cell that wraps, also inside long words. */
export const WrappingText = chakra('span', { base: { whiteSpace: 'normal', overflowWrap: 'anywhere' } });
