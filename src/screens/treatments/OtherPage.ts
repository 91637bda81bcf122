import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** The link from Treatment Detail to Event Analysis of the same treatment, or back. */
export const OtherPage = chakra(Link, {
  base: { alignSelf: 'center', px: '8px', color: 'accent.fg', _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' } },
});
