import { chakra } from '@chakra-ui/react';
import { Activity, ClockAlert, TriangleAlert } from 'lucide-react';
import { numberText } from '#domain/text/numbers';
import { Tooltip } from '#ui/Tooltip';

interface Props {
  /** Age of the newest data, e.g. '1 s old'; undefined before the first response. */
  readonly age?: string | undefined;
  readonly stale: boolean;
  /** Time of the last failed request, e.g. '13:41'. */
  readonly lastFailure?: string | undefined;
  /** Number of list items and of messages on the live connection that could not be parsed and are not shown. */
  readonly unreadCount: number;
  /** Sentences about the last failure and the unparsed items; empty if there are none. */
  readonly details: readonly string[];
}

const Corner = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: { base: '44px', lg: '36px' },
    textStyle: 'meta',
    whiteSpace: 'nowrap',
    cursor: 'default',
  },
});
/** Two lines of constant width, so adjacent elements do not move when a request fails. */
const Lines = chakra('span', {
  base: { display: 'grid', alignContent: 'center', width: { base: '7ch', lg: '124px' }, textAlign: 'start' },
});
const Line = chakra('span', { base: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' } });
const More = chakra(Line, { base: { hideBelow: 'lg', color: 'fg.subtle', textStyle: 'caption' } });
const Unread = chakra('span', {
  base: {
    color: 'warning.fg',
    lgDown: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
});

const itemsText = (count: number) => `${numberText(count)} unreadable`;

/** Renders the age of the newest data (amber when stale), the last failed request, and the number of unparsed items. */
export function DataAge({ age, stale, lastFailure, unreadCount, details }: Props) {
  const isAmber = stale || unreadCount > 0;
  // Texts that do not fit next to the icon are in its label and tooltip.
  const Icon = stale ? ClockAlert : unreadCount > 0 ? TriangleAlert : Activity;
  const text = details.length === 0 ? 'Age of the data. Nothing has failed.' : details.map((line) => <div key={line}>{line}</div>);
  return (
    <Tooltip text={text}>
      <Corner type="button" color={stale ? 'warning.fg' : 'fg.muted'}>
        <chakra.span display="flex" color={isAmber ? 'warning.fg' : 'online.fg'}>
          <Icon aria-hidden="true" />
        </chakra.span>
        <span className="sr">Data age</span>
        <Lines>
          <Line>
            {age}
            {unreadCount > 0 && <Unread> {itemsText(unreadCount)}</Unread>}
          </Line>
          {lastFailure !== undefined && <More>last failure {lastFailure}</More>}
        </Lines>
      </Corner>
    </Tooltip>
  );
}
