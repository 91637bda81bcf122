import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

const Base = chakra('button', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    alignContent: 'center',
    flex: 'none',
    width: { base: '44px', lg: '32px' },
    height: { base: '44px', lg: '32px' },
    borderRadius: 'control',
    color: 'fg.muted',
    transition: 'background-color 120ms ease-out, color 120ms ease-out',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&:is(:disabled, [aria-disabled=true])': { color: 'fg.subtle', opacity: 0.55, bg: 'transparent', cursor: 'not-allowed' },
  },
  variants: {
    size: {
      md: {},
      sm: { width: { base: '44px', lg: '24px' }, height: { base: '44px', lg: '24px' }, '--icon': '14px' },
    },
  },
});

type Props = ComponentProps<typeof Base> & { readonly 'aria-label': string };

/** Renders a button that shows only an icon; its label is for screen readers and the tooltip. */
export function IconButton({ type = 'button', title, ...rest }: Props) {
  return <Base type={type} title={title ?? rest['aria-label']} {...rest} />;
}
