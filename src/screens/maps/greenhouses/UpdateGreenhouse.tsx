import { postDeleteGreenhouse, postUpdateGreenhouse } from '#contract/greenhouse';
import type { Greenhouse } from '#contract/place';
import { endings } from '#domain/text/endings';
import { seesEverything } from '#domain/people/rights';
import { greenhouseFields, greenhouseProblems } from '#domain/places/greenhouse';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
import { Field } from '#ui/Field';
import { ComboField } from '#ui/form/ComboField';
import { FormDialog } from '#ui/form/FormDialog';
import { useConfirm } from '#ui/useConfirm';
import { withoutEmpty } from '#ui/form/patch';
import { ArchiveAction } from '#widgets/ArchiveAction';
import { RemoveAction } from '#widgets/RemoveAction';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { greenhouseEnds } from './greenhouseEnds.ts';
import { ManagedField } from '../ManagedField.tsx';
import { locationLink, mapLink } from '#domain/addresses';
import { mapOptions, namedOptions, nameOf } from '../placeOptions.ts';
import { usePlaceForm } from '../usePlaceForm.ts';
import type { PlaceLists } from '../usePlaceLists.ts';

const STAYS = 'Left empty, it stays as it is.';

const fieldsOf = ({ name, client_name, location_id, map_id }: Greenhouse) => ({
  name,
  client_name: client_name ?? '',
  location_id,
  map_id: map_id ?? '',
});

interface Props {
  readonly greenhouse: Greenhouse;
  readonly places: PlaceLists;
  readonly onClose: () => void;
}

/** Renders the actions that remove or archive a greenhouse. */
function GreenhouseEnds({ greenhouse, places, onClose }: Props) {
  const onDone = places.query.greenhouses.refresh;
  const map = greenhouse.map_id ?? '';
  return (
    <>
      <RemoveAction
        call={postDeleteGreenhouse}
        request={{ params: { id: greenhouse.id }, body: {} }}
        name={greenhouse.name}
        ends={endings.removeGreenhouse(map !== '')}
        uses={map === '' ? undefined : <UnderlinedLink to={mapLink(map)}>Map</UnderlinedLink>}
        onRemoved={onDone}
        onClose={onClose}
      />
      <ArchiveAction
        kind="greenhouse"
        thing={greenhouse}
        uses={<UnderlinedLink to={locationLink(greenhouse.location_id)}>Location</UnderlinedLink>}
        onDone={onDone}
        onClose={onClose}
      />
    </>
  );
}

/**
 * Renders the dialog that updates a greenhouse; only changed, non-empty fields are sent ("Left empty, it stays as it is."). Source:
 * LOC-019, LOC-021..025.
 */
export function UpdateGreenhouse({ greenhouse, places, onClose }: Props) {
  const { locations, maps, greenhouses, query } = places;
  const stored = fieldsOf(greenhouse);
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const { confirm, question } = useConfirm();
  const { draft, save, dialog } = usePlaceForm(postUpdateGreenhouse, {
    stored,
    clean: greenhouseFields,
    problems: (fields) =>
      // An empty field is not sent; the stored value is kept and is validated instead.
      greenhouseProblems(
        { ...stored, ...withoutEmpty(fields) },
        {
          // The stored values are always valid, even if their location or map no longer exists.
          locations: query.locations.answer && [...locations.map(({ id }) => id), stored.location_id],
          maps: query.maps.answer && [...maps.map(({ id }) => id), stored.map_id],
          others: greenhouses.filter(({ id }) => id !== greenhouse.id),
        },
      ),
    saved: 'Greenhouse is updated',
    onSaved: query.greenhouses.refresh,
    onClose,
  });
  const submit = () => {
    const body = withoutEmpty(draft.patch);
    if (Object.keys(body).length === 0) onClose();
    else confirm(greenhouseEnds({ ...greenhouse, ...body }, greenhouse, places), () => save({ params: { id: greenhouse.id }, body }));
  };
  const hinted = (name: 'name' | 'client_name' | 'map_id') => {
    const field = draft.field(name);
    return { ...field, hint: field.hint ?? (field.value.trim() === '' && stored[name] !== '' ? STAYS : undefined) };
  };
  return (
    <FormDialog {...dialog} title="Update Greenhouse" word="Update Greenhouse" onSubmit={submit}>
      <Field label="Name" autoComplete="off" {...hinted('name')} />
      <Field label="Client Name" autoComplete="off" {...hinted('client_name')} />
      <ManagedField
        label="Location"
        options={namedOptions(locations, stored.location_id)}
        field={draft.field('location_id', (id) => nameOf(locations, id))}
      />
      <ComboField label="Map" options={mapOptions(maps, greenhouses, isStaff, stored.map_id)} {...hinted('map_id')} />
      <GreenhouseEnds {...{ greenhouse, places, onClose }} />
      {question}
    </FormDialog>
  );
}
