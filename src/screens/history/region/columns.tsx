import type { RegionHit } from '#contract/history';
import { cellTimeText } from '#domain/text/dates';
import { ageText } from '#domain/text/duration';
import { wordText } from '#domain/text/labels';
import { fixedText } from '#domain/text/numbers';
import { useDeviceLabel } from '#hooks/useAppSelector';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { DeviceLink } from '#widgets/DeviceLink';
import { TimeText } from '#widgets/TimeText';

const lastsMs = ({ from, to }: RegionHit): number => Date.parse(to) - Date.parse(from);

/** Returns which end of a time was not seen, as text; empty if both were seen. */
function unseenText({ has_begun, has_ended }: RegionHit): string {
  if (!has_begun && !has_ended) return 'begin and end not seen';
  if (!has_begun) return 'begin not seen';
  return has_ended ? '' : 'end not seen';
}

/** Returns what a device did (it was there, or stood still at a place), and which end of that was not seen. */
export function whatText(hit: RegionHit): string {
  const place = hit.x == null || hit.y == null ? '' : ` at ${fixedText(hit.x, 1)}, ${fixedText(hit.y, 1)} m`;
  const unseen = unseenText(hit);
  return `${wordText(hit.kind)}${place}${unseen === '' ? '' : `, ${unseen}`}`;
}

function DeviceCell({ serial }: RegionHit) {
  return <DeviceLink serial={serial} name={useDeviceLabel(serial)} hasSerial />;
}

/** The columns of the hits: Device, From, What, Lasts. */
export const columns: readonly Column<RegionHit>[] = [
  {
    id: 'device',
    head: 'Device',
    narrow: 'title',
    sort: 'text',
    filter: { kind: 'text', placeholder: 'Serial' },
    value: ({ serial }) => serial,
    cell: (hit) => <DeviceCell {...hit} />,
  },
  {
    id: 'from',
    head: 'From',
    width: 150,
    narrow: 'place',
    sort: 'number',
    value: ({ from }) => Date.parse(from),
    exportValue: ({ from }) => cellTimeText(from),
    cell: ({ from }) => <TimeText at={from} />,
  },
  {
    id: 'what',
    head: 'What',
    narrow: 'line',
    filter: { kind: 'values', label: wordText },
    value: ({ kind }) => kind,
    renderInputs: whatText,
    exportValue: whatText,
    cell: (hit) => <WrappingText>{whatText(hit)}</WrappingText>,
  },
  {
    id: 'lasts',
    head: 'Lasts',
    width: 84,
    narrow: 'value',
    align: 'end',
    sort: 'number',
    value: (hit) => lastsMs(hit) / 1_000,
    exportValue: (hit) => ageText(lastsMs(hit)),
    cell: (hit) => ageText(lastsMs(hit)),
  },
];
