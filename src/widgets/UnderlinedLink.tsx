import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link within a text of its colour. */
export const UnderlinedLink = chakra(Link, { base: { textDecoration: 'underline', textUnderlineOffset: '3px' } });
