import { postCreateGreenhouse } from '#contract/greenhouse';
import { seesEverything } from '#domain/people/rights';
import { greenhouseFields, greenhouseProblems } from '#domain/places/greenhouse';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
import { Field } from '#ui/Field';
import { ComboField } from '#ui/form/ComboField';
import { FormDialog } from '#ui/form/FormDialog';
import { useConfirm } from '#ui/useConfirm';
import { greenhouseEnds } from './greenhouseEnds.ts';
import { mapOptions, namedOptions } from '../placeOptions.ts';
import { usePlaceForm } from '../usePlaceForm.ts';
import type { PlaceLists } from '../usePlaceLists.ts';

const EMPTY = { name: '', client_name: '', location_id: '', map_id: '' };

interface Props {
  readonly places: PlaceLists;
  readonly onClose: () => void;
}

/** Renders the dialog that creates a greenhouse: name, client name, location, map. Source: LOC-017, LOC-018, LOC-020. */
export function CreateGreenhouse({ places, onClose }: Props) {
  const { locations, maps, greenhouses, query } = places;
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const { confirm, question } = useConfirm();
  const { draft, save, dialog } = usePlaceForm(postCreateGreenhouse, {
    stored: EMPTY,
    clean: greenhouseFields,
    problems: (fields) =>
      greenhouseProblems(fields, {
        locations: query.locations.answer && locations.map(({ id }) => id),
        maps: query.maps.answer && maps.map(({ id }) => id),
        others: greenhouses,
      }),
    saved: 'Greenhouse is created',
    refresh: places.refreshGreenhouses,
    onClose,
  });
  const submit = () => {
    const { name, client_name, location_id, map_id } = draft.clean;
    const body = { name, client_name, location_id, ...(map_id === '' ? {} : { map_id }) };
    confirm(greenhouseEnds(body, undefined, places), () => save({ params: {}, body }));
  };
  return (
    <FormDialog {...dialog} title="Create Greenhouse" word="Create Greenhouse" savingWord="Creating" onSubmit={submit}>
      <Field label="Name" autoComplete="off" {...draft.field('name')} />
      <Field label="Client Name" autoComplete="off" {...draft.field('client_name')} />
      <ComboField label="Location" options={namedOptions(locations)} {...draft.field('location_id')} />
      <ComboField label="Map" options={mapOptions(maps, greenhouses, isStaff)} {...draft.field('map_id')} />
      {question}
    </FormDialog>
  );
}
