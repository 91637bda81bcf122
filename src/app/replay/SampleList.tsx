import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import type { SampleSession, SampleSessions } from '#edge/sampleSessions';
import { dataSizeText } from '#domain/text/dataSize';
import { dateTimeText } from '#domain/text/dates';
import { lengthText } from '#domain/text/duration';
import { numberText } from '#domain/text/numbers';
import { Button } from '#ui/Button';
import { Section } from '#ui/Section';

const Scroll = chakra('div', { base: { overflowX: 'auto' } });
const Table = chakra('table', { base: { width: '100%', borderCollapse: 'collapse' } });
const variants = {
  isNumber: { true: { textAlign: 'end', whiteSpace: 'nowrap' } },
  // Hidden on a phone, which shows only name, note and button.
  isExtra: { true: { hideBelow: 'md' } },
} as const;
const Head = chakra('th', {
  base: { py: '6px', pe: '16px', textAlign: 'start', textStyle: 'label', color: 'fg.muted', whiteSpace: 'nowrap' },
  variants,
});
const cell = { py: '4px', pe: '16px', borderTop: '1px solid', borderColor: 'border' } as const;
const Cell = chakra('td', { base: cell, variants });
const Title = chakra('td', { base: { ...cell, fontWeight: 600, whiteSpace: { md: 'nowrap' } } });
const Time = chakra('td', { base: { ...cell, whiteSpace: 'nowrap', hideBelow: 'md' } });

interface RowProps {
  readonly session: SampleSession;
  readonly onChoose: (session: SampleSession) => void;
}

/** Returns the title of a session from its file name: `Take over`. */
function titleOf(file: string): string {
  const words = file.replace(/\.orangery$/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Row({ session, onChoose }: RowProps) {
  const { file, note, from, to, devices, size } = session;
  return (
    <tr>
      <Title>{titleOf(file)}</Title>
      <Cell>{note}</Cell>
      <Time>{dateTimeText(from)}</Time>
      <Cell isNumber isExtra>
        {lengthText(to - from)}
      </Cell>
      <Cell isNumber isExtra>
        {numberText(devices)}
      </Cell>
      <Cell isNumber isExtra>
        {dataSizeText(size)}
      </Cell>
      <Cell isNumber>
        <Button variant="link" aria-label={`Open ${titleOf(file)}`} onClick={() => onChoose(session)}>
          Open
        </Button>
      </Cell>
    </tr>
  );
}

interface Props {
  readonly sessions: SampleSessions;
  readonly onChoose: (session: SampleSession) => void;
}

/** Renders the sample sessions that are served with the console; nothing if there are none. */
export function SampleList({ sessions, onChoose }: Props) {
  const [all, setAll] = useState<readonly SampleSession[]>([]);
  useEffect(() => {
    void sessions.list().then(setAll);
  }, [sessions]);
  if (all.length === 0) return null;
  return (
    <Section title="Sample sessions" end={`${String(all.length)}, part of this console`} bare>
      <Scroll>
        <Table>
          <thead>
            <tr>
              <Head>Session</Head>
              <Head>What it shows</Head>
              <Head isExtra>Starts</Head>
              <Head isNumber isExtra>
                Length
              </Head>
              <Head isNumber isExtra>
                Devices
              </Head>
              <Head isNumber isExtra>
                Size
              </Head>
              <td />
            </tr>
          </thead>
          <tbody>
            {all.map((session) => (
              <Row key={session.file} session={session} onChoose={onChoose} />
            ))}
          </tbody>
        </Table>
      </Scroll>
    </Section>
  );
}
