import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** The link in a banner to the remedy. */
export const BannerLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: { base: '44px', lg: '32px' },
    whiteSpace: 'nowrap',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
});
