import { useState } from 'react';
import { chakra } from '@chakra-ui/react';
import { getLocales } from '#contract/identity';
import { type ManagedUser, postUpdateUser } from '#contract/user';
import { type AccountFields, accountProblems, accountToSend, isOwnAccount, needsNoOrganisation } from '#domain/people/accountActions';
import { selectableLanguages } from '#domain/people/languages';
import { refusalPlace } from '#domain/people/mailDomains';
import { mayInviteType } from '#domain/people/invite';
import { roles } from '#domain/people/rights';
import { endings } from '#domain/text/endings';
import { toTitleCase } from '#domain/text/titleCase';
import { selectProfile, selectRole } from '#state/session';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { SelectField } from '#ui/form/SelectField';
import { useConfirm } from '#ui/useConfirm';
import { useDraft } from '#ui/form/useDraft';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { useOrganisationChoices } from './useOrganisationChoices.ts';

const AccentLink = chakra(UnderlinedLink, { base: { color: 'accent.fg' } });

const fieldsOf = ({ name, family_name, locale, user_type, organisation_id }: ManagedUser): AccountFields => ({
  name,
  family_name,
  locale,
  user_type,
  organisation_id: organisation_id ?? '',
});

const nameOf = ({ name, family_name }: AccountFields) => [name, family_name].filter(Boolean).join(' ');

/**
 * Returns whether a change of the user type or the organisation may take rights or visibility from an account; an account that gets its first organisation
 * loses nothing. Source: ENDS1.
 */
const losesRights = (next: AccountFields, stored: AccountFields): boolean =>
  next.user_type !== stored.user_type || (stored.organisation_id !== '' && next.organisation_id !== stored.organisation_id);

/** Returns the draft of a changed account, its options, and the state of saving it. */
function useChange(user: ManagedUser, onSaved: () => void) {
  const role = useAppSelector(selectRole);
  const isOwn = useAppSelector((s) => isOwnAccount(selectProfile(s) ?? { email: '' }, user));
  // The account when the form was opened, because a list that is requested again must not change the input.
  const [stored] = useState(() => fieldsOf(user));
  const draft = useDraft<AccountFields>(stored, { problems: (fields) => accountProblems(fields, stored, role) });
  const locales = useAnswer(getLocales, {}).answer?.result ?? [];
  const save = useSave(postUpdateUser, {
    saved: 'The account is changed',
    onSaved,
    isSaved: ({ result }) => result,
    unsure: 'The account may be changed',
  });
  return {
    isOwn,
    draft,
    ends: losesRights(draft.clean, stored) ? endings.changeRights(nameOf(stored)) : null,
    locales: selectableLanguages(locales, user.locale).map(({ id, name }) => ({ value: id, label: name })),
    // Types that the caller may not assign are not offered, but the current type of the account is shown.
    types: roles
      .filter((type) => type === stored.user_type || mayInviteType(role, type))
      .map((value) => ({ value, label: toTitleCase(value) })),
    organisations: useOrganisationChoices(stored.organisation_id),
    saving: { isSaving: save.isSaving, alert: save.alert },
    submit: () => save.save({ params: {}, body: accountToSend(user.email, draft.clean) }),
  };
}

interface Props {
  readonly user: ManagedUser;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Renders the dialog that changes an account; of their own account, users change only name and language. Source: PEOPLE1, PEOPLE7. */
export function ChangeAccount({ user, onClose, onSaved }: Props) {
  const { isOwn, draft, ends, locales, types, organisations, saving, submit } = useChange(user, () => {
    onSaved();
    onClose();
  });
  const organisation = needsNoOrganisation(draft.value.user_type) ? null : draft.value.organisation_id;
  const to = refusalPlace(saving.alert, useAppSelector(selectRole), organisation);
  const { confirm, question } = useConfirm();
  const text = { autoComplete: 'off', readOnly: saving.isSaving } as const;
  const choice = { disabled: saving.isSaving };
  return (
    <FormDialog
      title={`Change ${user.email}`}
      draft={draft}
      saving={saving}
      word="Save"
      onSubmit={() => confirm(ends, submit)}
      onClose={onClose}
    >
      <Field {...draft.field('name')} {...text} label="First name" />
      <Field {...draft.field('family_name')} {...text} label="Family name" />
      <SelectField
        {...draft.field('locale')}
        {...choice}
        label="Locale"
        options={locales}
        none={draft.value.locale === '' ? 'Choose a locale' : undefined}
      />
      {!isOwn && (
        <>
          <SelectField {...draft.field('user_type')} {...choice} label="User type" options={types} />
          {!needsNoOrganisation(draft.value.user_type) && (
            <SelectField
              {...draft.field('organisation_id')}
              {...choice}
              label="Organisation"
              options={organisations}
              none={draft.value.organisation_id === '' ? 'No organisation' : undefined}
            />
          )}
        </>
      )}
      {to !== null && (
        <span>
          <AccentLink to={to}>Organisations</AccentLink>
        </span>
      )}
      {question}
    </FormDialog>
  );
}
