import { getTimezones, postCreateLocation } from '#contract/location';
import { coordinatesOf, typedCoordinatesProblems } from '#domain/places/coordinates';
import { locationFields, locationProblems } from '#domain/places/location';
import { withoutArchived } from '#domain/places/withoutArchived';
import { isTimezone } from '#domain/text/timezone';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { Field } from '#ui/Field';
import { ComboField } from '#ui/form/ComboField';
import { FormDialog } from '#ui/form/FormDialog';
import { CoordinateFields } from './CoordinateFields.tsx';
import { namedOptions } from '../placeOptions.ts';
import { usePlaceForm } from '../usePlaceForm.ts';
import type { PlaceLists } from '../usePlaceLists.ts';

const EMPTY = { name: '', client_name: '', address: '', owned_by: '', timezone: '', latitude: '', longitude: '' };

interface Props {
  readonly places: PlaceLists;
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/** Renders the dialog that creates a location: name, address, owner, timezone, coordinates. Source: LOC-002, LOC-003, LOC-006, LOC-013. */
export function CreateLocation({ places, onClose, onCreated }: Props) {
  const { organisations, locations, query } = places;
  const timezones = useAnswer(getTimezones, {}).answer?.result;
  const hasCoordinates = useFeature('coordinates');
  const choices = withoutArchived(organisations);
  const only = choices.length === 1 ? choices[0]?.id : undefined;
  const { draft, save, dialog } = usePlaceForm(postCreateLocation, {
    stored: { ...EMPTY, owned_by: only ?? '' },
    clean: (fields) => ({ ...fields, ...locationFields(fields) }),
    problems: (fields) => ({
      ...typedCoordinatesProblems(fields),
      ...locationProblems(fields, {
        timezones,
        owners: query.organisations.answer === undefined ? undefined : organisations.map(({ id }) => id),
        others: locations,
      }),
    }),
    saved: 'Location is created',
    onSaved: ({ result }) => onCreated(result.id),
    refresh: query.locations.refresh,
    onClose,
  });
  const submit = () => {
    const { name, address, owned_by, timezone } = draft.clean;
    const place = coordinatesOf(draft.clean);
    save({ params: {}, body: { name, address, owned_by, timezone, ...(place.latitude === null ? {} : place) } });
  };
  return (
    <FormDialog {...dialog} title="Create Location" word="Create Location" savingWord="Creating" onSubmit={submit}>
      <Field label="Name" autoComplete="off" {...draft.field('name')} />
      <Field label="Address" autoComplete="off" {...draft.field('address')} />
      <ComboField label="Organisation" options={namedOptions(organisations)} {...draft.field('owned_by')} />
      <ComboField
        label="Timezone"
        accepts={isTimezone}
        options={(timezones ?? []).map((zone) => ({ value: zone, label: zone }))}
        {...draft.field('timezone')}
      />
      {hasCoordinates && <CoordinateFields draft={draft} />}
    </FormDialog>
  );
}
