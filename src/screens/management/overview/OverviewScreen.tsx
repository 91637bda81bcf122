import { Page } from '#ui/Page';
import { Tabs } from '#ui/Tabs';
import { ActionsTab } from './ActionsTab.tsx';
import { DevicesTab } from './DevicesTab.tsx';
import { overviewTabs, readTab } from './overviewTabs.ts';
import { useAddress } from './useAddress.ts';

/** Every device as the provider keeps it, and what was done to them. Source: MGMT-001..003. */
export function OverviewScreen() {
  const [search, put] = useAddress();
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
