import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

const Parts = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))', gap: '28px 32px', alignItems: 'start' },
});
const Part = chakra('div', { base: { minWidth: 0 }, variants: { wide: { true: { gridColumn: '1 / -1' } } } });
const States = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px', minWidth: 0 },
  variants: { stacked: { true: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start' } } },
});

/** Renders a group of components below its heading. */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <chakra.h2 id={id} textStyle="title" fontSize="18px" pb="8px" mb="16px" borderBottom="1px solid" borderColor="border">
        {title}
      </chakra.h2>
      <Parts>{children}</Parts>
    </section>
  );
}

interface Props {
  /** The name of the component. */
  readonly of: string;
  /** Makes the example as wide as the page. */
  readonly wide?: boolean;
  /** Stacks the states vertically. */
  readonly stacked?: boolean;
  readonly children: ReactNode;
}

/** Renders one component in its states, below its name, or a group of them. */
export function Example({ of, wide, stacked, children }: Props) {
  return (
    <Part wide={wide}>
      <chakra.h3 htmlTranslate="no" textStyle="label" color="fg.muted" mb="8px">
        {of}
      </chakra.h3>
      <States stacked={stacked}>{children}</States>
    </Part>
  );
}
