import { Check } from 'lucide-react';
import type { HistoryEpisode } from '#contract/history';
import { cellTimeText } from '#domain/text/dates';
import { durationText } from '#domain/text/duration';
import { wordText } from '#domain/text/labels';
import { MISSING } from '#domain/text/numbers';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { pressedOnce } from '#ui/pressedOnce';
import { EpisodeDevices, EpisodeText } from '#widgets/EpisodeCells';
import { WrappingText } from '#ui/WrappingText';
import { TimeText } from '#widgets/TimeText';

const secondsOf = ({ at, to }: HistoryEpisode): number | null =>
  to == null || to === '' ? null : (Date.parse(to) - Date.parse(at)) / 1_000;
const lastsText = (episode: HistoryEpisode): string => {
  const seconds = secondsOf(episode);
  if (seconds === null) return 'still';
  return seconds === 0 ? MISSING : durationText(seconds);
};

const namesOf = ({ reviews }: HistoryEpisode): string => reviews.map(({ name, username }) => name || username).join(', ');

interface ReviewProps {
  readonly episode: HistoryEpisode;
  readonly onReview: (episode: HistoryEpisode) => void;
  readonly isPossible: boolean;
}

/** Renders the button with which a person marks an episode as reviewed; its tooltip names who has reviewed it. */
function ReviewButton({ episode, onReview, isPossible }: ReviewProps) {
  const names = namesOf(episode);
  return (
    <Button
      size="sm"
      variant={episode.reviewed ? 'quiet' : 'ghost'}
      aria-pressed={episode.reviewed}
      disabled={!isPossible}
      title={names === '' ? 'Nobody has reviewed this' : `Reviewed by ${names}`}
      {...pressedOnce(() => onReview(episode))}
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
  const placeOf = ({ location_id: id }: HistoryEpisode) => (id ? locationOf(id) : MISSING);
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
      cell: ({ kind }) => <WrappingText>{wordText(kind)}</WrappingText>,
    },
    { id: 'what', head: 'What', narrow: 'title', value: ({ text }) => text, cell: (episode) => <EpisodeText {...episode} /> },
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
