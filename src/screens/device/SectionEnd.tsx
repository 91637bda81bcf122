import { chakra } from '@chakra-ui/react';

/** The right end of a section's head: a count or a link, followed by the age. */
export const SectionEnd = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', columnGap: '12px' } });
