import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { AnswerOf } from '#contract/call';
import type { getHistoryRegion, RegionHit } from '#contract/history';
import { deviceLink } from '#domain/addresses';
import type { Rectangle } from '#domain/history/regionHits';
import { dateTimeText, instantMs } from '#domain/text/dates';
import { countText } from '#domain/text/labels';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { LabelledSelect } from '#ui/LabelledSelect';
import { Page } from '#ui/Page';
import { Section } from '#ui/Section';
import { DataTable } from '#ui/table/DataTable';
import { TwoColumns } from '#ui/TwoColumns';
import { useStableCallback } from '#ui/useStableCallback';
import { Awaited } from '#widgets/Awaited';
import { useOpenMoment } from '#widgets/EpisodeCells';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { requestedTableState } from '#widgets/requestedTableState';
import { useMapNames } from '#widgets/useMapNames';
import { columns } from './columns.tsx';
import { RectangleFields } from './RectangleFields.tsx';
import { RegionPlan } from './RegionPlan.tsx';
import { SpanField } from './SpanFields.tsx';
import { STILL_SECONDS, useRegion } from './useRegion.ts';

const Line = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '12px 20px' } });
const Choices = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 20px' } });
const Hint = chakra('p', { base: { color: 'fg.muted', textStyle: 'meta' } });

const MAP_RULE =
  'Reports name no map: a device counts on this one while it worked at its location, unless a treatment or its newest report names another.';
const TOO_MANY = 'This time has too many reports to be searched at once: choose a shorter one.';
const STILL_LABELS: Readonly<Record<string, string>> = { '30': '30 s', '60': '1 min', '300': '5 min', '900': '15 min' };

const none: readonly RegionHit[] = [];
const keyOfRow = ({ kind, serial, from }: RegionHit) => `${kind} ${serial} ${from}`;
const NEWEST_FIRST = { id: 'from', desc: true };

interface NotSeenProps {
  readonly answer: AnswerOf<typeof getHistoryRegion> | undefined;
  readonly from: number;
}

/** Renders what the search could not see: what is not held any more, cannot be read, or is left out. */
function NotSeen({ answer, from }: NotSeenProps) {
  const held = instantMs(answer?.held_from);
  const unreadable = answer?.unreadable ?? [];
  return (
    <>
      {answer !== undefined && held === null && <Banner tone="quiet">The history holds no reports.</Banner>}
      {held !== null && held > from && <Banner tone="quiet">{`Reports from before ${dateTimeText(held)} are not held any more.`}</Banner>}
      {unreadable.length > 0 && (
        <Banner tone="warning">{`${countText(unreadable.length, 'file')} of this time cannot be read and ${unreadable.length === 1 ? 'was' : 'were'} left out.`}</Banner>
      )}
      <OlderLeftOut answer={answer} what="hit" />
    </>
  );
}

interface FoundProps {
  readonly region: ReturnType<typeof useRegion>;
  readonly onOpen: (hit: RegionHit) => void;
}

/** Renders what the search found. */
function Found({ region: { rectangle, span, isWanted, query }, onOpen }: FoundProps) {
  const answer = isWanted ? query.answer : undefined;
  const hits = answer?.result ?? none;
  const state = requestedTableState(query);
  const emptyText = rectangle === null ? 'Draw a rectangle on the plan, or write its edges' : 'No device was in this rectangle';
  return (
    <Section title="Found" bare end={answer === undefined ? undefined : hits.length}>
      <NotSeen answer={answer} from={span.from} />
      {query.failure?.status === 413 && <Banner tone="warning">{TOO_MANY}</Banner>}
      <DataTable
        {...state}
        status={isWanted ? state.status : 'ready'}
        name="history-region"
        label="Hits"
        columns={columns}
        rows={hits}
        rowKey={keyOfRow}
        pageSize={20}
        sortedBy={NEWEST_FIRST}
        emptyText={(isWanted ? state.emptyText : undefined) ?? emptyText}
        onRow={onOpen}
      />
      <Hint>{MAP_RULE}</Hint>
    </Section>
  );
}

/** The Who Was Here screen: which devices were in a rectangle of a map between two times, and where they stood still; each opens its moment. */
export function RegionScreen() {
  const region = useRegion();
  const { map, mapChoices, chooseMap, maps, rectangle, chooseRectangle, span, setFrom, setTo, still, setStill, isWanted, query } = region;
  const { pathname, search } = useLocation();
  const [draws, setDraws] = useState(false);
  const nameOf = useMapNames();
  const open = useOpenMoment(`${pathname}${search}`);
  const openHit = useStableCallback(({ serial, from }: RegionHit) => open(deviceLink(serial), Date.parse(from)));
  const hits = (isWanted ? query.answer : undefined)?.result ?? none;
  const take = (next: Rectangle | null) => {
    setDraws(false);
    chooseRectangle(next);
  };
  return (
    <Page>
      {map === null && maps.failure === undefined && <Awaited query={maps} none="There are no maps." />}
      {map === null && maps.failure !== undefined && (
        <Banner tone="warning" action={<Button onClick={maps.refresh}>Try Again</Button>}>
          Loading failed
        </Banner>
      )}
      {map !== null && (
        <>
          <Choices>
            <LabelledSelect label="Map" choices={mapChoices} labelOf={nameOf} value={map} onValue={chooseMap} />
            <LabelledSelect
              label="Standstill of at least"
              choices={STILL_SECONDS}
              labelOf={(seconds) => STILL_LABELS[seconds] ?? seconds}
              value={still}
              onValue={setStill}
            />
          </Choices>
          <Line>
            <SpanField label="From" at={span.from} newest={span.newest} onAt={setFrom} />
            <SpanField label="Until" at={span.to} newest={span.newest} onAt={setTo} problem={span.problem} />
          </Line>
          <TwoColumns
            wide={
              <>
                <RegionPlan key={map} {...{ map, rectangle, hits, draws }} onRectangle={take} onDraws={setDraws} onOpen={openHit} />
                <RectangleFields rectangle={rectangle} onRectangle={take} />
              </>
            }
            side={<Found region={region} onOpen={openHit} />}
          />
        </>
      )}
    </Page>
  );
}
