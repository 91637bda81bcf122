import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import type { SampleSession, SampleSessions } from '#edge/sampleSessions';
import { dataSizeText } from '#domain/text/dataSize';
import { dateTimeText } from '#domain/text/dates';
import { lengthText } from '#domain/text/duration';
import { numberText } from '#domain/text/numbers';
import { Button } from '#ui/Button';
import { Section } from '#ui/Section';

const Table = chakra('div', {
  base: {
    overflowX: 'auto',
    '& table': { width: '100%', borderCollapse: 'collapse' },
    '& th': { py: '6px', pe: '16px', textAlign: 'start', textStyle: 'label', color: 'fg.muted', whiteSpace: 'nowrap' },
    '& tbody td': { py: '4px', pe: '16px', borderTop: '1px solid', borderColor: 'border' },
    '& .name': { fontWeight: 600 },
    '& :is(.name, .time)': { whiteSpace: { md: 'nowrap' } },
    // A phone shows only name, note and button.
    mdDown: { '& :is(th, td):nth-child(n + 3):not(:last-child)': { display: 'none' } },
    '& .number': { textAlign: 'end', whiteSpace: 'nowrap' },
  },
});

interface RowProps {
  readonly session: SampleSession;
  readonly onChoose: (session: SampleSession) => void;
}

/** The title of a session, from its file name: `Take over`. */
function titleOf(file: string): string {
  const words = file.replace(/\.orangery$/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Row({ session, onChoose }: RowProps) {
  const { file, note, from, to, devices, size } = session;
  return (
    <tr>
      <td className="name">{titleOf(file)}</td>
      <td>{note}</td>
      <td className="time">{dateTimeText(from)}</td>
      <td className="number">{lengthText(to - from)}</td>
      <td className="number">{numberText(devices)}</td>
      <td className="number">{dataSizeText(size)}</td>
      <td className="number">
        <Button variant="link" aria-label={`Open ${titleOf(file)}`} onClick={() => onChoose(session)}>
          Open
        </Button>
      </td>
    </tr>
  );
}

interface Props {
  readonly sessions: SampleSessions;
  readonly onChoose: (session: SampleSession) => void;
}

/** Renders the sample sessions that are served with the console; nothing without any. */
export function SampleList({ sessions, onChoose }: Props) {
  const [all, setAll] = useState<readonly SampleSession[]>([]);
  useEffect(() => {
    void sessions.list().then(setAll);
  }, [sessions]);
  if (all.length === 0) return null;
  return (
    <Section title="Sample sessions" end={`${String(all.length)}, part of this console`} bare>
      <Table>
        <table>
          <thead>
            <tr>
              <th>Session</th>
              <th>What it shows</th>
              <th>Starts</th>
              <th className="number">Length</th>
              <th className="number">Devices</th>
              <th className="number">Size</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {all.map((session) => (
              <Row key={session.file} session={session} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      </Table>
    </Section>
  );
}
