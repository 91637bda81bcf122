import { screenAddress } from '#domain/addresses';
import { chakra } from '@chakra-ui/react';
import { getMapDetail } from '#contract/map';
import { useFeature } from '#hooks/features';
import { useIsPast } from '#hooks/IntentContext';
import { useAnswer, type Answered } from '#hooks/useAnswer';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Page } from '#ui/Page';
import { SavingPartsContext, useSavingParts } from '#ui/SavingContext';
import { Tabs } from '#ui/Tabs';
import { Awaited } from '#widgets/Awaited';
import { BackLink } from '#widgets/BackLink';
import { ChangelogTab } from './ChangelogTab.tsx';
import { LayersTab } from './LayersTab.tsx';
import { MapChoices } from './MapChoices.tsx';
import { MapEnds } from './MapEnds.tsx';
import { AssignMap } from '../upload/AssignMap.tsx';
import { UploadForm } from '../upload/UploadForm.tsx';
import { tabs } from './tabs.ts';
import { useMapChoice } from './useMapChoice.ts';
import { ViewTab } from './ViewTab.tsx';
import { otherParts } from '#domain/places/mapVersion';

const TEXT = `${otherParts.slice(0, -1).join(', ')} and ${otherParts.at(-1) ?? ''} are version numbers alone where the file of the map holds nothing of them.`;

/** Lists the parts of a version that may be plain numbers, if the server accepts map files according to these rules. Source: PART91. */
function NumbersOnly() {
  return useFeature('map_upload') ? <Banner tone="quiet">{TEXT}</Banner> : null;
}

const Back = chakra('div', { base: { mb: '-20px', textStyle: 'meta' } });
const NO_MAPS = 'There are no maps.';
const UNKNOWN = 'This map is not known.';
const NO_VERSIONS = 'This map has no versions.';
const ARCHIVED = 'This map is archived: it stays readable, and is in no choice.';
const LOADING_FAILED = 'Loading failed';

/** The link back to all maps. */
const back = (
  <Back>
    <BackLink to={screenAddress('/maps/maps')}>Overview Maps</BackLink>
  </Back>
);

/** Renders why the map or its versions could not be loaded; an unknown map has no retry button. */
function Failure({ of: { failure, refresh } }: { readonly of: Pick<Answered<unknown>, 'failure' | 'refresh'> }) {
  if (failure === undefined) return null;
  if (failure.status === 404) return <Banner tone="warning">{UNKNOWN}</Banner>;
  return (
    <Banner tone="warning" action={<Button onClick={refresh}>Try Again</Button>}>
      {LOADING_FAILED}
    </Banner>
  );
}

/** The Map Detail screen: the plan of a map in a version, the versions of its layers, and its changelog; "This map is not known." Source: MAP-014..031. */
export function MapDetailScreen() {
  const choice = useMapChoice();
  const isPast = useIsPast();
  const { id, shown, versions, ids, tab } = choice;
  const known = useAnswer(getMapDetail, { id: id ?? '' }, {}, { isWanted: id !== null });
  useFailureAlert(versions.failure);
  const awaited = <Awaited query={versions} none={NO_VERSIONS} />;
  const isOffered = useFeature('map_upload');
  const canUpload = isOffered && known.answer !== undefined;
  // Opening the past, which may not contain the map, loses neither the selected file nor an upload in progress.
  const isUploading = isOffered && (canUpload || isPast) && choice.isUploading;
  const refresh = () => {
    versions.refresh();
    known.refresh();
  };
  const { isPartSaving, hold } = useSavingParts();
  const choices = <MapChoices choice={choice} canUpload={canUpload} isUploading={isUploading} isSaving={isPartSaving} />;
  return (
    <Page title={known.answer?.detail.name ?? id ?? 'Map Detail'} above={back} actions={choices}>
      {known.answer?.detail.archived === true && <Banner tone="quiet">{ARCHIVED}</Banner>}
      {shown.warning !== null && <Banner tone="warning">{shown.warning}</Banner>}
      <Failure of={id === null ? ids : versions} />
      {id === null && <Awaited query={ids} none={NO_MAPS} />}
      {id !== null && isUploading && (
        <SavingPartsContext value={hold}>
          <UploadForm key={id} map={id} onUploaded={refresh} />
        </SavingPartsContext>
      )}
      {id !== null && !isUploading && (
        <div>
          <Tabs label="Map" tabs={tabs} value={tab} onValue={choice.chooseTab}>
            {tab !== 'view' && <NumbersOnly />}
            {tab === 'view' && (shown.isKnown ? <ViewTab id={id} choice={choice} layers={known.answer?.detail.layers ?? []} /> : awaited)}
            {tab === 'layers' && <LayersTab query={known} shown={shown.full} />}
            {tab === 'changelog' && (shown.isKnown ? <ChangelogTab id={id} version={shown.version} /> : awaited)}
          </Tabs>
          <AssignMap key={id} id={id} />
          {known.answer !== undefined && <MapEnds key={`ends of ${id}`} map={known.answer.detail} onChanged={refresh} />}
        </div>
      )}
    </Page>
  );
}
