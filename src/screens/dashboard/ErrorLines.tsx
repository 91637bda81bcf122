import { chakra } from '@chakra-ui/react';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { fleetStateLink } from '#domain/devices/fleetFilter';
import { numberText } from '#domain/text/numbers';
import { DeviceLink } from '#widgets/DeviceLink';
import { ErrorSince, ErrorWhat, ErrorWhere, RowStop } from '#widgets/ErrorFacts';
import { pointableRow } from '#ui/usePointedRow';
import type { FailingDevice } from './useErrorStarts.ts';

const Lines = chakra('ul', { base: { listStyle: 'none', fontSize: '14px', lineHeight: '20px' } });
const Line = chakra('li', {
  base: {
    display: 'grid',
    // Name, start and Stop, then error and place; on one line if there is room.
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: '112px minmax(0, 5fr) 176px minmax(0, 4fr) auto' },
    gridTemplateAreas: { base: '"name stop" "since stop" "what what" "where where"', md: '"name what since where stop"' },
    alignItems: 'center',
    alignContent: 'center',
    columnGap: '16px',
    // The height is the same for all errors, so that the content below does not move.
    height: { base: '116px', md: '48px' },
    // A phone has room for one error.
    '&:not([data-front])': { display: { base: 'none', md: 'grid' } },
  },
});
/** One fact about an error; a long text about the error and its place takes two lines. */
const Fact = chakra('span', {
  base: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  variants: {
    area: {
      name: { gridArea: 'name', color: 'fg', fontWeight: 600 },
      what: { gridArea: 'what', color: 'fg', maxHeight: '40px', whiteSpace: 'normal' },
      since: { gridArea: 'since', fontVariantNumeric: 'tabular-nums' },
      where: { gridArea: 'where', maxHeight: '40px', whiteSpace: { md: 'normal' } },
    },
  },
});
/** A device that is not in error any more while its place is kept. */
const Over = chakra('span', { base: { gridArea: 'what', color: 'fg.muted' } });
const Stop = chakra('div', { base: { gridArea: 'stop', justifySelf: 'end' } });

const Nothing = chakra('p', { base: { color: 'fg.muted', fontSize: '14px' } });
const MoreLink = chakra(Link, { base: { color: 'accent.fg', fontWeight: 500, lineHeight: { base: '44px', md: '20px' } } });

interface Props {
  readonly failing: readonly FailingDevice[];
  readonly count: number;
  /** Of the element in which the pointer keeps the lines in their places. */
  readonly listRef?: Ref<HTMLDivElement> | undefined;
}

/** Renders error, start and place of a device. */
function Facts({ row }: Pick<FailingDevice, 'row'>) {
  return (
    <>
      <Fact area="what">
        <ErrorWhat row={row} />
      </Fact>
      <Fact area="since">
        <ErrorSince row={row} />
      </Fact>
      <Fact area="where">
        <ErrorWhere row={row} />
      </Fact>
    </>
  );
}

/** Renders one device in error, or that it is not in error any more. Its Stop stays, because a press on it may have begun. */
function ErrorLine({ row, isOver, isFront }: FailingDevice) {
  return (
    <Line {...pointableRow(row.device.serial)} data-front={isFront || undefined}>
      <Fact area="name">
        <DeviceLink {...row.device} />
      </Fact>
      {isOver ? <Over>No longer in error</Over> : <Facts row={row} />}
      <Stop>
        <RowStop row={row} />
      </Stop>
    </Line>
  );
}

/** Renders the details of Devices in Error: up to three devices, each with its error, start, place and Stop, and the number of further ones. Source: WRONG1. */
export function ErrorLines({ failing, count, listRef }: Props) {
  const listed = failing.filter(({ isOver }) => !isOver);
  const [more, moreOnPhone] = [count - listed.length, count - listed.filter(({ isFront }) => isFront).length];
  return (
    <div ref={listRef}>
      {failing.length === 0 && <Nothing>None</Nothing>}
      {failing.length > 0 && (
        <Lines>
          {failing.map((device) => (
            <ErrorLine key={device.row.device.serial} {...device} />
          ))}
        </Lines>
      )}
      {more > 0 && (
        <MoreLink to={fleetStateLink('error')} hideBelow="md">
          {`and ${numberText(more)} more`}
        </MoreLink>
      )}
      {moreOnPhone > 0 && (
        <MoreLink to={fleetStateLink('error')} hideFrom="md">
          {`and ${numberText(moreOnPhone)} more`}
        </MoreLink>
      )}
    </div>
  );
}
