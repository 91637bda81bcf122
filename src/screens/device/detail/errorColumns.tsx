import type { ErrorPeriod } from '#contract/fleet/machine';
import { periodSeconds, periodSilenceText, periodStopText, type LastSeen } from '#domain/errorCodes/errorPeriod';
import { durationText } from '#domain/text/duration';
import { nextStateText } from '#domain/devices/nextState';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { TimeText } from '#widgets/TimeText';

// A period is identified by its start.
const period = (field: keyof ErrorPeriod) => (row: ErrorPeriod) => `error_overview.${row.start_time}.${field}`;

/** A period of a device, with the known state of the device. */
export interface ErrorRow extends ErrorPeriod {
  readonly seen: LastSeen;
}

/** Renders the end of an error, and how much of it is unknown. */
function Stop({ row }: { readonly row: ErrorRow }) {
  const silence = periodSilenceText(row);
  const end = row.stop_time ? <TimeText at={row.stop_time} /> : <WrappingText>{periodStopText(row, row.seen)}</WrappingText>;
  if (silence === null) return end;
  return (
    <div>
      {end}
      <div>
        <WrappingText>{silence}</WrappingText>
      </div>
    </div>
  );
}

/** The columns of the error periods: Start, Stop, Duration, Next state. Source: DEV-042..045, ENDED1. */
export const errorColumns: readonly Column<ErrorRow>[] = [
  {
    id: 'start',
    head: 'Start',
    width: 156,
    narrow: 'title',
    shows: period('start_time'),
    cell: ({ start_time }) => <TimeText at={start_time} />,
  },
  {
    id: 'stop',
    head: 'Stop',
    width: 148,
    narrow: 'state',
    shows: period('stop_time'),
    cell: (row) => <Stop row={row} />,
  },
  {
    id: 'duration',
    head: 'Duration',
    width: 69,
    narrow: 'value',
    shows: period('duration_seconds'),
    align: 'end',
    cell: (row) => durationText(periodSeconds(row, row.seen)),
  },
  {
    id: 'next',
    head: 'Next state',
    width: 105,
    narrow: 'action',
    shows: period('next_state'),
    cell: ({ next_state }) => nextStateText(next_state),
  },
];
