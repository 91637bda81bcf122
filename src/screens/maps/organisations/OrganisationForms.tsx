import { Link } from 'react-router-dom';
import { postCreateOrganisation, postDeleteOrganisation, postUpdateOrganisation } from '#contract/organisation';
import type { Organisation } from '#contract/place';
import { organisationFields, organisationProblems } from '#domain/places/organisation';
import { endings } from '#domain/text/endings';
import { seesEverything } from '#domain/people/rights';
import { useFeature } from '#state/features';
import { selectRole } from '#state/session';
import { useAppSelector } from '#state/hooks/useAppSelector';
import { Field } from '#ui/Field';
import type { FieldBinding } from '#ui/form/useDraft';
import { FormDialog } from '#ui/form/FormDialog';
import { useConfirm } from '#ui/useConfirm';
import { RemoveAction } from '#widgets/RemoveAction';
import { treeLink } from '../placeLinks.ts';
import { usePlaceForm } from '../usePlaceForm.ts';

const EMPTY = { name: '', client_name: '', authentication_group: '' };

const fieldsOf = ({ name, client_name, authentication_group }: Organisation) => ({
  name,
  client_name: client_name ?? '',
  authentication_group: authentication_group ?? '',
});

const MEMBERS = 'Members of this group see the organisation.';
const MADE = 'Members of this group see the organisation. Left empty, it is made from the name.';

function GroupField({ field, hint }: { readonly field: FieldBinding<string>; readonly hint: string }) {
  return <Field label="Authentication Group" autoComplete="off" spellCheck={false} {...field} hint={field.hint ?? hint} />;
}

interface Props {
  readonly organisations: readonly Organisation[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Renders the dialog that creates an organisation. Source: LOC-027, LOC-028, GAP-59. */
export function CreateOrganisation({ organisations, onSaved, onClose }: Props) {
  const isAdmin = useAppSelector((s) => selectRole(s) === 'system_admin');
  const { draft, save, dialog } = usePlaceForm(postCreateOrganisation, {
    stored: EMPTY,
    clean: organisationFields,
    problems: (fields) => organisationProblems(fields, organisations),
    saved: 'Organisation is created',
    onSaved,
    onClose,
  });
  const { name, client_name, authentication_group } = draft.clean;
  const hasGroup = useFeature('organisation_groups') && isAdmin;
  const group = hasGroup && authentication_group !== '' ? { authentication_group } : {};
  return (
    <FormDialog
      {...dialog}
      title="Create Organisation"
      word="Create Organisation"
      savingWord="Creating"
      onSubmit={() => save({ params: {}, body: { name, client_name, ...group } })}
    >
      <Field label="Name" autoComplete="off" {...draft.field('name')} />
      <Field label="Client Name" autoComplete="off" {...draft.field('client_name')} />
      {hasGroup && <GroupField field={draft.field('authentication_group')} hint={MADE} />}
    </FormDialog>
  );
}

/**
 * Renders the dialog that updates an organisation; only changed fields are sent, and only a system_admin can change the group. Source: LOC-029, LOC-030,
 * OPEN-69.
 */
export function UpdateOrganisation({ organisation, organisations, onSaved, onClose }: Props & { readonly organisation: Organisation }) {
  const role = useAppSelector(selectRole);
  const isAdmin = role === 'system_admin';
  const { draft, save, dialog } = usePlaceForm(postUpdateOrganisation, {
    stored: fieldsOf(organisation),
    clean: organisationFields,
    problems: (fields) =>
      organisationProblems(
        fields,
        organisations.filter(({ id }) => id !== organisation.id),
      ),
    saved: 'Organisation is updated',
    onSaved,
    onClose,
  });
  const { confirm, question } = useConfirm();
  const submit = () => {
    const from = organisation.authentication_group;
    const ends = draft.patch.authentication_group === undefined || !from ? null : endings.changeGroup(organisation.name, { from });
    confirm(ends, () => save({ params: { id: organisation.id }, body: draft.patch }));
  };
  return (
    <FormDialog {...dialog} title="Update Organisation" word="Update Organisation" onSubmit={submit}>
      <Field label="Name" autoComplete="off" {...draft.field('name')} />
      <Field label="Client Name" autoComplete="off" {...draft.field('client_name')} />
      {isAdmin && <GroupField field={draft.field('authentication_group')} hint={MEMBERS} />}
      {seesEverything(role) && (
        <RemoveAction
          call={postDeleteOrganisation}
          request={{ params: { id: organisation.id }, body: {} }}
          name={organisation.name}
          ends={endings.removeOrganisation()}
          uses={<Link to={treeLink(organisation.id)}>Organisation Tree</Link>}
          onRemoved={onSaved}
          onClose={onClose}
        />
      )}
      {question}
    </FormDialog>
  );
}
