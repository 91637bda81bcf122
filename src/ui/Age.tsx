import { chakra } from '@chakra-ui/react';
import { staleIcon as Stale } from './toneIcon.ts';

interface Props {
  /** The displayed text, e.g. '48 s old'. */
  readonly text: string;
  /** Whether the value is old enough for a warning (amber, with an icon). */
  readonly stale?: boolean | undefined;
}

/** Renders the age of a value: "48 s old", amber when stale. */
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
      css={{ '--icon': '14px' }}
    >
      {stale && <Stale aria-hidden="true" />}
      {text}
    </chakra.span>
  );
}
