import { chakra } from '@chakra-ui/react';
import { ArrowLeftRight } from 'lucide-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { ageText } from '#domain/text/duration';
import { Banner } from '#ui/Banner';
import { IconButton } from '#ui/IconButton';
import { Page } from '#ui/Page';
import { SearchField } from '#ui/SearchField';
import { useTableExport } from '#ui/table/TableExport';
import type { EarlierMoment } from '#widgets/EarlierMoment';
import { MomentField } from '../moment/MomentField.tsx';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { SaveSpan } from './SaveSpan.tsx';
import { ChangeLists, columnsOf, rowsOf, savedColumnsOf } from './ChangeLists.tsx';
import { changesBetween, changesWith } from '#past/values/changes';
import { ComparedFigures } from './ComparedFigures.tsx';
import { ComparedPlan } from './ComparedPlan.tsx';
import { sitesOf } from './comparedSites.ts';
import { useSettledMoments, useSwap, type ComparedMoments } from './useComparedMoments.ts';
import { TimelineZoneProvider, useZoneTexts } from '../zone/TimelineZone.tsx';
import { useMark } from './useMark.ts';

/** The letter of a compared moment: A is outlined, B is filled. */
const Letter = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    width: '20px',
    height: '20px',
    border: '1.5px solid',
    borderColor: 'fg',
    borderRadius: '5px',
    fontSize: '12px',
    fontWeight: 700,
    lineHeight: 1,
  },
  variants: { filled: { true: { bg: 'fg', color: 'bg.panel' } } },
});

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 10px',
  },
});
const Moment = chakra('span', {
  base: { display: 'flex', alignItems: 'center', gap: '8px', flex: { base: '1 1 calc(100% - 54px)', md: '0 0 auto' } },
});
const Time = chakra(MomentField, { base: { flex: 1, minWidth: '208px' } });
const Between = chakra('span', { base: { color: 'fg.muted', whiteSpace: 'nowrap', mr: 'auto' } });
const Find = chakra('div', { base: { display: 'grid', flex: { base: '1 1 140px', md: '0 1 220px' } } });

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 44fr) minmax(0, 56fr)' },
    gap: '20px 32px',
    alignItems: 'start',
  },
});

const Where = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    minWidth: 0,
    // Remains below the banner of the past while the lists scroll.
    lg: { position: 'sticky', top: '60px' },
  },
});

const HOW = 'Mark a moment as A in the timeline (T), and go to another one: what changed between them is shown here.';
const SAME = 'Nothing that the console knew at both moments differs.';
const NO_MATCH = 'No change matches.';

interface ComparisonProps extends ComparedMoments {
  /** Shown before search and menu: the two moments. */
  readonly children: ReactNode;
}

/** Renders the heading, the plan and the differences between two moments, which can be searched, copied and saved. */
function Comparison({ from, to, children }: ComparisonProps) {
  const moments = useSettledMoments(from, to);
  const [wanted, setWanted] = useState('');
  const columns = useMemo(() => columnsOf(moments), [moments]);
  const changes = useMemo(() => changesBetween(moments.from.state, moments.to.state), [moments]);
  const sites = useMemo(() => sitesOf(moments.to.state), [moments]);
  const rows = useMemo(() => rowsOf(changesWith(changes, wanted)), [changes, wanted]);
  const saved = useMemo(() => savedColumnsOf(columns), [columns]);
  const exportMenu = useTableExport({ label: 'changes', name: 'changes', columns: saved, rows });
  return (
    <>
      <Head>
        {children}
        <Find>
          <SearchField label="Find changes" placeholder="Device, value" value={wanted} onValue={setWanted} />
        </Find>
        {exportMenu}
      </Head>
      <Columns>
        <Where>
          <Plan moments={moments} sites={sites} />
          <Figures moments={moments} sites={sites} />
        </Where>
        <Lists columns={columns} rows={rows} moments={moments} none={changes.length === 0 ? SAME : NO_MATCH} />
      </Columns>
    </>
  );
}
// B changes with every frame while the past is played; these parts render only when the comparison does.
const Plan = memo(ComparedPlan);
const Figures = memo(ComparedFigures);
const Lists = memo(ChangeLists);

interface MarkedProps {
  readonly earlier: EarlierMoment;
  readonly mark: (moment: EarlierMoment) => void;
  readonly markAt: (at: number) => void;
}

/** Renders the two moments, each editable and both swappable, and their comparison. */
function MarkedMoments({ earlier, mark, markAt }: MarkedProps) {
  const { send } = useTimeTravel();
  const { to, swap } = useSwap(earlier, mark);
  return (
    <Comparison from={earlier} to={to}>
      <Moment>
        <Letter aria-hidden="true">A</Letter>
        <Time label="Time of A" at={earlier.at} beginsAt={() => earlier.at} onTime={markAt} />
      </Moment>
      <IconButton aria-label="Swap A and B" onClick={swap}>
        <ArrowLeftRight aria-hidden="true" />
      </IconButton>
      <Moment>
        <Letter filled aria-hidden="true">
          B
        </Letter>
        <Time label="Time of B" at={to.at} beginsAt={() => to.at} onTime={(at) => send({ kind: 'seek', at })} />
      </Moment>
      <Between>{ageText(Math.abs(to.at - earlier.at))} between</Between>
      <SaveSpan earlierAt={earlier.at} />
    </Comparison>
  );
}

/**
 * Renders the Compare Moments page: the fields of moment A and of the shown one, swap, search, save, and the changes between the two moments. Without A, it
 * explains how to mark one.
 */
export function ComparePage() {
  return (
    <TimelineZoneProvider>
      <Content />
    </TimelineZoneProvider>
  );
}

function Content() {
  const { dateTime } = useZoneTexts();
  const { earlier, mark, markAt, wanted, problem } = useMark();
  return (
    <Page>
      <h2 className="sr">Two moments</h2>
      {problem !== null && <Banner tone="warning">{problem}</Banner>}
      {earlier !== null && <MarkedMoments earlier={earlier} mark={mark} markAt={markAt} />}
      {earlier === null && <Banner tone="quiet">{wanted === null ? HOW : `Looking for ${dateTime(wanted)} in the recording.`}</Banner>}
    </Page>
  );
}
