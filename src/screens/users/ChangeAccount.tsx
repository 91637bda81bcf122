import { chakra } from '@chakra-ui/react';
import { getLocales } from '#contract/identity';
import { type ManagedUser, postUpdateUser } from '#contract/user';
import { type AccountFields, accountProblems, accountToSend, isOwnAccount, needsNoOrganisation } from '#domain/people/accountActions';
import { selectableLanguages } from '#domain/people/languages';
import { namedAll } from '#domain/text/displayNames';
import { refusalPlace } from '#domain/people/mailDomains';
import { mayInviteType } from '#domain/people/invite';
import { personName } from '#domain/people/personName';
import { roles } from '#domain/people/rights';
import { endings } from '#domain/text/endings';
import { toTitleCase } from '#domain/text/titleCase';
import { selectProfile, selectRole } from '#state/session';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { SelectField } from '#ui/form/SelectField';
import type { Option } from '#ui/Select';
import { useConfirm } from '#ui/useConfirm';
import { useDraft } from '#ui/form/useDraft';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { type AccountList, useNewest } from './useNewest.ts';
import { useOrganisationChoices } from './useOrganisationChoices.ts';

const AccentLink = chakra(UnderlinedLink, { base: { color: 'accent.fg' } });

const fieldsOf = ({ name, family_name, locale, user_type, organisation_id }: ManagedUser): AccountFields => ({
  name,
  family_name,
  locale,
  user_type,
  organisation_id: organisation_id ?? '',
});

/** Whether an account belongs to an organisation goes by its type. */
const RECHECKED = { user_type: ['organisation_id'] } as const;

/**
 * Returns whether a change of the user type or the organisation may take rights or visibility from an account; an account that gets its first organisation
 * loses nothing. Source: ENDS1.
 */
const losesRights = (next: AccountFields, stored: AccountFields): boolean =>
  next.user_type !== stored.user_type || (stored.organisation_id !== '' && next.organisation_id !== stored.organisation_id);

interface Props {
  /** The account when the form was opened. */
  readonly user: ManagedUser;
  /** The list that has the account. */
  readonly query: AccountList;
  readonly onClose: () => void;
  /** Requests the list again, after every attempt. */
  readonly refresh: () => void;
}

const labelOf = (options: readonly Option[]) => (value: string) => options.find((option) => option.value === value)?.label ?? value;

/** Returns the draft of a changed account, its options, and the state of saving it. */
function useChange({ user: chosen, query, refresh, onClose }: Props) {
  const { user, isCurrent, refusal, retry } = useNewest(chosen, query);
  const role = useAppSelector(selectRole);
  const isOwn = useAppSelector((s) => isOwnAccount(selectProfile(s) ?? { email: '' }, user));
  const stored = fieldsOf(user);
  const problems = (fields: AccountFields) => accountProblems(fields, stored, role);
  const draft = useDraft<AccountFields>(stored, { problems, isUpdate: true, rechecked: RECHECKED });
  const locales = useAnswer(getLocales, {}).answer?.result ?? [];
  const save = useSave(postUpdateUser, {
    saved: 'The account is changed',
    onSaved: onClose,
    onSettled: refresh,
    unsure: 'The account may be changed',
  });
  return {
    isOwn,
    draft,
    ends: losesRights(draft.clean, stored) ? endings.changeRights(personName(user)) : null,
    locales: namedAll(selectableLanguages(locales, user.locale)).map(({ id, name }) => ({ value: id, label: name })),
    // Types that the caller may not assign are not offered, but the current type of the account is shown.
    types: roles
      .filter((type) => type === stored.user_type || mayInviteType(role, type))
      .map((value) => ({ value, label: toTitleCase(value) })),
    organisations: useOrganisationChoices(stored.organisation_id),
    saving: { isSaving: save.isSaving, alert: save.alert ?? refusal },
    isCurrent,
    retry,
    submit: () => save.save({ params: {}, body: accountToSend(user.email, draft.clean, stored.organisation_id) }),
  };
}

/** Renders the dialog that changes an account; of their own account, users change only name and language. Source: PEOPLE1, PEOPLE7. */
export function ChangeAccount(props: Props) {
  const { isOwn, draft, ends, locales, types, organisations, saving, isCurrent, retry, submit } = useChange(props);
  const organisation = needsNoOrganisation(draft.value.user_type) ? null : draft.value.organisation_id;
  const to = refusalPlace(saving.alert, useAppSelector(selectRole), organisation);
  const { confirm, question } = useConfirm();
  return (
    <FormDialog
      title={`Change ${props.user.email}`}
      draft={draft}
      saving={saving}
      isDisabled={!isCurrent}
      word="Save"
      onSubmit={() => confirm(ends, submit)}
      onClose={props.onClose}
    >
      <Field {...draft.field('name')} autoComplete="off" label="First name" />
      <Field {...draft.field('family_name')} autoComplete="off" label="Family name" />
      <SelectField
        {...draft.field('locale', labelOf(locales))}
        label="Locale"
        options={locales}
        none={draft.value.locale === '' ? 'Choose a locale' : undefined}
      />
      {!isOwn && (
        <>
          <SelectField {...draft.field('user_type', toTitleCase)} label="User type" options={types} />
          {!needsNoOrganisation(draft.value.user_type) && (
            <SelectField
              {...draft.field('organisation_id', labelOf(organisations))}
              label="Organisation"
              options={organisations}
              none={draft.value.organisation_id === '' ? 'No organisation' : undefined}
            />
          )}
        </>
      )}
      {retry !== undefined && (
        <chakra.div>
          <Button onClick={retry}>Try Again</Button>
        </chakra.div>
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
