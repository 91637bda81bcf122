import { chakra } from '@chakra-ui/react';
import { Global } from '@emotion/react';
import { X } from 'lucide-react';
import { useObservableState } from 'observable-hooks';
import { useContext, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { catchError, defer, from, map, of, switchMap, type Observable } from 'rxjs';
import { selectTickedAt } from '#state/clock';
import { useAppSelector, useLogStore } from '#hooks/useAppSelector';
import { selectDeviceLabel } from '#state/referenceData';
import { Button } from '#ui/Button';
import { IconButton } from '#ui/IconButton';
import { useDismiss } from '#ui/useDismiss';
import { PlayheadContext, useTimeTravel } from '#hooks/TimeTravelContext';
import { Answer } from './Answer.tsx';
import { factOf } from '#past/values/facts';
import { focusValue, valueElement, type ShownValue } from './shownValues.ts';
import { searchValue, type Search } from '#past/values/valueSearch';
import { useZoneTexts } from '../zone/TimelineZone.tsx';
import './why.css';

const WIDTH = '364px';

const Side = chakra('aside', {
  base: {
    // The cell of the sheet in the grid of the shell; on a phone, its lower part.
    gridRow: '2 / 3',
    gridColumn: '-2 / -1',
    position: 'absolute',
    // Inside the border of the sheet.
    '--edge': '1px',
    insetBlock: { base: 'auto 0', md: 'var(--edge)' },
    insetInlineEnd: { base: 0, md: 'calc(var(--edge) + 8px)' },
    zIndex: 'docked',
    width: { base: '100%', md: WIDTH },
    maxHeight: { base: '70dvh', md: 'none' },
    minHeight: 0,
    overflow: 'auto',
    p: { base: '12px 16px 16px', md: '16px 24px' },
    bg: 'bg.panel',
    borderStyle: 'solid',
    borderWidth: { base: '1px', md: '0 0 0 1px' },
    borderColor: 'border',
    borderRadius: { md: '0 calc(var(--o-radii-sheet) - var(--edge)) calc(var(--o-radii-sheet) - var(--edge)) 0' },
    boxShadow: { base: 'dialog', lg: 'none' },
    outline: 'none',
  },
  variants: { past: { true: { '--edge': '3px' } } },
});
const Head = chakra('div', { base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: '32px' } });
const Title = chakra('h2', { base: { fontSize: '16px', lineHeight: '24px', fontWeight: 600 } });
const Failed = chakra('div', { base: { display: 'grid', justifyItems: 'start', gap: '12px', pt: '12px' } });
const Whose = chakra('p', { base: { textStyle: 'meta', color: 'fg.subtle' } });

const attribute = (name: string, value: string) => `[data-${name}="${CSS.escape(value)}"]`;

/** Outlines the explained value, even after the screen has rendered it again. */
function AskedValue({ serial, shows, label }: ShownValue) {
  const head = label === shows ? '' : attribute('head', label);
  const asked = `${attribute('of', serial)} ${attribute('shows', shows)}${head}`;
  const outline = {
    outline: '2px solid var(--o-colors-fg)',
    outlineOffset: '2px',
    borderRadius: 'var(--o-radii-control)',
    background: 'var(--o-colors-bg-emphasized)',
  };
  // A cell has no room around it.
  return <Global styles={{ [asked]: outline, [`${asked}:is(td)`]: { outlineOffset: '-2px' } }} />;
}

/** While the panel is open, the sheet leaves room for it if there is enough. */
function useRoomInSheet(): HTMLElement | null {
  const [sheet] = useState(() => document.getElementById('sheet'));
  useLayoutEffect(() => {
    sheet?.toggleAttribute('data-beside', true);
    return () => void sheet?.toggleAttribute('data-beside', false);
  }, [sheet]);
  return sheet?.parentElement ?? null;
}

/** Takes the focus while the panel is open, and returns it afterwards. */
function useFocusMeanwhile() {
  const part = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { activeElement: before } = document;
    part.current?.focus();
    return () => {
      if (!(before instanceof HTMLElement) || !before.isConnected) return;
      if (before === valueElement(before)) focusValue(before);
      else before.focus();
    };
  }, []);
  return part;
}

interface Props {
  readonly value: ShownValue;
  readonly onClose: () => void;
}

/** Renders the panel "Why does it say that?" next to the screen: the event that set a value, with a link to its moment. */
export function WhyPanel({ value, onClose }: Props) {
  const { serial, shows, label } = value;
  const { recorded, ports, isPast } = useTimeTravel();
  const playhead = useContext(PlayheadContext);
  const store = useLogStore();
  const device = useAppSelector((s) => (serial === null || serial === undefined ? undefined : selectDeviceLabel(s, serial)));
  const { time } = useZoneTexts();
  const part = useFocusMeanwhile();
  const beside = useRoomInSheet();
  useDismiss(part, null, (by) => by === 'escape' && onClose());
  // The explanation remains that of its moment, even when the screens show another moment.
  const [{ fact, search$, askedAt }] = useState(() => {
    const known = factOf(shows);
    const until = playhead.kind === 'past' ? playhead.moment : null;
    const found$: Observable<NamedSearch | 'failed'> | null =
      known === null
        ? null
        : defer(() => Promise.all([recorded(), ports.names()])).pipe(
            switchMap(([blocks, { calls }]) =>
              from(searchValue(blocks, { serial, fact: known }, until)).pipe(map((search) => ({ search, calls }))),
            ),
            catchError(() => of('failed' as const)),
          );
    return { fact: known, search$: found$, askedAt: playhead.kind === 'past' ? playhead.moment.at : selectTickedAt(store.getState()) };
  });
  const [attempt, setAttempt] = useState(0);
  if (beside === null || fact === null || search$ === null) return null;
  return createPortal(
    <Side ref={part} className="why" past={isPast} aria-label="Why does it say that?" tabIndex={-1}>
      <AskedValue {...value} />
      <Head>
        <Title>Why does it say that?</Title>
        <IconButton aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </Head>
      <Whose>
        {device === undefined ? serial : `${device}, ${serial}`}, {label}, at {time(askedAt)}
      </Whose>
      <Found key={attempt} search$={search$} fact={fact} askedAt={askedAt} onRetry={() => setAttempt(attempt + 1)} />
    </Side>,
    beside,
  );
}

/** A search, and the calls by name. */
interface NamedSearch extends Pick<Parameters<typeof Answer>[0], 'calls'> {
  readonly search: Search;
}

interface FoundProps extends Pick<Parameters<typeof Answer>[0], 'fact' | 'askedAt'> {
  readonly search$: Observable<NamedSearch | 'failed'>;
  readonly onRetry: () => void;
}

function Found({ search$, fact, askedAt, onRetry }: FoundProps) {
  const { time } = useZoneTexts();
  const named = useObservableState(search$);
  if (named === 'failed')
    return (
      <Failed role="alert">
        The recording could not be read.
        <Button variant="outline" onClick={onRetry}>
          Try Again
        </Button>
      </Failed>
    );
  if (named?.search.kind === 'found') return <Answer found={named.search.found} fact={fact} askedAt={askedAt} calls={named.calls} />;
  return (
    <Whose role="status">
      {named === undefined ? 'Searching the recording' : `Searching the recording, back to ${time(named.search.backTo)}`}
    </Whose>
  );
}
