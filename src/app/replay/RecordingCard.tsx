import { chakra } from '@chakra-ui/react';
import { FileClock, Play, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { dataSizeText } from '#domain/text/dataSize';
import { dateTimeText, timeText } from '#domain/text/dates';
import { lengthText } from '#domain/text/duration';
import { numberText } from '#domain/text/numbers';
import { Badge } from '#ui/Badge';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { DensityTrack } from '#timeline/moment/DensityTrack';
import type { MarkKind } from '#streams/recording/timeline';
import type { OpenedFile } from './openedFile.ts';

const Card = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '14px',
    p: { base: '12px', md: '16px 20px' },
    bg: 'bg.subtle',
    borderRadius: 'sheet',
  },
});
const Head = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 12px' } });
const Title = chakra('h2', { base: { textStyle: 'section', overflowWrap: 'anywhere' } });
const End = chakra('span', { base: { display: 'flex', gap: '8px', ml: 'auto' } });
const Note = chakra('p', { base: { overflowWrap: 'anywhere' } });
const Facts = chakra('dl', { base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: '12px 20px' } });
const Name = chakra('dt', { base: { color: 'fg.muted', textStyle: 'meta' } });
const Value = chakra('dd', { base: { fontWeight: 600, overflowWrap: 'anywhere' } });
const Detail = chakra('small', { base: { display: 'block', color: 'fg.muted', textStyle: 'meta' } });

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly detail: string;
}

const Fact = ({ name, children, detail }: FactProps) => (
  <div>
    <Name>{name}</Name>
    <Value>
      {children}
      <Detail>{detail}</Detail>
    </Value>
  </div>
);

const counted = (count: number, one: string) => `${numberText(count)} ${count === 1 ? one : `${one}s`}`;
const blocksText = (count: number) =>
  count === 1 ? '1 block, its checksum is right' : `${numberText(count)} blocks, every checksum right`;

interface Props {
  readonly file: OpenedFile;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
  readonly onOpen: () => void;
}

/** Renders the description of a recording before it is opened: its user, time, size, note and damaged parts. */
export function RecordingCard({ file, isBusy, onRemove, onOpen }: Props) {
  const id = useId();
  const { info, from, to, timeline, damage } = file;
  const countOf = (kind: MarkKind) => timeline.marks.filter((mark) => mark.kind === kind).length;
  return (
    <Card aria-labelledby={id}>
      <Head>
        <FileClock aria-hidden="true" />
        <Title id={id}>{file.name}</Title>
        {damage.length === 0 && <Badge tone="online">Whole</Badge>}
        <span>{damage.length === 0 && blocksText(file.blockCount)}</span>
        <End>
          <Button variant="ghost" onClick={onRemove}>
            <X aria-hidden="true" /> Remove
          </Button>
          <Button variant="solid" disabled={isBusy} onClick={onOpen}>
            <Play aria-hidden="true" /> Open recording
          </Button>
        </End>
      </Head>
      {damage.map((line) => (
        <Banner key={line} tone="warning">
          {line}
        </Banner>
      ))}
      {info.note !== '' && <Note>{info.note}</Note>}
      <Facts>
        <Fact name="Recorded by" detail={info.recordedBy.role.replaceAll('_', ' ')}>
          {info.recordedBy.name}
        </Fact>
        <Fact name="From, to" detail={lengthText(to - from)}>
          {dateTimeText(from)} to {timeText(to)}
        </Fact>
        <Fact name="Devices" detail={info.site.company}>
          {numberText(info.devices)}
        </Fact>
        <Fact name="Events" detail={`${counted(countOf('error'), 'error')}, ${counted(countOf('command'), 'command')}`}>
          {numberText(file.eventCount)}
        </Fact>
        <Fact name="Size" detail="nothing is sent anywhere">
          {dataSizeText(file.size)}
        </Fact>
      </Facts>
      <DensityTrack from={from} to={to} shown={null} density={timeline.density} marks={timeline.marks} endWord={undefined} />
    </Card>
  );
}
