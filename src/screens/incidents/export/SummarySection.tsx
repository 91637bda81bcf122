import { chakra } from '@chakra-ui/react';
import { LoaderCircle } from 'lucide-react';
import { dateTimeText } from '#domain/text/dates';
import { namesText } from '#domain/incidents/incidentExport';
import { MISSING, numberText } from '#domain/text/numbers';
import { Button } from '#ui/Button';
import { Section } from '#ui/Section';
import { DownloadProgress } from '#widgets/DownloadProgress';
import type { useExport } from './useExport.ts';

const Table = chakra('table', {
  base: {
    width: '100%',
    borderCollapse: 'collapse',
    mb: '16px',
  },
});
const cell = { py: '6px', borderBottom: '1px solid', borderColor: 'border.muted' } as const;
const Name = chakra('th', {
  base: { ...cell, color: 'fg.muted', fontWeight: 400, textAlign: 'start', verticalAlign: 'top', pe: '24px', whiteSpace: 'nowrap' },
});
const Value = chakra('td', { base: { ...cell, textAlign: 'end', overflowWrap: 'anywhere' } });
const Turning = chakra(LoaderCircle, { base: { animation: 'spin 1s linear infinite', _motionReduce: { animation: 'none' } } });

interface Props {
  readonly draft: ReturnType<typeof useExport>;
}

/** Renders "Summary" of the export (start, end, number of devices), and the button. Source: INC-075..078, OPEN-121. */
export function SummarySection({ draft: { start, end, chosen, isReady, file, download } }: Props) {
  return (
    <Section title="Summary">
      <Table aria-label="Summary">
        <tbody>
          <tr>
            <Name scope="row">Start</Name>
            <Value>{dateTimeText(start)}</Value>
          </tr>
          <tr>
            <Name scope="row">End</Name>
            <Value>{dateTimeText(end)}</Value>
          </tr>
          <tr>
            <Name scope="row">Number of devices</Name>
            <Value>{numberText(chosen.length)}</Value>
          </tr>
          <tr>
            <Name scope="row">Devices</Name>
            <Value>{namesText(chosen.map(({ name }) => name)) || MISSING}</Value>
          </tr>
        </tbody>
      </Table>
      <Button variant="solid" disabled={!isReady || file.isLoading} aria-busy={file.isLoading} onClick={download}>
        {file.isLoading && <Turning aria-hidden="true" />}
        Export
      </Button>
      <DownloadProgress of={file} what="the export" />
    </Section>
  );
}
