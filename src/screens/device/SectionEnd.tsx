import { chakra } from '@chakra-ui/react';

/** What stands right in the head of a section: a count or a link, then the age. */
export const SectionEnd = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', columnGap: '12px', '& a': { color: 'accent.fg' } },
});
