import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { AnswerOf } from '#contract/call';
import { availabilityGroup, type AvailabilityRow, type getHistoryAvailability } from '#contract/history';
import { availabilityHeads } from '#domain/history/availability';
import { dateTimeText, instantMs } from '#domain/text/dates';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Page } from '#ui/Page';
import { Section } from '#ui/Section';
import { Segmented } from '#ui/Segmented';
import { DataTable } from '#ui/table/DataTable';
import { polledTableState } from '#widgets/polledTableState';
import { serialFirst } from '#widgets/serialColumn';
import { MonthSteps } from '../MonthSteps.tsx';
import { useLocationNames } from '../useLocationNames.ts';
import { columnsFor } from './columns.tsx';
import { Definitions } from './Definitions.tsx';
import { SheetExport } from './SheetExport.tsx';
import { useAvailability } from './useAvailability.ts';

const Line = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' } });
const End = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', ms: { md: 'auto' } } });

const GROUPS = availabilityGroup.options.map((value) => ({ value, label: `${availabilityHeads[value]}s` }));
const BY_NAME = { id: 'name', desc: false };
const none: readonly AvailabilityRow[] = [];
const keyOfRow = ({ serial, location_id, organisation_id }: AvailabilityRow) => JSON.stringify([serial, location_id, organisation_id]);
const withSerial = serialFirst<AvailabilityRow>(({ serial }) => serial ?? '');

/** Formats an instant to the minute. */
const minuteText = (at: number): string => dateTimeText(at).slice(0, -':ss'.length);

/** Returns the counted part of the month, as text. */
function countedText({ counted_from, counted_to }: AnswerOf<typeof getHistoryAvailability>): string {
  const [from, to] = [instantMs(counted_from), instantMs(counted_to)];
  return from === null || to === null ? 'Nothing is held of this month' : `Counted from ${minuteText(from)} to ${minuteText(to)}`;
}

/**
 * The Availability screen: the availability of devices in a month, by device, location or organisation, the meaning of each number, and an export as
 * a spreadsheet.
 */
export function AvailabilityScreen() {
  const { newest, month, setMonth, group, setGroup, location, setLocation, asked, query } = useAvailability();
  const nameOf = useLocationNames();
  const { answer } = query;
  const rows = answer?.result ?? none;
  const state = polledTableState(query);
  const counted = answer === undefined ? undefined : countedText(answer);
  const hasSeveralOwners = new Set(rows.map(({ organisation_id }) => organisation_id)).size > 1;
  const columns = useMemo(() => columnsFor(group, hasSeveralOwners), [group, hasSeveralOwners]);
  const openLocation = ({ location_id: id }: AvailabilityRow) => {
    setGroup('device');
    setLocation(id ?? '');
  };
  return (
    <Page>
      <Line>
        <MonthSteps {...{ month, newest }} onMonth={setMonth} />
        <Segmented label="By" options={GROUPS} value={group} onValue={(value) => setGroup(availabilityGroup.parse(value))} />
        {location !== '' && (
          <Button aria-label={`Show all locations, not ${nameOf(location)} alone`} onClick={() => setLocation('')}>
            {nameOf(location)}
            <X aria-hidden="true" />
          </Button>
        )}
        <End>
          <SheetExport asked={asked} />
        </End>
      </Line>
      <Definitions />
      {(answer?.unreadable?.length ?? 0) > 0 && (
        <Banner tone="warning">Some hours of this month cannot be read: the numbers are too low.</Banner>
      )}
      <Section title={`Availability by ${availabilityHeads[group].toLowerCase()}`} bare>
        <chakra.p textStyle="meta" color="fg.subtle" minHeight="20px">
          {counted}
        </chakra.p>
        <DataTable
          key={group}
          {...state}
          name={`availability-${group}`}
          label="Availability"
          columns={columns}
          rows={rows}
          rowKey={keyOfRow}
          exportFirst={group === 'device' ? withSerial : undefined}
          pageSize={20}
          sortedBy={BY_NAME}
          emptyText={answer === undefined ? state.emptyText : 'No device was deployed in this month'}
          onRetry={query.refresh}
          onRow={group === 'location' ? openLocation : undefined}
        />
      </Section>
    </Page>
  );
}
