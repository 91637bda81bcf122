import { chakra } from '@chakra-ui/react';
import { Activity, ClockAlert } from 'lucide-react';

interface Props {
  /** How old the newest data is, e.g. '1 s old'; absent before the first answer. */
  readonly age?: string | undefined;
  readonly stale: boolean;
  /** When asking last failed, e.g. '13:41'. */
  readonly lastFailure?: string | undefined;
}

/** How old the newest data is, amber when that is too old, and when asking last failed. */
export function DataAge({ age, stale, lastFailure }: Props) {
  const Icon = stale ? ClockAlert : Activity;
  return (
    <chakra.span
      display="flex"
      alignItems="center"
      gap="6px"
      textStyle="meta"
      whiteSpace="nowrap"
      color={stale ? 'warning.fg' : 'fg.muted'}
      title="Age of the data, last failure"
    >
      <chakra.span display="flex" color={stale ? 'warning.fg' : 'online.fg'}>
        <Icon aria-hidden="true" />
      </chakra.span>
      {age !== undefined && <span>{age}</span>}
      {lastFailure !== undefined && (
        <chakra.span color="fg.subtle" display={{ base: 'none', lg: 'inline' }}>
          last failure {lastFailure}
        </chakra.span>
      )}
    </chakra.span>
  );
}
