/** The zone of the times in the timeline, as chosen by the person: that of the site, that of the account, or UTC; and texts of instants in it. */

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { createSelector } from '@reduxjs/toolkit';
import { useLocation } from 'react-router-dom';
import { getLocations } from '#contract/place';
import { isOfDevice } from '#domain/addresses';
import { commonZone, siteZone } from '#domain/places/siteZone';
import { dateText, dateTextsIn, dateTimeText, type DateTexts, type Zone, timeText } from '#domain/text/dates';
import { DAY_MS } from '#domain/text/timeUnits';
import { existsTwice, isSameClock, zoneAbbreviation } from '#domain/text/zoneNames';
import { useAppSelector } from '#hooks/useAppSelector';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { selectAnswer } from '#state/answers';
import { selectTickedAt } from '#state/clock';
import { selectDeployed, selectListedDeployment } from '#state/referenceData';
import { selectProfile } from '#state/session';
import type { RootState } from '#state/store';
import { useBrowserStorage } from '#ui/browserStorage';
import { useAccountZone } from '#widgets/AccountZone';
import { useShownDevice } from '#widgets/useSelectedSerial';
import { useChosenZone, type ZoneKind } from './ChosenZone.tsx';

/** Texts of instants in one zone. */
export interface ZoneTexts {
  /** Undefined for the zone of the page. */
  readonly zone: Zone;
  /** The texts without the name of the zone. */
  readonly plain: Pick<DateTexts, 'date' | 'time' | 'dateTime'>;
  /** ` CET` after a time that would be misread without it: in a zone other than the page's, or a time that occurs twice; '' otherwise. */
  readonly suffix: (at: number) => string;
  readonly time: (at: number) => string;
  readonly dateTime: (at: number) => string;
}

function textsOf(zone: Zone, plain: ZoneTexts['plain'], isNamed: boolean): ZoneTexts {
  const suffix = (at: number) => (isNamed || existsTwice(at, zone) ? ` ${zoneAbbreviation(at, zone)}` : '');
  return {
    zone,
    plain,
    suffix,
    time: (at) => `${plain.time(at)}${suffix(at)}`,
    dateTime: (at) => `${plain.dateTime(at)}${suffix(at)}`,
  };
}

const ofPage = textsOf(undefined, { date: dateText, time: timeText, dateTime: dateTimeText }, false);

/** A selectable zone. */
interface ZoneOption {
  readonly kind: ZoneKind;
  /** An IANA name. */
  readonly zone: string;
}

interface TimelineZone {
  readonly texts: ZoneTexts;
  readonly shown: ZoneOption;
  /** The zones whose clocks differ, that of the account first. */
  readonly options: readonly ZoneOption[];
  readonly choose: (kind: ZoneKind) => void;
}

const TimelineZoneContext = createContext<TimelineZone>({
  texts: ofPage,
  shown: { kind: 'own', zone: 'UTC' },
  options: [],
  choose: () => undefined,
});

/** Returns the zone of the timeline, and the selectable zones. */
export const useTimelineZone = (): TimelineZone => useContext(TimelineZoneContext);
/** Returns the texts of instants in the zone of the timeline; outside its provider in that of the page. */
export const useZoneTexts = (): ZoneTexts => useContext(TimelineZoneContext).texts;

const placesIn = (s: RootState) => selectAnswer(s, getLocations)?.results ?? NO_PLACES;
const NO_PLACES: readonly never[] = [];
const selectCommonZone = createSelector([selectDeployed, placesIn], (deployed, places) =>
  commonZone(
    places,
    deployed.map(({ location_id }) => location_id),
  ),
);

/** Returns the zone of the site of the device or the location that the page shows, otherwise the one that all sites share; null if there is none. */
function useSiteZone(): string | null {
  const { pathname, search } = useLocation();
  const isDevice = isOfDevice(pathname);
  const device = useShownDevice(isDevice);
  const listed = useAppSelector((s) => selectListedDeployment(s, device?.serial ?? ''));
  const shown = isDevice
    ? device?.active_deployment?.location_id || listed?.location_id || ''
    : new URLSearchParams(search).get('location');
  return useAppSelector((s) => (shown === null ? selectCommonZone(s) : siteZone(placesIn(s), shown)));
}

/** Returns the choices whose clocks differ from the previous ones in the year around an instant, and the choice that each kind of zone stands for. */
function choicesOf(all: readonly ZoneOption[], at: number) {
  const firstLike = ({ zone }: ZoneOption) => all.find((other) => isSameClock(other.zone, zone, at));
  return {
    options: all.filter((option) => firstLike(option) === option),
    byKind: new Map(all.map((option) => [option.kind, firstLike(option)])),
  };
}

const isKind = (text: string | null): text is ZoneKind => text === 'site' || text === 'own' || text === 'utc';

/**
 * Provides the zone of the timeline. This browser remembers the choice for each person; if it makes no difference, or there is no such site, the zone
 * of the account is used.
 */
export function TimelineZoneProvider({ children }: { readonly children: ReactNode }) {
  const { chosen, choose } = useChosenZone();
  const storage = useBrowserStorage();
  const own = useAccountZone().zone;
  const site = useSiteZone();
  const key = `timeline.zone.${useLiveSelector((s) => selectProfile(s)?.username ?? '')}`;
  const day = useLiveSelector((s) => Math.floor(selectTickedAt(s) / DAY_MS) * DAY_MS);
  const { options, byKind } = useMemo(() => {
    const sites: readonly ZoneOption[] = site === null ? [] : [{ kind: 'site', zone: site }];
    return choicesOf([{ kind: 'own', zone: own }, ...sites, { kind: 'utc', zone: 'UTC' }], day);
  }, [own, site, day]);
  const stored = chosen ?? storage.get(key);
  const wanted = isKind(stored) ? stored : 'own';
  const shown = byKind.get(wanted) ?? { kind: 'own', zone: own };
  const { kind, zone } = shown;
  const value = useMemo(
    (): TimelineZone => ({
      texts: kind === 'own' ? textsOf(zone, ofPage.plain, false) : textsOf(zone, dateTextsIn(zone), true),
      shown: { kind, zone },
      options,
      choose: (next) => {
        storage.set(key, next);
        choose(next);
      },
    }),
    [kind, zone, options, storage, key, choose],
  );
  return <TimelineZoneContext value={value}>{children}</TimelineZoneContext>;
}
