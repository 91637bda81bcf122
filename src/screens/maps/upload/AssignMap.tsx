import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { postUpdateGreenhouse } from '#contract/greenhouse';
import { seesEverything } from '#domain/people/rights';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { selectRole } from '#state/session';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ComboField } from '#ui/form/ComboField';
import { greenhouseOptions, nameOf } from '../placeOptions.ts';
import { usePlaceLists } from '../usePlaceLists.ts';

const Form = chakra('form', { base: { display: 'grid', gap: '12px', maxWidth: '480px', pt: '16px' } });
const Submit = chakra(Button, { base: { justifySelf: 'start', minHeight: { base: '44px', lg: '36px' } } });
const NOBODY = 'This map belongs to no greenhouse: only the staff of the provider sees it.';

/** Renders the form that assigns a map without a greenhouse to a greenhouse; nothing for other maps and for users who are not staff. Source: MAPS8, MAPS10. */
export function AssignMap({ id }: { readonly id: string }) {
  const isAnnounced = useFeature('map_upload');
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const { greenhouses, locations, maps, query } = usePlaceLists();
  const [chosen, setChosen] = useState('');
  const { save, isSaving, alert, isPossible } = useSave(postUpdateGreenhouse, {
    saved: 'The greenhouse has the map',
    onSaved: query.greenhouses.refresh,
  });
  const isKnown = query.greenhouses.answer !== undefined && maps.some((map) => map.id === id && map.archived !== true);
  if (!isAnnounced || !isStaff || !isKnown || greenhouses.some(({ map_id }) => map_id === id)) return null;
  const greenhouse = greenhouses.find((one) => one.id === chosen);
  const hint = greenhouse?.map_id ? `It has the map ${nameOf(maps, greenhouse.map_id)}, which stays readable in its history.` : undefined;
  return (
    <Form
      aria-label="Give the map to a greenhouse"
      aria-busy={isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        if (greenhouse !== undefined) save({ params: { id: greenhouse.id }, body: { map_id: id } });
      }}
    >
      {alert !== undefined && <Banner tone="error">{alert}</Banner>}
      <Banner tone="quiet">{NOBODY}</Banner>
      <ComboField label="Greenhouse" options={greenhouseOptions(greenhouses, locations)} value={chosen} onValue={setChosen} hint={hint} />
      <Submit type="submit" disabled={greenhouse === undefined || isSaving || !isPossible}>
        Give to Greenhouse
      </Submit>
    </Form>
  );
}
