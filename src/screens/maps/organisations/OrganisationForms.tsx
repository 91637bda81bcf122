import { postCreateOrganisation, postUpdateOrganisation } from '#contract/organisation';
import type { Organisation } from '#contract/place';
import { organisationFields, organisationProblems } from '#domain/organisation';
import { selectRole } from '#state/session';
import { useAppSelector } from '#state/useAppSelector';
import { useSave } from '#state/useSave';
import { Field } from '#ui/Field';
import { FormDialog } from '#ui/form/FormDialog';
import { useDraft } from '#ui/form/useDraft';

const EMPTY = { name: '', client_name: '', authentication_group: '' };

const fieldsOf = ({ name, client_name, authentication_group }: Organisation) => ({
  name,
  client_name: client_name ?? '',
  authentication_group: authentication_group ?? '',
});

interface Props {
  readonly organisations: readonly Organisation[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The dialog that creates an organisation. Source: LOC-027, LOC-028, GAP-59. */
export function CreateOrganisation({ organisations, onSaved, onClose }: Props) {
  const draft = useDraft(EMPTY, { clean: organisationFields, problems: (fields) => organisationProblems(fields, organisations) });
  const { save, isPossible, ...saving } = useSave(postCreateOrganisation, {
    saved: 'Organisation is created',
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const { name, client_name } = draft.clean;
  return (
    <FormDialog
      title="Create Organisation"
      word="Create Organisation"
      savingWord="Creating"
      draft={draft}
      saving={saving}
      isDisabled={!isPossible}
      onSubmit={() => save({ params: {}, body: { name, client_name } })}
      onClose={onClose}
    >
      <Field label="Name" autoComplete="off" {...draft.field('name')} />
      <Field label="Client Name" autoComplete="off" {...draft.field('client_name')} />
    </FormDialog>
  );
}

/** The dialog that updates an organisation; only what changed is sent, and the group is a system_admin's. Source: LOC-029, LOC-030, OPEN-69. */
export function UpdateOrganisation({ organisation, organisations, onSaved, onClose }: Props & { readonly organisation: Organisation }) {
  const isAdmin = useAppSelector((s) => selectRole(s) === 'system_admin');
  const draft = useDraft(fieldsOf(organisation), {
    clean: organisationFields,
    problems: (fields) =>
      organisationProblems(
        fields,
        organisations.filter(({ id }) => id !== organisation.id),
      ),
  });
  const { save, isPossible, ...saving } = useSave(postUpdateOrganisation, {
    saved: 'Organisation is updated',
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Update Organisation"
      word="Update Organisation"
      draft={draft}
      saving={saving}
      isDisabled={!isPossible}
      onSubmit={() => save({ params: { id: organisation.id }, body: draft.patch })}
      onClose={onClose}
    >
      <Field label="Name" autoComplete="off" {...draft.field('name')} />
      <Field label="Client Name" autoComplete="off" {...draft.field('client_name')} />
      {isAdmin && (
        <Field
          label="Authentication Group"
          autoComplete="off"
          spellCheck={false}
          {...draft.field('authentication_group')}
          hint={draft.field('authentication_group').hint ?? 'Members of this group see the organisation.'}
        />
      )}
    </FormDialog>
  );
}
