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
import { useConfirm } from '#ui/useConfirm';
import { greenhouseEnds } from '../greenhouses/greenhouseEnds.ts';
import { greenhouseOptions, nameOf } from '../placeOptions.ts';
import { usePlaceLists } from '../usePlaceLists.ts';

const Form = chakra('form', { base: { display: 'grid', gap: '12px', maxWidth: '480px', pt: '16px' } });
const Submit = chakra(Button, { base: { justifySelf: 'start', minHeight: { base: '44px', lg: '36px' } } });
const NOBODY = 'This map belongs to no greenhouse: only the staff of the provider sees it.';

/** Returns the sentence about a map that a greenhouse had before. */
const formerText = (greenhouse: string) => `This map was in ${greenhouse} before, whose people still see it.`;

/**
 * Renders the form that assigns a map to a greenhouse, and who sees the map now; nothing for a map that a greenhouse has, and for users who are not staff.
 * Source: MAPS8, MAPS10, ONEMAP7.
 */
export function AssignMap({ id }: { readonly id: string }) {
  const isAnnounced = useFeature('map_upload');
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const places = usePlaceLists();
  const { greenhouses, locations, maps, query } = places;
  const { confirm, question } = useConfirm();
  const [chosen, setChosen] = useState('');
  const { save, isSaving, alert, isPossible } = useSave(postUpdateGreenhouse, {
    saved: 'The greenhouse has the map',
    onSettled: places.refreshGreenhouses,
  });
  const map = maps.find((one) => one.id === id && one.archived !== true);
  const isKnown = query.greenhouses.answer !== undefined;
  if (!isAnnounced || !isStaff || !isKnown || map === undefined || greenhouses.some(({ map_id }) => map_id === id)) return null;
  const greenhouse = greenhouses.find((one) => one.id === chosen);
  const hint = greenhouse?.map_id ? `It has the map ${nameOf(maps, greenhouse.map_id)}, which stays readable in its history.` : undefined;
  return (
    <Form
      aria-label="Give the map to a greenhouse"
      aria-busy={isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        if (greenhouse === undefined) return;
        const ends = greenhouseEnds({ ...greenhouse, map_id: id }, greenhouse, places);
        confirm(ends, () => save({ params: { id: greenhouse.id }, body: { map_id: id } }));
      }}
    >
      {alert !== undefined && <Banner tone="error">{alert}</Banner>}
      <Banner tone="quiet">{map.greenhouse_id ? formerText(nameOf(greenhouses, map.greenhouse_id)) : NOBODY}</Banner>
      <ComboField label="Greenhouse" options={greenhouseOptions(greenhouses, locations)} value={chosen} onValue={setChosen} hint={hint} />
      <Submit type="submit" disabled={greenhouse === undefined || isSaving || !isPossible}>
        Give to Greenhouse
      </Submit>
      {question}
    </Form>
  );
}
