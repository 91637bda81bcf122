import type { ErrorPeriod } from '#contract/fleet/machine';
import { durationText } from '#domain/text/duration';
import { nextStateText } from '#domain/devices/nextState';
import type { Column } from '#ui/column';
import { TimeText } from '#widgets/TimeText';

// A period is named by its start.
const period = (field: keyof ErrorPeriod) => (row: ErrorPeriod) => `error_overview.${row.start_time}.${field}`;

/** The columns of the error periods. Source: DEV-042..045. */
export const errorColumns: readonly Column<ErrorPeriod>[] = [
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
    cell: ({ stop_time }) => (!stop_time ? 'Not yet' : <TimeText at={stop_time} />),
  },
  {
    id: 'duration',
    head: 'Duration',
    width: 69,
    narrow: 'value',
    shows: period('duration_seconds'),
    align: 'end',
    cell: ({ duration_seconds }) => durationText(duration_seconds),
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
