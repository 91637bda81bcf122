import { chakra } from '@chakra-ui/react';
import { BellOff } from 'lucide-react';
import { useContext, useState } from 'react';
import { getAllDevices } from '#contract/devices/device';
import { getMobilePushState } from '#contract/notification';
import { outcomeText } from '#domain/text/alertText';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { foundBy, namedDevices } from '#domain/devices/deviceList';
import { locationName } from '#domain/places/locationName';
import { isPushDevice, mayEnable, noSubscriptionsText, pushRows, pushWarning } from '#domain/people/pushSelection';
import { selectLocationNames } from '#state/referenceData';
import { PushContext } from '#hooks/PushContext';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useIsPast } from '#hooks/IntentContext';
import { useProductNames } from '#hooks/productNames';
import { Banner } from '#ui/Banner';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { SearchField } from '#ui/SearchField';
import { FillStep } from '#widgets/FillStep';
import { polledTableState } from '#widgets/polledTableState';
import { columns } from './columns.tsx';
import { ChangeContext, type PushLine } from './pushLine.ts';
import { ReceiversSection } from './ReceiversSection.tsx';
import { usePushSettings } from './usePushSettings.ts';

const Search = chakra('div', { base: { width: { base: 'min(420px, calc(100vw - 48px))', md: '300px' } } });

const keyOfLine = ({ device }: PushLine) => device.serial;

/** Returns the devices that match the search, each with its setting, and the number of selected devices. */
function usePushLines(search: string) {
  const isPast = useIsPast();
  const devices = useAnswer(getAllDevices, {});
  const { known, failure, isOn, selected, change } = usePushSettings();
  const places = useAppSelector(selectLocationNames);
  useFailureAlert(failure, failure && outcomeText(failure));
  const all = namedDevices(devices.answer?.result ?? []).filter(isPushDevice);
  const isReady = !isPast && known.answer !== undefined;
  const lines = pushRows(foundBy(all, search), (serial) => locationName(places, serial)).map((row): PushLine => {
    const on = isOn(row.device.serial);
    return { ...row, isOn: on, canChange: isReady && (on || mayEnable(selected)) };
  });
  return { devices, known, change, selected, lines };
}

function PushBanners({ selected }: { readonly selected: number }) {
  const { answer: subscribed } = useAnswer(getMobilePushState, {});
  const { company } = useProductNames();
  const warning = pushWarning(selected);
  return (
    <>
      {subscribed?.nr_active_subscriptions === 0 && (
        <Banner tone="warning" icon={BellOff}>
          {noSubscriptionsText(company)}
        </Banner>
      )}
      {warning !== null && <Banner tone="warning">{warning}</Banner>}
    </>
  );
}

/** The Notifications screen: which devices send push notifications, a search, and the warnings about missing subscriptions and the maximum. */
export function NotificationsScreen() {
  const [search, setSearch] = useState('');
  const { devices, known, change, selected, lines } = usePushLines(search);
  // A recording may come from another browser, so a replay shows no receivers.
  const isOfThisBrowser = useContext(PushContext) !== null;
  const hasReceivers = useFeature('web_push') && isOfThisBrowser;
  return (
    <Page
      fill
      title="Devices that notify you"
      meta={known.answer && `${selected} selected`}
      actions={
        <Search>
          <SearchField label="Search devices" placeholder="Name or serial" value={search} onValue={setSearch} />
        </Search>
      }
    >
      <PushBanners selected={selected} />
      {hasReceivers && <ReceiversSection />}
      <ChangeContext value={change}>
        <DataTable
          fill
          name="notifications"
          label="Notifications by device"
          columns={columns}
          rows={lines}
          rowKey={keyOfLine}
          rendersByValues
          paged={false}
          whenEmpty={<FillStep list="devices" />}
          {...polledTableState(devices, known)}
          onRetry={known.refresh}
          filterText={search === '' ? undefined : search}
          onClearFilter={() => setSearch('')}
        />
      </ChangeContext>
    </Page>
  );
}
