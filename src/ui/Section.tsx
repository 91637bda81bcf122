/** A part of a screen: a heading with an age, count or link at its right end. */

import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { countDigits } from './countDigits.ts';

interface Props {
  readonly title: string;
  /** Age, count or link at the right end of the head. */
  readonly end?: ReactNode;
  /** Omits the line below the head, for tables, which draw their own. */
  readonly bare?: boolean | undefined;
  readonly children: ReactNode;
}

export function Section({ title, end, bare = false, children }: Props) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} minWidth="0">
      <chakra.div
        display="flex"
        alignItems="center"
        gap="2"
        minHeight="28px"
        pb="1"
        mb={bare ? '1' : '2px'}
        borderBottom={bare ? '0' : '1px solid'}
        borderColor="border"
      >
        <chakra.h2 id={id} fontSize="14px" lineHeight="20px" fontWeight="600">
          {title}
        </chakra.h2>
        {end !== undefined && (
          <chakra.span ml="auto" textStyle="meta" color="fg.subtle">
            {typeof end === 'number' ? countDigits(end) : end}
          </chakra.span>
        )}
      </chakra.div>
      {children}
    </chakra.section>
  );
}
