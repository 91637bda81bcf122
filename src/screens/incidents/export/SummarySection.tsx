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
    '& th': { color: 'fg.muted', fontWeight: 400, textAlign: 'start', verticalAlign: 'top', pe: '24px', whiteSpace: 'nowrap' },
    '& th, & td': { py: '6px', borderBottom: '1px solid', borderColor: 'border.muted' },
    '& td': { textAlign: 'end', overflowWrap: 'anywhere' },
  },
});
const turning = { '& .lucide-loader-circle': { animation: 'spin 1s linear infinite', _motionReduce: { animation: 'none' } } };

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
            <th scope="row">Start</th>
            <td>{dateTimeText(start)}</td>
          </tr>
          <tr>
            <th scope="row">End</th>
            <td>{dateTimeText(end)}</td>
          </tr>
          <tr>
            <th scope="row">Number of devices</th>
            <td>{numberText(chosen.length)}</td>
          </tr>
          <tr>
            <th scope="row">Devices</th>
            <td>{namesText(chosen.map(({ name }) => name)) || MISSING}</td>
          </tr>
        </tbody>
      </Table>
      <Button variant="solid" css={turning} disabled={!isReady || file.isLoading} aria-busy={file.isLoading} onClick={download}>
        {file.isLoading && <LoaderCircle aria-hidden="true" />}
        Export
      </Button>
      <DownloadProgress of={file} what="the export" />
    </Section>
  );
}
