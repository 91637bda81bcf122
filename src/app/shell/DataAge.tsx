import { chakra } from '@chakra-ui/react';
import { Activity, ClockAlert } from 'lucide-react';
import { Tooltip } from '#ui/Tooltip';

interface Props {
  /** Age of the newest data, e.g. '1 s old'; undefined before the first response. */
  readonly age?: string | undefined;
  readonly stale: boolean;
  /** Time of the last failed request, e.g. '13:41'. */
  readonly lastFailure?: string | undefined;
  /** Number of list items that could not be parsed and are not shown. */
  readonly unreadCount: number;
  /** Sentences about the last failure and unparsed items; empty when there are none. */
  readonly details: readonly string[];
}

const Corner = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: { base: '44px', lg: '32px' },
    textStyle: 'meta',
    whiteSpace: 'nowrap',
    cursor: 'default',
    '& .more': { color: 'fg.subtle', display: { base: 'none', lg: 'inline' } },
    '& .unread': { color: 'warning.fg' },
  },
});

const itemsText = (count: number) => `${count} unreadable`;

/** Renders the age of the newest data (amber when stale), the last failed request, and the number of unparsed items. */
export function DataAge({ age, stale, lastFailure, unreadCount, details }: Props) {
  const Icon = stale ? ClockAlert : Activity;
  const text = details.length === 0 ? 'Age of the data. Nothing has failed.' : details.map((line) => <div key={line}>{line}</div>);
  return (
    <Tooltip text={text}>
      <Corner type="button" color={stale ? 'warning.fg' : 'fg.muted'}>
        <chakra.span display="flex" color={stale ? 'warning.fg' : 'online.fg'}>
          <Icon aria-hidden="true" />
        </chakra.span>
        <span className="sr">Data age</span>
        {/* Its place stays when it is not known. */}
        <chakra.span minWidth="7ch" textAlign="start">
          {age}
        </chakra.span>
        {unreadCount > 0 && <span className="unread">{itemsText(unreadCount)}</span>}
        {lastFailure !== undefined && <span className="more">last failure {lastFailure}</span>}
      </Corner>
    </Tooltip>
  );
}
