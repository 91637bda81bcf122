import { chakra } from '@chakra-ui/react';

/** Short lines below a number: label left, figure right. */
export const EvidenceLines = chakra('ul', {
  base: {
    listStyle: 'none',
    '& li': { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '20px', whiteSpace: 'nowrap' },
    '& .name': { flex: '0 1 auto', color: 'fg', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .figure': { ml: 'auto' },
    // The code is cut off first for lack of room: the list behind the number shows it too.
    '& .code': { display: { base: 'none', md: 'block' }, flex: '0 1000 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  },
});
