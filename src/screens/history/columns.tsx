import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { HistoryEpisode } from '#contract/history';
import { incidentLink, treatmentLink } from '#domain/addresses';
import { cellTimeText } from '#domain/text/dates';
import { durationText } from '#domain/text/duration';
import { wordText } from '#domain/text/labels';
import { MISSING } from '#domain/text/numbers';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { DeviceLink } from '#widgets/DeviceLink';
import { CodedText } from '#widgets/ErrorCode';
import { TimeText } from '#widgets/TimeText';

const Devices = chakra('span', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '10px', minWidth: 0 } });
const Place = chakra('span', { base: { color: 'fg.muted', overflowWrap: 'anywhere' } });

/** The most devices that a row names. */
const NAMED = 3;

function OneDevice({ serial }: { readonly serial: string }) {
  return <DeviceLink serial={serial} name={useDeviceLabel(serial)} hasSerial />;
}

/** Renders the devices of an episode, the first ones by name, and their location. */
function EpisodeDevices({ serials, place }: Pick<HistoryEpisode, 'serials'> & { readonly place: string }) {
  const more = serials.length - NAMED;
  return (
    <Devices>
      {serials.slice(0, NAMED).map((serial) => (
        <OneDevice key={serial} serial={serial} />
      ))}
      {more > 0 && <span>and {more} more</span>}
      {place !== MISSING && <Place>{place}</Place>}
    </Devices>
  );
}

const secondsOf = ({ at, to }: HistoryEpisode): number | null =>
  to == null || to === '' ? null : (Date.parse(to) - Date.parse(at)) / 1_000;
const lastsText = (episode: HistoryEpisode): string => {
  const seconds = secondsOf(episode);
  if (seconds === null) return 'still';
  return seconds === 0 ? MISSING : durationText(seconds);
};

/** Returns the page of the incident or treatment of an episode; null for every other one. */
function linkOf({ kind, subject_id: id }: HistoryEpisode): string | null {
  if (id == null) return null;
  return kind === 'incident' ? incidentLink(id) : kind === 'treatment' ? treatmentLink(id) : null;
}

/** Renders what an episode is about; that of an incident or a treatment leads to it. */
function About(episode: HistoryEpisode): ReactNode {
  const link = linkOf(episode);
  return <WrappingText>{link === null ? <CodedText text={episode.text} /> : <Link to={link}>{episode.text}</Link>}</WrappingText>;
}

const namesOf = ({ reviews }: HistoryEpisode): string => reviews.map(({ name, username }) => name || username).join(', ');

interface ReviewProps {
  readonly episode: HistoryEpisode;
  readonly onReview: (episode: HistoryEpisode) => void;
  readonly isPossible: boolean;
}

/** Renders the button by which a person notes that he has reviewed an episode; its tooltip names who has. */
function ReviewButton({ episode, onReview, isPossible }: ReviewProps) {
  const names = namesOf(episode);
  return (
    <Button
      size="sm"
      variant={episode.reviewed ? 'quiet' : 'ghost'}
      aria-pressed={episode.reviewed}
      disabled={!isPossible}
      title={names === '' ? 'Nobody has reviewed this' : `Reviewed by ${names}`}
      onClick={() => onReview(episode)}
    >
      {episode.reviewed && <Check aria-hidden="true" />}
      Reviewed
    </Button>
  );
}

interface Parts {
  readonly locationOf: (id: string) => string;
  readonly onReview: (episode: HistoryEpisode) => void;
  /** False in the past, where nothing can be changed. */
  readonly isPossible: boolean;
}

/** The columns of the review list: Time, Kind, What, Devices with their location, Lasts, Reviewed. */
export const columnsWith = ({ locationOf, onReview, isPossible }: Parts): readonly Column<HistoryEpisode>[] => {
  const placeOf = ({ location_id: id }: HistoryEpisode) => (id == null ? MISSING : locationOf(id));
  return [
    {
      id: 'at',
      head: 'Time',
      width: 166,
      narrow: 'place',
      sort: 'number',
      value: ({ at }) => Date.parse(at),
      exportValue: ({ at }) => cellTimeText(at),
      cell: ({ at }) => <TimeText at={at} />,
    },
    {
      id: 'kind',
      head: 'Kind',
      width: 112,
      narrow: 'state',
      filter: { kind: 'values', label: wordText },
      value: ({ kind }) => kind,
      exportValue: ({ kind }) => wordText(kind),
      cell: ({ kind }) => wordText(kind),
    },
    { id: 'what', head: 'What', narrow: 'title', value: ({ text }) => text, cell: (episode) => <About {...episode} /> },
    {
      id: 'devices',
      head: 'Devices',
      width: 180,
      narrow: 'line',
      filter: { kind: 'text', placeholder: 'Serial or location' },
      value: (episode) => [...episode.serials, placeOf(episode)].join(', '),
      cell: (episode) => <EpisodeDevices serials={episode.serials} place={placeOf(episode)} />,
    },
    {
      id: 'lasts',
      head: 'Lasts',
      width: 84,
      narrow: 'more',
      sort: 'number',
      value: secondsOf,
      exportValue: lastsText,
      cell: lastsText,
    },
    {
      id: 'reviews',
      head: 'Reviewed',
      width: 124,
      narrow: 'action',
      value: namesOf,
      renderInputs: ({ reviewed, reviews }) => [reviewed, reviews],
      cell: (episode) => <ReviewButton {...{ episode, onReview, isPossible }} />,
    },
  ];
};
