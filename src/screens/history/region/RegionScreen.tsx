import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { RegionHit } from '#contract/history';
import { deviceLink } from '#domain/addresses';
import type { Rectangle } from '#domain/history/regionHits';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { LabelledSelect } from '#ui/LabelledSelect';
import { Page } from '#ui/Page';
import { TwoColumns } from '#ui/TwoColumns';
import { useStableCallback } from '#ui/useStableCallback';
import { Awaited } from '#widgets/Awaited';
import { useOpenMoment } from '#widgets/EpisodeCells';
import { useMapNames } from '#widgets/useMapNames';
import { Found, noHits } from './Found.tsx';
import { RectangleFields } from './RectangleFields.tsx';
import { RegionPlan } from './RegionPlan.tsx';
import { SpanField } from './SpanFields.tsx';
import { STILL_SECONDS, useRegion } from './useRegion.ts';

const Line = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '12px 20px' } });
const Choices = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 20px' } });
const STILL_LABELS: Readonly<Record<string, string>> = { '30': '30 s', '60': '1 min', '300': '5 min', '900': '15 min' };

/** The Who Was Here screen: which devices were in a rectangle of a map between two times, and where they stood still; each opens its moment. */
export function RegionScreen() {
  const region = useRegion();
  const { map, mapChoices, chooseMap, maps, rectangle, chooseRectangle, span, setFrom, setTo, still, setStill, isWanted, query } = region;
  const { pathname, search } = useLocation();
  const [draws, setDraws] = useState(false);
  const nameOf = useMapNames();
  const open = useOpenMoment(`${pathname}${search}`);
  const openHit = useStableCallback(({ serial, from }: RegionHit) => open(deviceLink(serial), Date.parse(from)));
  const hits = (isWanted ? query.answer : undefined)?.result ?? noHits;
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
