import { chakra } from '@chakra-ui/react';
import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { getMapDetail } from '#contract/map';
import { useAnswer } from '#state/useAnswer';
import { Banner } from '#ui/Banner';
import { Page } from '#ui/Page';
import { Tabs } from '#ui/Tabs';
import { ChangelogTab } from './ChangelogTab.tsx';
import { LabelledSelect } from './LabelledSelect.tsx';
import { LayersTab } from './LayersTab.tsx';
import { tabs } from './tabs.ts';
import { useMapChoice } from './useMapChoice.ts';
import { ViewTab } from './ViewTab.tsx';

const Back = chakra('div', {
  base: {
    mb: '-16px',
    textStyle: 'meta',
    '& a': { display: 'inline-flex', alignItems: 'center', gap: '4px', minHeight: { base: '44px', lg: '24px' } },
    '& svg': { width: '14px', height: '14px' },
  },
});
const NO_MAPS = 'There are no maps.';
const UNKNOWN = 'This map is not known.';
const LOADING_FAILED = 'Loading failed';

/** One map: its plan in a version, the versions of its layers, and how they came to be. Source: MAP-014..031. */
export function MapDetailScreen() {
  const choice = useMapChoice();
  const { id, idChoices, shown, versions, ids, tab } = choice;
  const known = useAnswer(getMapDetail, { id: id ?? '' }, {}, { isWanted: id !== null });
  const failure = versions.failure ?? (id === null ? ids.failure : undefined);
  const selectors = (
    <>
      {id !== null && <LabelledSelect label="Map" choices={idChoices} value={id} onValue={(value) => choice.choose('map_id', value)} />}
      <LabelledSelect
        label="Version"
        choices={shown.choices}
        value={shown.version}
        onValue={(value) => choice.choose('map_version', value)}
      />
    </>
  );
  return (
    <Page title={known.answer?.detail.name ?? id ?? 'Map Detail'} actions={selectors}>
      <Back>
        <Link to="/maps/maps">
          <ChevronLeft aria-hidden="true" />
          Overview Maps
        </Link>
      </Back>
      {shown.warning !== null && <Banner tone="warning">{shown.warning}</Banner>}
      {failure !== undefined && <Banner tone="warning">{failure.status === 404 ? UNKNOWN : LOADING_FAILED}</Banner>}
      {id === null && ids.answer !== undefined && <Banner tone="quiet">{NO_MAPS}</Banner>}
      {id !== null && (
        <div>
          <Tabs label="Map" tabs={tabs} value={tab} onValue={choice.chooseTab}>
            {tab === 'view' && <ViewTab id={id} choice={choice} layers={known.answer?.detail.layers ?? []} />}
            {tab === 'layers' && <LayersTab asked={known} shown={shown.full} />}
            {tab === 'changelog' && <ChangelogTab id={id} shown={shown} />}
          </Tabs>
        </div>
      )}
    </Page>
  );
}
