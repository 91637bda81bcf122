import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { fleetStateLink } from '#domain/devices/fleetFilter';
import { DeviceLink } from '#widgets/DeviceLink';
import { ErrorSince, ErrorWhat, ErrorWhere, RowStop } from '#widgets/ErrorFacts';
import type { FailingDevice } from './useErrorStarts.ts';

const Lines = chakra('ul', {
  base: {
    listStyle: 'none',
    fontSize: '14px',
    lineHeight: '20px',
    '& li': {
      display: 'grid',
      // Name, since when and Stop, then what and where; on one line where there is room.
      gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: '112px minmax(0, 5fr) 176px minmax(0, 4fr) auto' },
      gridTemplateAreas: { base: '"name stop" "since stop" "what what" "where where"', md: '"name what since where stop"' },
      alignItems: 'center',
      alignContent: 'center',
      columnGap: '16px',
      // Of equal height for each error: the content below stays.
      height: { base: '116px', md: '48px' },
    },
    // A phone has room for one.
    '& li:nth-of-type(n + 2)': { display: { base: 'none', md: 'grid' } },
    '& li > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    // Two lines of a long text.
    '& li > .what': { maxHeight: '40px', whiteSpace: 'normal' },
    '& li > .where': { maxHeight: '40px', whiteSpace: { md: 'normal' } },
    '& .name': { gridArea: 'name', color: 'fg', fontWeight: 600 },
    '& .what': { gridArea: 'what', color: 'fg' },
    '& .since': { gridArea: 'since', fontVariantNumeric: 'tabular-nums' },
    '& .where': { gridArea: 'where' },
    '& .stop': { gridArea: 'stop', justifySelf: 'end' },
  },
});

const Nothing = chakra('p', { base: { color: 'fg.muted', fontSize: '14px' } });
const MoreLink = chakra(Link, { base: { color: 'accent.fg', fontWeight: 500, lineHeight: { base: '44px', md: '20px' } } });

interface Props {
  readonly failing: readonly FailingDevice[];
  readonly count: number;
}

/** Renders the devices in error: what, since when, where, and Stop. Source: WRONG1. */
export function ErrorLines({ failing, count }: Props) {
  if (count === 0) return <Nothing>None</Nothing>;
  return (
    <>
      <Lines>
        {failing.map(({ row }) => (
          <li key={row.device.serial}>
            <span className="name">
              <DeviceLink {...row.device} />
            </span>
            <span className="what">
              <ErrorWhat row={row} />
            </span>
            <span className="since">
              <ErrorSince row={row} />
            </span>
            <span className="where">
              <ErrorWhere row={row} />
            </span>
            <div className="stop">
              <RowStop row={row} />
            </div>
          </li>
        ))}
      </Lines>
      {count > failing.length && (
        <MoreLink to={fleetStateLink('error')} hideBelow="md">
          {`and ${count - failing.length} more`}
        </MoreLink>
      )}
      {count > 1 && (
        <MoreLink to={fleetStateLink('error')} hideFrom="md">
          {`and ${count - 1} more`}
        </MoreLink>
      )}
    </>
  );
}
