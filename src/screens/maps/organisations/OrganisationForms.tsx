/** The dialogs that create and update an organisation, including its `authentication_group` (`CreateOrganisation`, `UpdateOrganisation`). */

import { postCreateOrganisation, postDeleteOrganisation, postUpdateOrganisation } from '#contract/organisation';
import type { Organisation } from '#contract/place';
import { organisationFields, organisationProblems } from '#domain/people/organisation';
import { endings } from '#domain/text/endings';
import { mailDomainsProblem, typedDomains } from '#domain/people/mailDomains';
import { seesEverything } from '#domain/people/rights';
import { useFeature } from '#hooks/features';
import { selectRole } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { Field } from '#ui/Field';
import type { FieldBinding } from '#ui/form/useDraft';
import { FormDialog } from '#ui/form/FormDialog';
import { useConfirm } from '#ui/useConfirm';
import { ArchiveAction } from '#widgets/ArchiveAction';
import { RemoveAction } from '#widgets/RemoveAction';
import { UnderlinedLink } from '#widgets/UnderlinedLink';
import { peopleLink, treeLink } from '#domain/addresses';
import { usePlaceForm } from '../usePlaceForm.ts';

const EMPTY = { name: '', client_name: '', authentication_group: '', mail_domains: '' };
type Fields = typeof EMPTY;

const fieldsOf = ({ name, client_name, authentication_group, mail_domains }: Organisation): Fields => ({
  name,
  client_name: client_name ?? '',
  authentication_group: authentication_group ?? '',
  mail_domains: (mail_domains ?? []).join(', '),
});

const cleanFields = (typed: Fields): Fields => ({
  ...organisationFields(typed),
  mail_domains: typedDomains(typed.mail_domains).join(', '),
});

const fieldProblems = (fields: Fields, others: readonly Organisation[]) => ({
  ...organisationProblems(fields, others),
  mail_domains: mailDomainsProblem(typedDomains(fields.mail_domains)),
});

const MEMBERS = 'Members of this group see the organisation.';
const MADE = 'Members of this group see the organisation. Left empty, it is made from the name.';

const DOMAINS = 'Whose addresses its people may have, such as company.example, company.nl.';

function DomainsField({ field }: { readonly field: FieldBinding<string> }) {
  return <Field label="Mail Domains" autoComplete="off" spellCheck={false} autoCapitalize="none" {...field} hint={field.hint ?? DOMAINS} />;
}

function GroupField({ field, hint }: { readonly field: FieldBinding<string>; readonly hint: string }) {
  return <Field label="Authentication Group" autoComplete="off" spellCheck={false} {...field} hint={field.hint ?? hint} />;
}

interface Props {
  readonly organisations: readonly Organisation[];
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/** Renders the dialog that creates an organisation. Source: LOC-027, LOC-028, GAP-59. */
export function CreateOrganisation({ organisations, refresh, onClose }: Props) {
  const isAdmin = useAppSelector((s) => selectRole(s) === 'system_admin');
  const { draft, save, dialog } = usePlaceForm(postCreateOrganisation, {
    stored: EMPTY,
    clean: cleanFields,
    problems: (fields) => fieldProblems(fields, organisations),
    saved: 'Organisation is created',
    refresh,
    onClose,
  });
  const { name, client_name, authentication_group, mail_domains } = draft.clean;
  const hasDomains = useFeature('mail_domains') && isAdmin;
  const domains = hasDomains && mail_domains !== '' ? { mail_domains: [...typedDomains(mail_domains)] } : {};
  const hasGroup = useFeature('organisation_groups') && isAdmin;
  const group = hasGroup && authentication_group !== '' ? { authentication_group } : {};
  return (
    <FormDialog
      {...dialog}
      title="Create Organisation"
      word="Create Organisation"
      savingWord="Creating"
      onSubmit={() => save({ params: {}, body: { name, client_name, ...group, ...domains } })}
    >
      <Field label="Name" autoComplete="off" {...draft.field('name')} />
      <Field label="Client Name" autoComplete="off" {...draft.field('client_name')} />
      {hasGroup && <GroupField field={draft.field('authentication_group')} hint={MADE} />}
      {hasDomains && <DomainsField field={draft.field('mail_domains')} />}
    </FormDialog>
  );
}

type UpdateProps = Props & { readonly organisation: Organisation };

/** Returns the draft of an organisation, and the function that sends its changes, after a question if they have consequences. */
function useOrganisationUpdate({ organisation, organisations, refresh, onClose }: UpdateProps) {
  // If the server manages the accounts, it moves them.
  const movesMembers = useFeature('accounts');
  const { draft, save, dialog } = usePlaceForm(postUpdateOrganisation, {
    stored: fieldsOf(organisation),
    clean: cleanFields,
    isUpdate: true,
    problems: (fields) =>
      fieldProblems(
        fields,
        organisations.filter(({ id }) => id !== organisation.id),
      ),
    saved: 'Organisation is updated',
    refresh,
    onClose,
  });
  const { confirm, question } = useConfirm();
  const submit = () => {
    const from = organisation.authentication_group;
    const { mail_domains, ...texts } = draft.patch;
    const domains = mail_domains === undefined ? undefined : typedDomains(mail_domains);
    const gone = domains === undefined ? [] : (organisation.mail_domains ?? []).filter((one) => !domains.includes(one));
    const ends = [
      ...(texts.authentication_group === undefined || !from
        ? []
        : [endings.changeGroup(organisation.name, { from, movesMembers: movesMembers && texts.authentication_group !== '' })]),
      ...(gone.length === 0 ? [] : [endings.removeDomains(organisation.name, gone)]),
    ];
    const body = { ...texts, ...(domains && { mail_domains: [...domains] }) };
    confirm(ends.length === 0 ? null : ends.join(' '), () => save({ params: { id: organisation.id }, body }));
  };
  return { draft, dialog, question, submit };
}

/**
 * Renders the dialog that updates an organisation; only changed fields are sent, and only a system_admin can change the group. Source: LOC-029, LOC-030,
 * OPEN-69.
 */
export function UpdateOrganisation(props: UpdateProps) {
  const { organisation, refresh, onClose } = props;
  const role = useAppSelector(selectRole);
  const isAdmin = role === 'system_admin';
  const hasDomains = useFeature('mail_domains');
  const { draft, dialog, question, submit } = useOrganisationUpdate(props);
  return (
    <FormDialog {...dialog} title="Update Organisation" word="Update Organisation" onSubmit={submit}>
      <Field label="Name" autoComplete="off" {...draft.field('name')} />
      <Field label="Client Name" autoComplete="off" {...draft.field('client_name')} />
      {isAdmin && <GroupField field={draft.field('authentication_group')} hint={MEMBERS} />}
      {isAdmin && hasDomains && <DomainsField field={draft.field('mail_domains')} />}
      {seesEverything(role) && (
        <RemoveAction
          call={postDeleteOrganisation}
          request={{ params: { id: organisation.id }, body: {} }}
          name={organisation.name}
          ends={endings.removeOrganisation()}
          uses={<UnderlinedLink to={treeLink(organisation.id)}>Organisation Tree</UnderlinedLink>}
          refresh={refresh}
          onClose={onClose}
        />
      )}
      <ArchiveAction
        kind="organisation"
        thing={organisation}
        uses={
          <>
            <UnderlinedLink to={treeLink(organisation.id)}>Organisation Tree</UnderlinedLink>{' '}
            <UnderlinedLink to={peopleLink(organisation.id)}>Users</UnderlinedLink>
          </>
        }
        refresh={refresh}
        onClose={onClose}
      />
      {question}
    </FormDialog>
  );
}
