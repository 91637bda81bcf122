import { chakra } from '@chakra-ui/react';
import { createSelector } from '@reduxjs/toolkit';
import { OctagonAlert, X } from 'lucide-react';
import { useMemo } from 'react';
import { timeText } from '#domain/text/dates';
import type { FleetFilter } from '#domain/devices/fleetFilter';
import { makeSelectFleetRows, newestReportAt } from '#state/fleetRows';
import type { RootState } from '#state/store';
import { useAppSelector } from '#hooks/useAppSelector';
import { Button } from '#ui/Button';
import { Page } from '#ui/Page';
import { NO_FILTERS, useTableFilters } from '#ui/table/tableAddress';
import { FleetTable } from './FleetTable.tsx';
import { onlyText, useFleetFilter } from './useFleetFilter.ts';

/** Fits the three buttons on one line of a phone: no icons, smaller text. */
const SMALLER = { px: { base: '2', md: '3' }, fontSize: { base: '13px', md: '14px' } } as const;
const Wide = chakra('span', { base: { display: { base: 'none', md: 'flex' } } });

function makeSelects() {
  const selectRows = makeSelectFleetRows();
  return { selectRows, selectNewest: createSelector([selectRows], newestReportAt) };
}

/** The State Overview screen of all devices: time of the last update, and the buttons "Operational Devices", "Devices in Error" and clear. */
export function StateScreen() {
  const { selectRows, selectNewest } = useMemo(makeSelects, []);
  const { filter, show } = useFleetFilter();
  const [filters, setFilters] = useTableFilters('fleet-state');
  const clear = () => {
    show(null);
    setFilters(NO_FILTERS);
  };
  return (
    <Page
      fill
      title="Overview All Devices"
      meta={<LastUpdate select={selectNewest} only={onlyText(filter)} />}
      actions={<FilterButtons kind={filter.kind} onShow={show} onClear={clear} />}
    >
      <FleetTable
        select={selectRows}
        filter={filter}
        filters={filters}
        onFilters={(next) => (Object.keys(next).length === 0 ? clear() : setFilters(next))}
      />
    </Page>
  );
}

interface UpdateProps {
  readonly select: (s: RootState) => number | null;
  /** The name of a filter that has no button; undefined for any other filter. */
  readonly only: string | undefined;
}

/** Renders the time of the newest report. */
function LastUpdate({ select, only }: UpdateProps) {
  const update = `Last update ${timeText(useAppSelector(select))}`;
  return <>{only === undefined ? update : `Only ${only} · ${update}`}</>;
}

interface FilterProps {
  readonly kind: FleetFilter['kind'];
  readonly onShow: (kind: 'operational' | 'error') => void;
  readonly onClear: () => void;
}

function FilterButtons({ kind, onShow, onClear }: FilterProps) {
  return (
    <>
      <Button variant="ghost" {...SMALLER} onClick={onClear}>
        <Wide>
          <X aria-hidden="true" />
        </Wide>
        Clear Filter
      </Button>
      <Button {...SMALLER} aria-pressed={kind === 'operational'} onClick={() => onShow('operational')}>
        Operational Devices
      </Button>
      <Button {...SMALLER} aria-pressed={kind === 'error'} onClick={() => onShow('error')}>
        <Wide>
          <OctagonAlert aria-hidden="true" />
        </Wide>
        Devices in Error
      </Button>
    </>
  );
}
