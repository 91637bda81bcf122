import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { needsNoOrganisation } from '#domain/people/accountActions';
import { refusalPlace } from '#domain/people/mailDomains';
import { roles } from '#domain/people/rights';
import { toTitleCase } from '#domain/text/titleCase';
import { selectRole } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { useProductNames } from '#hooks/productNames';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { EmailField } from '#ui/EmailField';
import { Field } from '#ui/Field';
import { Form } from '#ui/form/Form';
import { SelectField } from '#ui/form/SelectField';
import { useInvite } from './useInvite.ts';

const userTypes = roles.map((role) => ({ value: role, label: toTitleCase(role) }));

/** Renders the form "Invite User". Source: USER-004, USER-006..024. */
export function InviteForm() {
  const { draft, email, locales, organisations, warning, isSending, isPossible, problem, isUnsure, dismiss, invite } = useInvite();
  const isOff = !isPossible;
  const text = { autoComplete: 'off', readOnly: isOff } as const;
  return (
    <>
      <Form
        label="Invite User"
        draft={draft}
        saving={{ isSaving: isSending, alert: undefined }}
        word="Invite"
        savingWord="Inviting"
        isDisabled={!isPossible}
        onSubmit={invite}
      >
        <EmailField {...email} {...text} label="Email" />
        <Field {...draft.field('name')} {...text} label="First name" />
        <Field {...draft.field('family_name')} {...text} label="Family name" />
        <SelectField {...draft.field('user_type')} label="User type" options={userTypes} none="Choose a user type" disabled={isOff} />
        <SelectField {...draft.field('locale')} label="Locale" options={locales} none="Choose a locale" disabled={isOff} />
        <SelectField
          {...draft.field('organisation_id')}
          label="Organisation"
          options={organisations}
          none="No organisation"
          disabled={isOff}
        />
        {warning !== undefined && <Banner tone="warning">{warning}</Banner>}
      </Form>
      <NotInvited
        problem={problem}
        isUnsure={isUnsure}
        organisation={needsNoOrganisation(draft.value.user_type) ? null : draft.value.organisation_id}
        onClose={dismiss}
      />
    </>
  );
}

const ToPlace = chakra(Link, {
  base: { color: 'accent.fg', display: 'inline-flex', alignItems: 'center', minHeight: { base: '44px', lg: '32px' } },
});

interface NotInvitedProps {
  readonly problem: string | null;
  /** Whether the invitation may have been sent. */
  readonly isUnsure: boolean;
  /** The organisation of the invitation; null if there is none. */
  readonly organisation: string | null;
  readonly onClose: () => void;
}

/** The advice where the invitation may have been sent. */
const LOOK = 'Look whether the user is in the list before you invite again.';

function NotInvited({ problem, isUnsure, organisation, onClose }: NotInvitedProps) {
  const { product } = useProductNames();
  const to = refusalPlace(problem, useAppSelector(selectRole), organisation);
  return (
    <Dialog
      open={problem !== null}
      title={isUnsure ? 'User may be invited' : 'User is not invited'}
      onClose={onClose}
      actions={
        <Button variant="solid" size="lg" onClick={onClose}>
          OK
        </Button>
      }
    >
      {isUnsure ? (
        <Banner tone="warning">{`${problem ?? ''} ${LOOK}`}</Banner>
      ) : (
        <chakra.p color="fg.muted" overflowWrap="anywhere">
          {`Ask your ${product} administrator for help! Error: ${problem ?? ''}`}
        </chakra.p>
      )}
      {to !== null && <ToPlace to={to}>Organisations</ToPlace>}
    </Dialog>
  );
}
