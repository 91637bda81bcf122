/** The cells of a history episode in a list: its devices and its subject; `useOpenEpisode` opens the moment of an episode, `useOpenMoment` any moment. */

import { chakra } from '@chakra-ui/react';
import { type ReactNode, useContext } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { HistoryEpisode } from '#contract/history';
import { deviceLink, incidentLink, screenAddress, treatmentLink } from '#domain/addresses';
import { MISSING } from '#domain/text/numbers';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import { useStableCallback } from '#ui/useStableCallback';
import { WrappingText } from '#ui/WrappingText';
import { DeviceLink } from './DeviceLink.tsx';
import { CodedText } from './ErrorCode.tsx';

const Devices = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '10px',
    minWidth: 0,
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
});
const Place = chakra('span', { base: { color: 'fg.muted', overflowWrap: 'anywhere' } });

/** Maximum number of devices that a row lists by name. */
const NAMED = 3;

function OneDevice({ serial }: { readonly serial: string }) {
  return <DeviceLink serial={serial} name={useDeviceLabel(serial)} hasSerial />;
}

/** Renders the devices of an episode, the first ones by name, and their location. */
export function EpisodeDevices({ serials, place }: Pick<HistoryEpisode, 'serials'> & { readonly place?: string }) {
  const more = serials.length - NAMED;
  return (
    <Devices>
      {serials.slice(0, NAMED).map((serial) => (
        <OneDevice key={serial} serial={serial} />
      ))}
      {more > 0 && <span>and {more} more</span>}
      {place !== undefined && place !== MISSING && <Place>{place}</Place>}
    </Devices>
  );
}

/** Returns the link to the incident or treatment of an episode; null for other episodes. */
function linkOf({ kind, subject_id: id }: HistoryEpisode): string | null {
  if (!id) return null;
  return kind === 'incident' ? incidentLink(id) : kind === 'treatment' ? treatmentLink(id) : null;
}

/** Renders the subject of an episode, with a link if it is an incident or a treatment. */
export function EpisodeText(episode: HistoryEpisode): ReactNode {
  const link = linkOf(episode);
  return <WrappingText>{link === null ? <CodedText text={episode.text} /> : <Link to={link}>{episode.text}</Link>}</WrappingText>;
}

/** Returns the screen for an episode: the State page of its device, or the fleet if it concerns several devices. */
function addressOf({ serials }: HistoryEpisode): string {
  const [serial, ...others] = serials;
  return serial === undefined || others.length > 0 ? screenAddress('/fleet/state') : deviceLink(serial);
}

/** Adds to a URL the list to which Escape returns from a moment. */
const withList = (address: string, list: string | null): string =>
  list === null ? address : `${address}${address.includes('?') ? '&' : '?'}list=${encodeURIComponent(list)}`;

/**
 * Returns the function that opens a screen at a moment, in ms since epoch by the server's clock. `list` is the query of the Review List, or the URL of another
 * list, to which Escape then returns; null elsewhere.
 */
export function useOpenMoment(list: string | null): (address: string, at: number) => void {
  const navigate = useNavigate();
  const { send } = useContext(TimeTravelContext) ?? {};
  return useStableCallback((address: string, at: number) => {
    void navigate(withList(address, list));
    send?.({ kind: 'show', at, clock: 'server' });
  });
}

/** Returns the function that opens the moment at which an episode began; `list` as for `useOpenMoment`. */
export function useOpenEpisode(list: string | null): (episode: HistoryEpisode) => void {
  const open = useOpenMoment(list);
  return useStableCallback((episode: HistoryEpisode) => open(addressOf(episode), Date.parse(episode.at)));
}
