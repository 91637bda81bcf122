import { chakra } from '@chakra-ui/react';
import { Activity, ClockAlert } from 'lucide-react';
import { Tooltip } from '#ui/Tooltip';

interface Props {
  /** How old the newest data is, e.g. '1 s old'; absent before the first answer. */
  readonly age?: string | undefined;
  readonly stale: boolean;
  /** When asking last failed, e.g. '13:41'. */
  readonly lastFailure?: string | undefined;
  /** Items of lists that could not be read and are not shown. */
  readonly unreadCount: number;
  /** Why asking last failed and what could not be read, sentence by sentence; empty when all is well. */
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

/** How old the newest data is, amber when that is too old, when asking last failed and why, and how many items could not be read. */
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
        {age !== undefined && <span>{age}</span>}
        {unreadCount > 0 && <span className="unread">{itemsText(unreadCount)}</span>}
        {lastFailure !== undefined && <span className="more">last failure {lastFailure}</span>}
      </Corner>
    </Tooltip>
  );
}
