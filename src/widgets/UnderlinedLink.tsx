import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link inside a text, in the colour of the text. */
export const UnderlinedLink = chakra(Link, { base: { textDecoration: 'underline', textUnderlineOffset: '3px' } });
