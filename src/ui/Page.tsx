import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const Body = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    minWidth: 0,
    p: { base: '16px 16px 24px', md: '24px 28px 28px' },
  },
  variants: { fill: { true: { md: { height: '100%', minHeight: 0, pb: 0, gap: '12px' } } } },
});

interface Props {
  /** The title; omitted if it would repeat the route name in the top bar. */
  readonly title?: string | undefined;
  /** Shown above the title: the link back. */
  readonly above?: ReactNode;
  /** Shown next to the title, e.g. the last update. */
  readonly meta?: ReactNode;
  /** Shown at the right end: ghost and quiet buttons, at most one solid. */
  readonly actions?: ReactNode;
  /** Makes the page as high as its container, so its table scrolls inside. */
  readonly fill?: boolean | undefined;
  /** The entity that the whole page shows, as attribute `data-of`; the rows of a table have their own attribute. */
  readonly of?: string | undefined;
  readonly children: ReactNode;
}

/** Renders the content of a screen: a head with title, meta and actions, then sections 24 px apart. */
export function Page({ title, above, meta, actions, fill, of, children }: Props) {
  const head = title !== undefined || meta != null || actions != null;
  return (
    <Body fill={fill} data-of={of} data-unrolled={fill}>
      {above}
      {head && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="12px" rowGap="8px" minHeight="36px" flex="none">
          {title !== undefined && (
            <chakra.h2 textStyle="title" fontSize={{ base: '20px', md: '22px' }}>
              {title}
            </chakra.h2>
          )}
          {meta != null && (
            <chakra.span textStyle="meta" color="fg.subtle" pt="5px">
              {meta}
            </chakra.span>
          )}
          {actions != null && (
            <chakra.div display="flex" flexWrap="wrap" gap="8px" ml={{ md: 'auto' }}>
              {actions}
            </chakra.div>
          )}
        </chakra.div>
      )}
      {children}
    </Body>
  );
}
