import { chakra } from '@chakra-ui/react';
import { Sprout } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { type Feature, getMapGeojson, type MapLayer } from '#contract/map';
import { getCropState } from '#contract/treatment';
import { dateTimeText } from '#domain/dates';
import { useAnswer } from '#state/useAnswer';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ErrorBoundary } from '#ui/ErrorBoundary';
import { Skeleton } from '#ui/Skeleton';
import { LabelledSelect } from './LabelledSelect.tsx';
import type { MapChoice } from './useMapChoice.ts';

// It brings the whole of the map's drawing: only those who see a plan wait for it.
const MapView = lazy(async () => ({ default: (await import('#map/MapView')).MapView }));

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 20px', mb: '12px' } });
const offered = ['lane', 'walkway', 'gutter', 'obstacle', 'node', 'connection', 'waypoint', 'crop'] as const;
const noCrop: readonly Feature[] = [];
const waiting = (
  <div role="status" aria-label="Loading">
    <Skeleton width="100%" />
  </div>
);
const NOT_BUILT = 'Map could not be generated';

/** The choices of a layer, newest first, with the one that is asked for. */
function choicesOf(layers: readonly MapLayer[], name: string, chosen: string): readonly string[] {
  const own = layers.find((layer) => layer.name === name)?.versions.toReversed() ?? [];
  return own.includes(chosen) ? own : [chosen, ...own];
}

/** When the crop state that is shown was calculated. */
function calculatedAt(crop: readonly Feature[]): string | null {
  const at = crop[0]?.properties['calculated_at'];
  return typeof at === 'string' ? `Crop state calculated ${dateTimeText(at)}` : null;
}

interface Props {
  readonly id: string;
  readonly choice: MapChoice;
  readonly layers: readonly MapLayer[];
}

/** The plan of a map in its version, with its gutters and obstacles as they were in any version of theirs. Source: MAP-018..021, MAP-027..029. */
export function ViewTab({ id, choice: { shown, gutter, obstacle, choose }, layers }: Props) {
  const versions = { gutter_version: gutter ?? undefined, obstacle_version: obstacle ?? undefined };
  const plan = useAnswer(getMapGeojson, { id, version: shown.version }, versions, { isWanted: shown.isKnown });
  const crop = useAnswer(getCropState, {}, { map_id: id, map_version: shown.version }, { isWanted: shown.isKnown });
  const features = crop.answer?.crop_state.features ?? noCrop;
  const selectorOf = (label: string, name: 'gutter' | 'obstacle', chosen: string | null) =>
    chosen !== null && (
      <LabelledSelect
        label={label}
        choices={choicesOf(layers, name, chosen)}
        value={chosen}
        onValue={(value) => choose(`${name}_version`, value)}
      />
    );
  return (
    <>
      <Row>
        {selectorOf('Gutter version', 'gutter', gutter)}
        {selectorOf('Obstacle version', 'obstacle', obstacle)}
        <Button aria-busy={crop.isAsking} disabled={!shown.isKnown} onClick={crop.refresh}>
          <Sprout aria-hidden="true" />
          Recalculate Crop State
        </Button>
        <chakra.span role="status" textStyle="meta" color="fg.subtle">
          {crop.failure === undefined ? calculatedAt(features) : 'The crop state could not be calculated.'}
        </chakra.span>
      </Row>
      {plan.failure !== undefined && <Banner tone="error">{NOT_BUILT}</Banner>}
      {plan.isUnknown && <Banner tone="quiet">Not known at that time</Banner>}
      {plan.isLoading && waiting}
      {plan.failure === undefined && plan.answer !== undefined && (
        <ErrorBoundary>
          <Suspense fallback={waiting}>
            <MapView label="Map" plan={plan.answer.layers} crop={features} offered={offered} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
