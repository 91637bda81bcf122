import { chakra } from '@chakra-ui/react';
import { getOrganisations } from '#contract/place';
import { type ManagedUser, postChangeAddress } from '#contract/user';
import { newAddressProblem } from '#domain/people/accountActions';
import { refusalPlace, refusingOrganisation } from '#domain/people/mailDomains';
import { typedAddress } from '#domain/people/typedAddress';
import { selectRole } from '#state/session';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { EmailField } from '#ui/EmailField';
import { FormDialog } from '#ui/form/FormDialog';
import { useDraft } from '#ui/form/useDraft';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { type AccountList, useNewest } from './useNewest.ts';

const AccentLink = chakra(UnderlinedLink, { base: { color: 'accent.fg' } });

interface Props {
  /** The account when the form was opened. */
  readonly user: ManagedUser;
  /** The list that has the account. */
  readonly query: AccountList;
  readonly onClose: () => void;
  /** Requests the list again, after every attempt. */
  readonly refresh: () => void;
}

const HINT =
  'A link is mailed there. The address changes when the link is opened within 24 hours and the password is typed, and every sign-in ends then. Until then the present address counts.';

/** Renders the dialog that mails a link to a new address of an account. Source: NEWMAIL6. */
export function ChangeAddress({ user, query, onClose, refresh }: Props) {
  const newest = useNewest(user, query);
  const { email, new_email } = newest.user;
  const draft = useDraft({ address: '' }, { problems: ({ address }) => ({ address: newAddressProblem(address, email) }) });
  const saving = useSave(postChangeAddress, {
    saved: 'The link is mailed to the new address',
    onSaved: onClose,
    onSettled: refresh,
    unsure: 'The link may be mailed',
  });
  const organisations = useAnswer(getOrganisations, {}, {}, { allPages: true }).answer?.results ?? [];
  // A person may be of several organisations.
  const to = refusalPlace(saving.alert, useAppSelector(selectRole), refusingOrganisation(saving.alert, organisations));
  return (
    <FormDialog
      title={`Change the address of ${email}`}
      draft={draft}
      saving={{ isSaving: saving.isSaving, alert: saving.alert ?? newest.refusal }}
      isDisabled={!saving.isPossible || !newest.isCurrent}
      word="Mail the link"
      savingWord="Mailing"
      onSubmit={() => saving.save({ params: {}, body: { email, new_email: typedAddress(draft.value.address) } })}
      onClose={onClose}
    >
      {new_email != null && <Banner tone="quiet">{`A link was mailed to ${new_email}: a new one replaces it.`}</Banner>}
      <EmailField {...draft.field('address')} reduce={typedAddress} label="New email address" autoComplete="off" hint={HINT} />
      {newest.retry !== undefined && (
        <chakra.div>
          <Button onClick={newest.retry}>Try Again</Button>
        </chakra.div>
      )}
      {to !== null && (
        <span>
          <AccentLink to={to}>Organisations</AccentLink>
        </span>
      )}
    </FormDialog>
  );
}
