import { chakra } from '@chakra-ui/react';
import { type ManagedUser, postChangeAddress } from '#contract/user';
import { newAddressProblem } from '#domain/people/accountActions';
import { refusalPlace } from '#domain/people/mailDomains';
import { typedAddress } from '#domain/people/typedAddress';
import { selectRole } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { Banner } from '#ui/Banner';
import { EmailField } from '#ui/EmailField';
import { FormDialog } from '#ui/form/FormDialog';
import { useDraft } from '#ui/form/useDraft';
import { UnderlinedLink } from '#widgets/UnderlinedLink';

const AccentLink = chakra(UnderlinedLink, { base: { color: 'accent.fg' } });

interface Props {
  /** The account when the form was opened. */
  readonly user: ManagedUser;
  readonly onClose: () => void;
  /** Requests the list again, after every attempt. */
  readonly refresh: () => void;
}

const HINT =
  'A link is mailed there. The address changes when the link is opened within 24 hours and the password is typed, and every sign-in ends then. Until then the present address counts.';

/** Renders the dialog that mails a link to a new address of an account. Source: NEWMAIL6. */
export function ChangeAddress({ user: { email, new_email, organisation_id }, onClose, refresh }: Props) {
  const draft = useDraft({ address: '' }, { problems: ({ address }) => ({ address: newAddressProblem(address, email) }) });
  const saving = useSave(postChangeAddress, {
    saved: 'The link is mailed to the new address',
    onSaved: onClose,
    onSettled: refresh,
    unsure: 'The link may be mailed',
  });
  const to = refusalPlace(saving.alert, useAppSelector(selectRole), organisation_id);
  return (
    <FormDialog
      title={`Change the address of ${email}`}
      draft={draft}
      saving={saving}
      isDisabled={!saving.isPossible}
      word="Mail the link"
      savingWord="Mailing"
      onSubmit={() => saving.save({ params: {}, body: { email, new_email: typedAddress(draft.value.address) } })}
      onClose={onClose}
    >
      {new_email != null && <Banner tone="quiet">{`A link was mailed to ${new_email}: a new one replaces it.`}</Banner>}
      <EmailField {...draft.field('address')} reduce={typedAddress} label="New email address" autoComplete="off" hint={HINT} />
      {to !== null && (
        <span>
          <AccentLink to={to}>Organisations</AccentLink>
        </span>
      )}
    </FormDialog>
  );
}
