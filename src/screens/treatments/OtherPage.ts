import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** The link to the other page of the same treatment, beside the buttons. */
export const OtherPage = chakra(Link, {
  base: { alignSelf: 'center', px: '8px', color: 'accent.fg', _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' } },
});
