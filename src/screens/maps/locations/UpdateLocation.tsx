import { getTimezones, postDeleteLocation, postUpdateLocation } from '#contract/location';
import type { Location } from '#contract/place';
import { coordinatesOf, typedCoordinates, typedCoordinatesProblems } from '#domain/places/coordinates';
import { locationFields, locationProblems } from '#domain/places/location';
import { endings } from '#domain/text/endings';
import { isTimezone } from '#domain/text/timezone';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { Field } from '#ui/Field';
import { ComboField } from '#ui/form/ComboField';
import { FormDialog } from '#ui/form/FormDialog';
import { useConfirm } from '#ui/useConfirm';
import { ArchiveAction } from '#widgets/ArchiveAction';
import { RemoveAction } from '#widgets/RemoveAction';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { CoordinateFields } from './CoordinateFields.tsx';
import { ManagedField } from '../ManagedField.tsx';
import { treeLink } from '#domain/addresses';
import { namedOptions, nameOf } from '../placeOptions.ts';
import { usePlaceForm } from '../usePlaceForm.ts';
import type { PlaceLists } from '../usePlaceLists.ts';

const fieldsOf = ({ name, client_name, address, owned_by, timezone, ...place }: Location) => ({
  name,
  client_name: client_name ?? '',
  address: address ?? '',
  owned_by,
  timezone,
  ...typedCoordinates(place),
});

/** A name is unique within its organisation, and the coordinates belong together. */
const RECHECKED = { owned_by: ['name'], latitude: ['longitude'], longitude: ['latitude'] } as const;

interface Props {
  readonly location: Location;
  readonly places: PlaceLists;
  readonly onClose: () => void;
}

/** Returns the draft of a location, and the function that sends its changes, after a question if they have consequences. */
function useLocationUpdate({ location, places, onClose }: Props, timezones: readonly string[] | undefined) {
  const { organisations, locations, deployments, query } = places;
  const { confirm, question } = useConfirm();
  const hasCoordinates = useFeature('coordinates');
  const renews = useFeature('device_tokens');
  const stored = fieldsOf(location);
  const { draft, save, dialog } = usePlaceForm(postUpdateLocation, {
    stored,
    clean: (fields) => ({ ...fields, ...locationFields(fields) }),
    isUpdate: true,
    rechecked: RECHECKED,
    problems: (fields) => ({
      ...(hasCoordinates ? typedCoordinatesProblems(fields) : {}),
      ...locationProblems(fields, {
        timezones,
        owners: query.organisations.answer && organisations.map(({ id }) => id),
        others: locations.filter(({ id }) => id !== location.id),
      }),
    }),
    saved: 'Location is updated',
    refresh: query.locations.refresh,
    onClose,
  });
  const submit = () => {
    const { latitude, longitude, ...patch } = draft.patch;
    // The two coordinates belong together: if one has changed, both are sent; emptied fields remove the coordinates.
    const isMoved = latitude !== undefined || longitude !== undefined;
    const body = { ...patch, ...(isMoved ? coordinatesOf(draft.clean) : {}) };
    const devices = deployments.filter(({ location_id }) => location_id === location.id).length;
    const ends =
      patch.owned_by === undefined
        ? null
        : endings.passLocation(location.name, { to: nameOf(organisations, patch.owned_by), devices, renews });
    confirm(ends, () => save({ params: { id: location.id }, body }));
  };
  return { stored, draft, dialog, question, hasCoordinates, submit };
}

/** Renders the dialog that updates a location; only changed fields are sent. Source: LOC-004, LOC-005, LOC-007..009. */
export function UpdateLocation(props: Props) {
  const { location, places, onClose } = props;
  const { organisations, query } = places;
  const timezones = useAnswer(getTimezones, {}).answer?.result;
  const { stored, draft, dialog, question, hasCoordinates, submit } = useLocationUpdate(props, timezones);
  return (
    <FormDialog {...dialog} title="Update Location" word="Update Location" onSubmit={submit}>
      <Field label="Name" autoComplete="off" {...draft.field('name')} />
      <Field label="Client Name" autoComplete="off" {...draft.field('client_name')} />
      <Field label="Address" autoComplete="off" {...draft.field('address')} />
      <ManagedField
        label="Organisation"
        options={namedOptions(organisations, stored.owned_by)}
        field={draft.field('owned_by', (id) => nameOf(organisations, id))}
      />
      <ComboField
        label="Timezone"
        accepts={isTimezone}
        options={(timezones ?? []).map((zone) => ({ value: zone, label: zone }))}
        {...draft.field('timezone')}
      />
      {hasCoordinates && <CoordinateFields draft={draft} />}
      <RemoveAction
        call={postDeleteLocation}
        request={{ params: { id: location.id }, body: {} }}
        name={location.name}
        ends={endings.removeLocation()}
        uses={<UnderlinedLink to={treeLink(location.owned_by)}>Organisation Tree</UnderlinedLink>}
        refresh={query.locations.refresh}
        onClose={onClose}
      />
      <ArchiveAction
        kind="location"
        thing={location}
        uses={<UnderlinedLink to={treeLink(location.owned_by)}>Organisation Tree</UnderlinedLink>}
        refresh={query.locations.refresh}
        onClose={onClose}
      />
      {question}
    </FormDialog>
  );
}
