import { chakra } from '@chakra-ui/react';
import { useSearchParams } from 'react-router-dom';
import { getOrganisationUsers } from '#contract/user';
import { useAnswer } from '#hooks/useAnswer';
import { useHeldDefault } from '#hooks/useHeldDefault';
import { SelectField } from '#ui/form/SelectField';
import { UserTable } from './UserTable.tsx';
import { useOrganisationChoices } from './useOrganisationChoices.ts';

/** Renders the users of one organisation: that of the URL, otherwise the first by name. Source: USER-003, CALL-065. */
export function OrganisationUsers() {
  const [search, setSearch] = useSearchParams();
  const offered = useOrganisationChoices();
  const preset = useHeldDefault(offered[0]?.value ?? null);
  const organisation = search.get('organisation') ?? preset ?? '';
  const choices = useOrganisationChoices(organisation);
  const query = useAnswer(getOrganisationUsers, { organisation }, {}, { isWanted: organisation !== '' });
  const choose = (chosen: string) =>
    setSearch((known) => {
      const next = new URLSearchParams(known);
      next.set('organisation', chosen);
      return next;
    });
  return (
    <chakra.div display="grid" gap="16px">
      <chakra.div maxWidth="360px">
        <SelectField
          label="Organisation"
          options={choices}
          none={organisation === '' ? 'No organisation' : undefined}
          value={organisation}
          onValue={choose}
        />
      </chakra.div>
      <UserTable key={organisation} name="organisation-users" label="Organisation Users" userType="organisation_user" query={query} />
    </chakra.div>
  );
}
