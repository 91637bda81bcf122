import { chakra } from '@chakra-ui/react';
import { CircleDot, Gamepad2, type LucideIcon, MapPin, OctagonAlert, SquareTerminal, Unplug, Wrench } from 'lucide-react';
import { memo, useContext } from 'react';
import { activeRow, offsetText, type LifeCycleKind, type LifeCycleRow } from '#domain/incidents/lifeCycle';
import type { RoomRecord } from '#domain/incidents/roomRecord';
import { countText } from '#domain/text/labels';
import { Section } from '#ui/Section';
import { RoomHeadContext, useRoom } from './RoomContext.ts';
import { momentText } from './RoomControls.tsx';
import { useLifeCycle } from './useLifeCycle.ts';
import { useRoomKeys } from './useRoomKeys.ts';

const List = chakra('ol', { base: { maxHeight: '420px', overflowY: 'auto' } });
const Row = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: '76px 60px 16px minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: '10px',
    width: '100%',
    minHeight: { base: '44px', lg: '36px' },
    px: '6px',
    py: '6px',
    textAlign: 'start',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    fontVariantNumeric: 'tabular-nums',
    '--icon': '16px',
    _hover: { bg: 'bg.muted' },
    '&:focus-visible': { outlineOffset: '-2px' },
    // Rows after the playhead are muted; the active row has a bar at its side.
    '&[data-ahead]': { color: 'fg.muted' },
    '&[aria-current]': { bg: 'bg.subtle', boxShadow: 'inset 3px 0 0 var(--o-colors-fg)', fontWeight: 600 },
  },
});
const Time = chakra('span', { base: { color: 'fg.muted', fontSize: '13px', fontWeight: 400 } });
const Offset = chakra('span', { base: { color: 'fg.muted', fontSize: '13px', fontWeight: 400, textAlign: 'end' } });
const Text = chakra('span', { base: { overflowWrap: 'anywhere' }, variants: { red: { true: { color: 'error.fg' } } } });

const ICONS: Readonly<Record<LifeCycleKind, LucideIcon>> = {
  incident: OctagonAlert,
  error: OctagonAlert,
  state: CircleDot,
  place: MapPin,
  command: SquareTerminal,
  control: Gamepad2,
  offline: Unplug,
  event: Wrench,
};

interface OneRowProps {
  readonly row: LifeCycleRow;
  readonly errorAt: number;
  /** Whether the row is the newest one at the playhead, earlier or later. */
  readonly place: 'past' | 'active' | 'ahead';
  readonly onPress: (at: number) => void;
}

const OneRow = memo(function OneRow({ row: { at, kind, text }, errorAt, place, onPress }: OneRowProps) {
  const Icon = ICONS[kind];
  return (
    <li>
      <Row
        type="button"
        aria-current={place === 'active' ? 'step' : undefined}
        data-ahead={place === 'ahead' || undefined}
        onClick={() => onPress(at)}
      >
        <Time>{momentText(at)}</Time>
        <Offset>{offsetText(at - errorAt)}</Offset>
        <Icon aria-hidden="true" />
        <Text red={kind === 'error' || kind === 'incident'}>{text}</Text>
      </Row>
    </li>
  );
});

function Rows({ rows }: { readonly rows: readonly LifeCycleRow[] }) {
  const { errorAt, jump } = useRoom();
  const { at } = useContext(RoomHeadContext);
  const active = activeRow(rows, at);
  return (
    <List aria-label="Events and commands">
      {rows.map((row, index) => (
        <OneRow
          key={`${String(row.at)} ${row.kind} ${row.text}`}
          row={row}
          errorAt={errorAt}
          place={index === active ? 'active' : index < active ? 'past' : 'ahead'}
          onPress={jump}
        />
      ))}
    </List>
  );
}

/**
 * Renders "Events and commands": what happened around the error, with its offset to the error. The row at the playhead is active; a press moves the
 * playhead.
 */
export function LifeCycle({ record }: { readonly record: RoomRecord }) {
  const rows = useLifeCycle(record);
  const keys = useRoomKeys();
  return (
    <Section title="Events and commands" end={countText(rows.length, 'row')}>
      <div {...keys}>
        <Rows rows={rows} />
      </div>
    </Section>
  );
}
