import { chakra } from '@chakra-ui/react';
import { FileClock, LogIn } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SampleSession, SampleSessions } from '#edge/sampleSessions';
import { Banner } from '#ui/Banner';
import { Logo } from '#ui/Logo';
import { DropZone } from './DropZone.tsx';
import { openFile, refusalOf, type OpenedFile } from './openedFile.ts';
import { RecordingCard } from './RecordingCard.tsx';
import { REPLAY_ROOT } from './ReplayConsole.tsx';
import { SampleList } from './SampleList.tsx';

const Split = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr)' },
    gridTemplateRows: { base: 'auto minmax(0, 1fr)', md: 'minmax(0, 1fr)' },
    minHeight: '100dvh',
    bg: 'bg.shell',
    color: 'fg',
  },
});
const Side = chakra('header', {
  base: {
    display: 'flex',
    flexDirection: { base: 'row', md: 'column' },
    alignItems: { base: 'center', md: 'stretch' },
    gap: { base: '8px', md: '4px' },
    p: { base: '6px 12px', md: '12px' },
  },
});
const Brand = chakra('span', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '32px',
    ps: { md: '8px' },
    mb: { md: '8px' },
    mr: { base: 'auto', md: '0' },
  },
});
const Entry = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    height: { base: '44px', lg: '34px' },
    px: '8px',
    borderRadius: 'control',
    color: 'fg.muted',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&[aria-current=page]': { bg: 'bg.emphasized', color: 'fg', fontWeight: 600 },
  },
});
const Explanation = chakra('p', {
  base: { hideBelow: 'md', m: '12px 8px', pt: '12px', borderTop: '1px solid', borderColor: 'border', color: 'fg.muted' },
});
const Sheet = chakra('main', {
  base: {
    display: 'grid',
    alignContent: 'start',
    gap: '20px',
    minWidth: 0,
    m: { md: '8px 8px 8px 0' },
    p: { base: '16px', md: '24px 28px' },
    bg: 'bg.panel',
    border: '1px solid',
    borderColor: 'border',
    borderRadius: { md: 'sheet' },
    borderInlineWidth: { base: 0, md: '1px' },
  },
});
const Title = chakra('h1', { base: { textStyle: 'title' } });
const Aside = chakra('span', { base: { fontWeight: 400, color: 'fg.muted' } });

interface LayoutProps {
  readonly product: string;
  readonly children: ReactNode;
}

function PublicLayout({ product, children }: LayoutProps) {
  return (
    <Split>
      <title>{`Replay - ${product}`}</title>
      <Side>
        <Brand>
          <Logo name={product} />
        </Brand>
        <Entry href={REPLAY_ROOT} aria-current="page">
          <FileClock color="var(--o-colors-accent-fg)" aria-hidden="true" /> Replay
        </Entry>
        <Entry href="/">
          <LogIn aria-hidden="true" /> Sign in
        </Entry>
        <Explanation>All screens appear here when a recording is open. Commands stay off.</Explanation>
      </Side>
      <Sheet>{children}</Sheet>
    </Split>
  );
}

interface Props {
  readonly product: string;
  readonly sessions: SampleSessions;
  /** The reason why the last recording was closed, on one line; null if there is none. */
  readonly refusal: string | null;
  /** Shows a recording; resolves with the reason on one line if it cannot be shown. */
  readonly onOpen: (file: OpenedFile) => Promise<string | null>;
}

/** Renders the page `/replay`, which needs neither sign-in nor server: the drop zone, the description of a recording, and sample sessions. */
export function ReplayPage({ product, sessions, refusal, onOpen }: Props) {
  const [file, setFile] = useState<OpenedFile | null>(null);
  const [problem, setProblem] = useState(refusal);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<string | null>) => {
    setBusy(true);
    setProblem(await work().catch(refusalOf));
    setBusy(false);
  };
  const read = (name: string, load: () => Promise<Blob> | Blob) =>
    attempt(async () => {
      setFile(null);
      setFile(await openFile(await load(), name));
      return null;
    });
  const choose = (session: SampleSession) => void read(session.file, () => sessions.load(session));
  return (
    <PublicLayout product={product}>
      <Title>
        Open a recording. <Aside>No server, no sign-in.</Aside>
      </Title>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <DropZone isBusy={isBusy} onFile={(chosen) => void read(chosen.name, () => chosen)} />
      {file !== null && (
        <RecordingCard file={file} isBusy={isBusy} onRemove={() => setFile(null)} onOpen={() => void attempt(() => onOpen(file))} />
      )}
      <SampleList sessions={sessions} onChoose={choose} />
    </PublicLayout>
  );
}
