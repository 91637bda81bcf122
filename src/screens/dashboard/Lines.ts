import { chakra } from '@chakra-ui/react';

/** Short lines of evidence beneath a number: what stands left, its figure right. */
export const Lines = chakra('ul', {
  base: {
    listStyle: 'none',
    '& li': { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '20px', whiteSpace: 'nowrap' },
    '& .name': { flex: '0 1 auto', color: 'fg', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .figure': { ml: 'auto' },
    // Where there is no room for all, the code goes first: it also stands in the list behind the number.
    '& .code': { display: { base: 'none', md: 'block' }, flex: '0 1000 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  },
});
