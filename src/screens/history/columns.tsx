import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { HistoryEpisode } from '#contract/history';
import { incidentLink, treatmentLink } from '#domain/addresses';
import { cellTimeText } from '#domain/text/dates';
import { durationText } from '#domain/text/duration';
import { countText, wordText } from '#domain/text/labels';
import { MISSING } from '#domain/text/numbers';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { DeviceLink } from '#widgets/DeviceLink';
import { CodedText } from '#widgets/ErrorCode';
import { TimeText } from '#widgets/TimeText';

const Devices = chakra('span', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '10px' } });
const Reviewed = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '6px', color: 'fg.muted' } });

/** The most devices that a row names. */
const NAMED = 3;

function OneDevice({ serial }: { readonly serial: string }) {
  return <DeviceLink serial={serial} name={useDeviceLabel(serial)} hasSerial />;
}

/** Renders the devices of an episode: the first ones by name, and how many more. */
function EpisodeDevices({ serials }: Pick<HistoryEpisode, 'serials'>) {
  const more = serials.length - NAMED;
  return (
    <Devices>
      {serials.slice(0, NAMED).map((serial) => (
        <OneDevice key={serial} serial={serial} />
      ))}
      {more > 0 && <span>and {more} more</span>}
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

/** Renders what an episode is about, with a link to its incident or treatment. */
function About({ kind, text, subject_id: id }: HistoryEpisode) {
  return (
    <WrappingText>
      <CodedText text={text} /> {kind === 'incident' && id != null && <Link to={incidentLink(id)}>Incident</Link>}
      {kind === 'treatment' && id != null && <Link to={treatmentLink(id)}>Treatment</Link>}
    </WrappingText>
  );
}

const namesOf = ({ reviews }: HistoryEpisode): string => reviews.map(({ name, username }) => name || username).join(', ');

interface Parts {
  readonly locationOf: (id: string) => string;
  readonly onOpen: (episode: HistoryEpisode) => void;
  /** Null where nothing can be reviewed: in the past. */
  readonly onReview: ((episode: HistoryEpisode) => void) | null;
}

/** The columns of the review list: Time, Kind, What, Devices, Location, Lasts, Reviewed by, and the buttons. */
export const columnsWith = ({ locationOf, onOpen, onReview }: Parts): readonly Column<HistoryEpisode>[] => [
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
    width: 124,
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
    width: 150,
    narrow: 'line',
    filter: { kind: 'text', placeholder: 'Serial' },
    value: ({ serials }) => serials.join(', '),
    cell: ({ serials }) => <EpisodeDevices serials={serials} />,
  },
  {
    id: 'location',
    head: 'Location',
    width: 132,
    narrow: 'more',
    filter: { kind: 'values' },
    value: ({ location_id: id }) => (id == null ? MISSING : locationOf(id)),
    cell: ({ location_id: id }) => <WrappingText>{id == null ? MISSING : locationOf(id)}</WrappingText>,
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
    head: 'Reviewed by',
    width: 112,
    narrow: 'more',
    value: namesOf,
    cell: (episode) =>
      episode.reviews.length === 0 ? (
        MISSING
      ) : (
        <Reviewed title={namesOf(episode)}>
          <Check size={14} aria-hidden="true" /> {episode.reviewed ? 'You' : countText(episode.reviews.length, 'person', 'people')}
        </Reviewed>
      ),
  },
  {
    id: 'actions',
    head: '',
    label: 'Actions',
    width: 176,
    narrow: 'action',
    cell: (episode) => (
      <>
        <Button size="sm" variant="ghost" onClick={() => onOpen(episode)}>
          Open
        </Button>
        {onReview !== null && (
          <Button size="sm" variant="ghost" aria-pressed={episode.reviewed} onClick={() => onReview(episode)}>
            {episode.reviewed ? 'Not Reviewed' : 'Reviewed'}
          </Button>
        )}
      </>
    ),
  },
];
