import { chakra } from '@chakra-ui/react';
import { staleIcon as Stale } from './toneIcon.ts';

interface Props {
  /** As it is read, e.g. '48 s old'. */
  readonly text: string;
  /** Old enough to warn: amber, with a mark. */
  readonly stale?: boolean | undefined;
}

/** How old a value is. */
export function Age({ text, stale = false }: Props) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      minHeight="20px"
      verticalAlign="top"
      gap="4px"
      textStyle="caption"
      whiteSpace="nowrap"
      color={stale ? 'warning.fg' : 'fg.subtle'}
      css={{ '& .lucide': { width: '14px', height: '14px' } }}
    >
      {stale && <Stale aria-hidden="true" />}
      {text}
    </chakra.span>
  );
}
