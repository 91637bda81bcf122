import { getHistoryRegion, MAX_REGION_DAYS, MAX_REGION_METRES } from '#contract/history';
import { getMapIds } from '#contract/map';
import { instant } from '#contract/schema';
import { instantMs } from '#domain/text/dates';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { Rectangle } from '#domain/history/regionHits';
import { selectNow } from '#state/clock';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { type AddressCodec, textInAddress, useAddressState } from '#ui/pageAddress';
import { useOfferedMaps } from '#widgets/useOfferedMaps';

/** The selectable minimum durations of a standstill, in seconds. */
export const STILL_SECONDS = ['30', '60', '300', '900'] as const;

/** A placeholder in a query that is not sent. */
const NOWHERE: Rectangle = { west: 0, south: 0, east: 0, north: 0 };

/** The step by which a span that ends now moves, in ms. */
const STEP_MS = 5 * MINUTE_MS;

const instantInAddress: AddressCodec<number | null> = {
  encode: (at) => (at === null ? '' : new Date(at).toISOString()),
  decode: (text) => (instant.safeParse(text).success ? instantMs(text) : null),
};
/** `west_south_east_north`, in metres. */
const rectangleInAddress: AddressCodec<Rectangle | null> = {
  encode: (region) => (region === null ? '' : [region.west, region.south, region.east, region.north].join('_')),
  decode: (text) => {
    const [west = NaN, south = NaN, east = NaN, north = NaN, ...others] = text.split('_').map((edge) => (edge === '' ? NaN : Number(edge)));
    const isHeld = [west, south, east, north].every((edge) => Math.abs(edge) <= MAX_REGION_METRES);
    const isRectangle = others.length === 0 && isHeld && west < east && south < north;
    return isRectangle ? { west, south, east, north } : null;
  },
};
const stillInAddress: AddressCodec<string> = {
  encode: (seconds) => seconds,
  decode: (text) => (STILL_SECONDS.some((seconds) => seconds === text) ? text : null),
};

/** Returns why a span cannot be searched; undefined if it can. */
function problemOf(from: number, to: number): string | undefined {
  if (to <= from) return 'The end lies before the start.';
  return to - from > MAX_REGION_DAYS * DAY_MS ? `At most ${MAX_REGION_DAYS} days can be searched at once.` : undefined;
}

/**
 * Returns map, rectangle, span and minimum duration of a standstill, all in the URL, with their setters and the result; the last hour unless a span
 * is chosen.
 */
export function useRegion() {
  const newest = useAppSelector((s) => Math.ceil(selectNow(s) / STEP_MS) * STEP_MS);
  const maps = useAnswer(getMapIds, {});
  const offered = useOfferedMaps(maps.answer?.result);
  const [chosenMap, setMap] = useAddressState('map_id', textInAddress, '');
  const [rectangle, setRectangle] = useAddressState('rectangle', rectangleInAddress, null);
  const [chosenFrom, setFrom] = useAddressState('from', instantInAddress, null);
  const [chosenTo, setTo] = useAddressState('to', instantInAddress, null);
  const [still, setStill] = useAddressState('still', stillInAddress, '60');
  const map = chosenMap === '' ? (offered?.[0] ?? null) : chosenMap;
  const to = chosenTo ?? newest;
  const from = chosenFrom ?? to - HOUR_MS;
  const problem = problemOf(from, to);
  const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const asked = { ...span, map_id: map ?? '', ...(rectangle ?? NOWHERE), still_seconds: still };
  const isWanted = map !== null && rectangle !== null && problem === undefined;
  const query = useAnswer(getHistoryRegion, {}, asked, { everyMs: null, isWanted });
  return {
    maps,
    map,
    mapChoices: map === null || offered?.includes(map) === true ? (offered ?? []) : [map, ...(offered ?? [])],
    /** A rectangle belongs to one map. */
    chooseMap: (id: string) => {
      setMap(id);
      setRectangle(null);
    },
    rectangle,
    /** The URL then contains the whole search, so that it shows the same result later. */
    chooseRectangle: (next: Rectangle | null) => {
      setRectangle(next);
      if (next === null) return;
      if (map !== null) setMap(map);
      setFrom(from);
      setTo(to);
    },
    span: { from, to, newest, problem },
    setFrom,
    setTo,
    still,
    setStill,
    isWanted,
    query,
  };
}
