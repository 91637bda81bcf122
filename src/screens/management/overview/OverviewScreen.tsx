import { Page } from '#ui/Page';
import { Tabs } from '#ui/Tabs';
import { ActionsTab } from './ActionsTab.tsx';
import { DevicesTab } from './DevicesTab.tsx';
import { useOverviewParameters } from './useOverviewParameters.ts';

/** The tabs of the page, verbatim. The first is the default. Source: MGMT-002, MGMT-003, MSG-120. */
const overviewTabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'actions', label: 'Actions' },
] as const;

/** Returns the tab named in the URL, or the first tab for an unknown name. */
const readTab = (name: string | null) => overviewTabs.find(({ value }) => value === name)?.value ?? 'overview';

/** The Device Management screen with the tabs Overview and Actions. Source: MGMT-001..003. */
export function OverviewScreen() {
  const [search, put] = useOverviewParameters();
  const tab = readTab(search.get('tab'));
  return (
    <Page title="Device Management">
      <div>
        <Tabs label="Device Management" tabs={overviewTabs} value={tab} onValue={(next) => put({ tab: next })}>
          {tab === 'overview' ? <DevicesTab /> : <ActionsTab />}
        </Tabs>
      </div>
    </Page>
  );
}
