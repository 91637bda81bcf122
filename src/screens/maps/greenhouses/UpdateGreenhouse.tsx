import { postDeleteGreenhouse, postUpdateGreenhouse } from '#contract/greenhouse';
import type { Greenhouse } from '#contract/place';
import { endings } from '#domain/text/endings';
import { seesEverything } from '#domain/people/rights';
import { greenhouseFields, greenhouseProblems } from '#domain/places/greenhouse';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
import { Field } from '#ui/Field';
import { ComboField } from '#ui/form/ComboField';
import { FormDialog } from '#ui/form/FormDialog';
import { Checkbox } from '#ui/Checkbox';
import { useConfirm } from '#ui/useConfirm';
import { patchOf, updateProblems, withoutEmpty } from '#ui/form/patch';
import type { FieldBinding } from '#ui/form/useDraft';
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
/** The choice that takes the map from the greenhouse. No map has this id: ids of maps do not begin so. */
const NO_MAP = '=none';
/** A name is unique within its location. */
const RECHECKED = { location_id: ['name'] } as const;

const fieldsOf = ({ name, client_name, location_id, map_id }: Greenhouse) => ({
  name,
  client_name: client_name ?? '',
  location_id,
  map_id: map_id ?? '',
  /** Whether the client name is removed: emptied, it stays. */
  hasNoClientName: false,
});
type Values = ReturnType<typeof fieldsOf>;

const clean = ({ hasNoClientName, client_name, ...fields }: Values): Values => ({
  ...greenhouseFields({ ...fields, client_name: hasNoClientName ? '' : client_name }),
  hasNoClientName,
});

/** Returns the body of an update: empty texts are left out, and null removes the client name, or the map if it still is the stored one. */
function bodyOf({ hasNoClientName, map_id = '', ...texts }: Partial<Values>, stored: Values) {
  return {
    ...withoutEmpty(texts),
    ...(map_id === NO_MAP ? { map_id: null, expected_map_id: stored.map_id } : withoutEmpty({ map_id })),
    ...(hasNoClientName === true && { client_name: null }),
  };
}

interface Props {
  readonly greenhouse: Greenhouse;
  readonly places: PlaceLists;
  readonly onClose: () => void;
}

interface ClientNameProps {
  readonly field: FieldBinding<string>;
  /** Whether the greenhouse has a client name, and the server can remove it. */
  readonly isRemovable: boolean;
  readonly removal: FieldBinding<boolean>;
}

/** Renders the client name, and the choice that removes it. */
function ClientName({ field, isRemovable, removal }: ClientNameProps) {
  return (
    <>
      <Field
        label="Client Name"
        autoComplete="off"
        {...field}
        disabled={removal.value}
        {...(removal.value && { value: '', hint: undefined, problem: undefined })}
      />
      {(isRemovable || removal.value) && (
        <Checkbox checked={removal.value} onChecked={removal.onValue}>
          Remove the client name
        </Checkbox>
      )}
    </>
  );
}

/** Renders the actions that remove or archive a greenhouse. */
function GreenhouseEnds({ greenhouse, places, onClose }: Props) {
  const refresh = places.refreshGreenhouses;
  const map = greenhouse.map_id ?? '';
  return (
    <>
      <RemoveAction
        call={postDeleteGreenhouse}
        request={{ params: { id: greenhouse.id }, body: {} }}
        name={greenhouse.name}
        ends={endings.removeGreenhouse(map !== '')}
        uses={map === '' ? undefined : <UnderlinedLink to={mapLink(map)}>Map</UnderlinedLink>}
        refresh={refresh}
        onClose={onClose}
      />
      <ArchiveAction
        kind="greenhouse"
        thing={greenhouse}
        uses={<UnderlinedLink to={locationLink(greenhouse.location_id)}>Location</UnderlinedLink>}
        refresh={refresh}
        onClose={onClose}
      />
    </>
  );
}

/**
 * Renders the dialog that updates a greenhouse; only changed, non-empty fields are sent ("Left empty, it stays as it is."). "No map"
 * and "Remove the client name" remove what emptying keeps, where the server announces it. Source: LOC-019, LOC-021..025, ONEMAP8.
 */
export function UpdateGreenhouse({ greenhouse, places, onClose }: Props) {
  const { locations, maps, greenhouses, query } = places;
  const stored = fieldsOf(greenhouse);
  const canRemove = useFeature('greenhouse_removals');
  const none = stored.map_id === '' || !canRemove ? [] : [{ value: NO_MAP, label: 'No map' }];
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const { confirm, question } = useConfirm();
  const { draft, save, dialog } = usePlaceForm(postUpdateGreenhouse, {
    stored,
    clean,
    isUpdate: true,
    rechecked: RECHECKED,
    problems: (fields) => {
      // An empty field is not sent: the stored value is kept, and is no change.
      const kept = { ...stored, ...withoutEmpty(fields), ...(fields.map_id === NO_MAP && { map_id: '' }) };
      const problems = greenhouseProblems(kept, {
        locations: query.locations.answer && locations.map(({ id }) => id),
        maps: query.maps.answer && maps.map(({ id }) => id),
        others: greenhouses.filter(({ id }) => id !== greenhouse.id),
      });
      return updateProblems(problems, patchOf(stored, kept), RECHECKED);
    },
    saved: 'Greenhouse is updated',
    refresh: places.refreshGreenhouses,
    onClose,
  });
  const submit = () => {
    const body = bodyOf(draft.patch, stored);
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
      <ClientName
        field={hinted('client_name')}
        isRemovable={canRemove && stored.client_name !== ''}
        removal={draft.field('hasNoClientName')}
      />
      <ManagedField
        label="Location"
        options={namedOptions(locations, stored.location_id)}
        field={draft.field('location_id', (id) => nameOf(locations, id))}
      />
      <ComboField label="Map" options={[...none, ...mapOptions(maps, greenhouses, isStaff, stored.map_id)]} {...hinted('map_id')} />
      <GreenhouseEnds {...{ greenhouse, places, onClose }} />
      {question}
    </FormDialog>
  );
}
