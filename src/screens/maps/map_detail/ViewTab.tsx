import { chakra } from '@chakra-ui/react';
import { Sprout } from 'lucide-react';
import { useMemo } from 'react';
import type { AnswerOf } from '#contract/call';
import { type Feature, type MapLayer } from '#contract/map';
import { getCropState } from '#contract/fleet/treatment';
import { dateTimeText } from '#domain/text/dates';
import { partFeatures } from '#map/partFeatures';
import { useFeature } from '#hooks/features';
import { useAnswer, type Answered } from '#hooks/useAnswer';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { useIsPast } from '#hooks/IntentContext';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { PlanFailure } from '#widgets/PlanFailure';
import { PlanView } from '#widgets/PlanView';
import { usePlan } from '#widgets/usePlan';
import { WhoWasHere } from '#widgets/WhoWasHere';
import { Awaited } from '#widgets/Awaited';
import { LabelledSelect } from '#ui/LabelledSelect';
import type { MapChoice } from './useMapChoice.ts';

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 20px', mb: '12px' } });
const offered = ['site', 'lane', 'walkway', 'gutter', 'obstacle', 'node', 'connection', 'waypoint', 'crop'] as const;
const withParts = [...offered, 'parts'] as const;
const noCrop: readonly Feature[] = [];

/** Returns the versions of a layer, newest first, preceded by the selected one if it is not among them. */
function choicesOf(layers: readonly MapLayer[], name: string, chosen: string): readonly string[] {
  const own = layers.find((layer) => layer.name === name)?.versions?.toReversed() ?? [];
  return own.includes(chosen) ? own : [chosen, ...own];
}

/** Returns when the crop state was calculated, or why there is none; null for an unknown time. */
function cropWords({ answer, failure, isUnknown }: Answered<AnswerOf<typeof getCropState>>): string | null {
  if (failure !== undefined) return 'The crop state could not be calculated.';
  if (isUnknown) return 'The crop state was not known at that time.';
  if (answer === undefined) return 'The crop state is being calculated.';
  const [first] = answer.crop_state.features;
  if (first === undefined) return 'There is no crop state.';
  const at = first.properties['calculated_at'];
  return typeof at === 'string' ? `Crop state calculated ${dateTimeText(at)}` : null;
}

interface Props {
  readonly id: string;
  readonly choice: MapChoice;
  readonly layers: readonly MapLayer[];
}

/**
 * Renders the Map View tab: the plan of a map in its version, with gutters and obstacles in any of their layer versions, and the crop state. Source:
 * MAP-018..021, MAP-027..029.
 */
export function ViewTab({ id, choice: { shown, gutter, obstacle, choose }, layers }: Props) {
  // Other pages that draw the plan omit these parts, because the manufacturer's data in them may be large.
  const parts = useFeature('map_parts') ? ('all' as const) : undefined;
  const wanted = { gutter_version: gutter ?? undefined, obstacle_version: obstacle ?? undefined, parts };
  const isPossible = !useIsPast();
  const { plan, warning, version } = usePlan({ id, version: shown.version, warning: null }, wanted);
  useFailureAlert(plan.failure);
  // For an unlisted version, the crop state waits until the shown version is known.
  const of = shown.full === '' ? version : shown.version;
  const crop = useAnswer(getCropState, {}, { map_id: id, map_version: of ?? shown.version }, { isWanted: of !== null });
  useFailureAlert(crop.failure);
  const features = crop.answer?.crop_state.features ?? noCrop;
  const given = plan.answer?.parts;
  const others = useMemo(() => partFeatures(given), [given]);
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
        <Button aria-busy={crop.isPending} disabled={!isPossible} onClick={crop.refresh}>
          <Sprout aria-hidden="true" />
          Recalculate Crop State
        </Button>
        <WhoWasHere map={id} />
        <chakra.span role="status" textStyle="meta" color="fg.subtle">
          {cropWords(crop)}
        </chakra.span>
      </Row>
      {warning !== null && <Banner tone="warning">{warning}</Banner>}
      {plan.failure !== undefined && <PlanFailure onRetry={plan.refresh} />}
      {plan.answer === undefined && !plan.isLoading && <Awaited query={plan} />}
      {plan.failure === undefined && (plan.answer !== undefined || plan.isLoading) && (
        <PlanView label="Map" plan={plan.answer?.layers} crop={features} parts={others} offered={others.length > 0 ? withParts : offered} />
      )}
    </>
  );
}
