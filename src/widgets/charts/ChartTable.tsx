import { chakra } from '@chakra-ui/react';
import { chartRows, type Charted, onlineShare, onlineTimes } from '#domain/history/chartReadout';
import { percentText } from '#domain/text/numbers';
import { batteryText, codesText, groupText, momentText, speedText } from './chartTexts.ts';

/** Maximum number of rows per span; more would not be read. */
const ROWS = 48;

const Box = chakra('div', { base: { '&[tabindex]': { height: '100%', overflowY: 'auto' } } });
const Table = chakra('table', {
  base: { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums', fontSize: { base: '13px', md: '14px' } },
});
const Head = chakra('th', {
  base: { position: 'sticky', top: 0, bg: 'bg.panel', textAlign: 'start', py: '6px', pe: '12px', color: 'fg.muted', textStyle: 'label' },
});
const Cell = chakra('td', { base: { py: '7px', pe: '12px', borderTop: '1px solid', borderColor: 'border.muted' } });
const Moment = chakra('button', {
  base: {
    color: 'accent.fg',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    whiteSpace: 'nowrap',
    minHeight: { base: '32px', lg: 'auto' },
  },
});

interface Props {
  readonly label: string;
  readonly charted: Charted;
  /** The current time, in ms since epoch; no data are later. */
  readonly now: number;
  /** Opens a moment; the times are then buttons, otherwise text. */
  readonly onMoment?: ((at: number) => void) | undefined;
}

/** Renders the data of charts as a table, with one row for each part of the span that has reports. */
export function ChartTable({ label, charted, now, onMoment }: Props) {
  const online = onlineTimes(charted, now);
  const { stepMs } = charted;
  return (
    <Box {...(onMoment === undefined ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 })}>
      <Table aria-label={label}>
        <thead>
          <tr>
            {['From', 'Battery', 'Speed', 'Activity', 'Errors', 'Online'].map((word) => (
              <Head key={word} scope="col">
                {word}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {chartRows(charted, ROWS).map((row) => (
            <tr key={row.from}>
              <Cell>
                {onMoment === undefined ? (
                  momentText(row.from, stepMs)
                ) : (
                  <Moment type="button" title="Open this moment" onClick={() => onMoment(row.from)}>
                    {momentText(row.from, stepMs)}
                  </Moment>
                )}
              </Cell>
              <Cell>{batteryText(row)}</Cell>
              <Cell>{speedText(row)}</Cell>
              <Cell>{groupText(row)}</Cell>
              <Cell>{codesText(row)}</Cell>
              <Cell>{percentText(onlineShare(online, row, now))}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}
