import { chakra } from '@chakra-ui/react';

/** The letter of a compared moment: A outlined, B filled. */
export const Letter = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    width: '20px',
    height: '20px',
    border: '1.5px solid',
    borderColor: 'fg',
    borderRadius: '5px',
    fontSize: '12px',
    fontWeight: 700,
    lineHeight: 1,
  },
  variants: { filled: { true: { bg: 'fg', color: 'bg.panel' } } },
});
