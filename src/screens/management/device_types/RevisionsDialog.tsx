import { devicesOfTypeLink } from '#domain/addresses';
import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { postChangeRevision, type RevisionAct } from '#contract/devices/deviceType';
import { newRevisionProblem, revisionText } from '#domain/devices/typeCatalogue';
import { useSave } from '#hooks/useSave';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Dialog } from '#ui/Dialog';
import { Field } from '#ui/Field';
import { useLeave, useUnsaved } from '#ui/form/leaveGuard';
import type { DeviceType } from './TypeMenu.tsx';

const Content = chakra('div', { base: { display: 'grid', gap: '16px', mt: '4', minWidth: 0 } });
const To = chakra(Link, { base: { textDecoration: 'underline' } });
const Lines = chakra('ul', { base: { listStyle: 'none' } });
const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    py: '4px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
  },
});
const Name = chakra('span', {
  base: { flex: '1 1 140px', minWidth: 0, overflowWrap: 'anywhere' },
  variants: { isArchived: { true: { color: 'fg.muted', textDecoration: 'line-through' } } },
});
const Adding = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'start',
    gap: '12px',
  },
});
const Input = chakra('div', { base: { flex: '1 1 200px' } });

const done: Readonly<Record<RevisionAct, string>> = {
  add: 'The hardware revision is added',
  remove: 'The hardware revision is removed',
  archive: 'The hardware revision is archived',
  restore: 'The hardware revision is restored',
};

interface Props {
  readonly type: DeviceType;
  readonly refresh: () => void;
  readonly onClose: () => void;
}

/** Returns the draft of a new revision and the operations on revisions, each of which is sent at once. */
function useRevisions({ type, refresh }: Props) {
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState<RevisionAct>('add');
  const [isAsking, setAsking] = useState<string | null>(null);
  const saving = useSave(postChangeRevision, {
    saved: done[sent],
    onSaved: () => (sent === 'add' ? setTyped('') : undefined),
    onSettled: refresh,
    unsure: 'The hardware revisions may be changed',
  });
  useUnsaved(typed.trim() !== '');
  const act = (name: RevisionAct, revision_id: string) => {
    setSent(name);
    setAsking(null);
    saving.save({ params: { id: type.id }, body: { revision_id, act: name } });
  };
  const known = (type.revisions ?? []).flatMap(({ revision_id, archived }) =>
    revision_id == null ? [] : [{ revision_id, isArchived: archived === true }],
  );
  return { typed, setTyped, problem: typed === '' ? undefined : newRevisionProblem(typed, known), known, saving, act, isAsking, setAsking };
}

type Revisions = ReturnType<typeof useRevisions>;

interface PartProps {
  readonly revisions: Revisions;
  readonly isOff: boolean;
}

function KnownRevisions({ revisions: { known, act, setAsking }, isOff }: PartProps) {
  if (known.length === 0) return null;
  return (
    <Lines aria-label="Hardware revisions">
      {known.map(({ revision_id, isArchived }) => {
        const word = isArchived ? 'Restore' : 'Archive';
        return (
          <Line key={revision_id}>
            <Name isArchived={isArchived}>{revision_id}</Name>
            <Button
              size="sm"
              disabled={isOff}
              onClick={() => act(isArchived ? 'restore' : 'archive', revision_id)}
              aria-label={`${word} ${revision_id}`}
            >
              {word}
            </Button>
            <Button size="sm" disabled={isOff} onClick={() => setAsking(revision_id)} aria-label={`Remove ${revision_id}`}>
              Remove
            </Button>
          </Line>
        );
      })}
    </Lines>
  );
}

function AddRevision({ revisions: { typed, setTyped, problem, saving, act }, isOff }: PartProps) {
  const canAdd = typed.trim() !== '' && problem === undefined && !isOff;
  return (
    <Adding
      aria-label="Add hardware revision"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canAdd) act('add', revisionText(typed));
      }}
    >
      <Input>
        <Field
          label="New Hardware Revision"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          readOnly={saving.isSaving}
          problem={problem}
          onValue={setTyped}
        />
      </Input>
      <Button type="submit" height={{ lg: '36px' }} mt="26px" disabled={!canAdd}>
        <Plus aria-hidden="true" />
        Add
      </Button>
    </Adding>
  );
}

/**
 * Renders the dialog with the hardware revisions of a type, which can be added, archived, restored and removed, each at once. Source: TYPES1, TYPES2, TYPES5.
 */
export function RevisionsDialog(props: Props) {
  const { type, onClose } = props;
  const leave = useLeave();
  const revisions = useRevisions(props);
  const { saving, act, isAsking, setAsking } = revisions;
  const isOff = saving.isSaving || !saving.isPossible;
  const close = () => (saving.isSaving ? undefined : leave(onClose));
  return (
    <Dialog
      open
      title={`Hardware Revisions of ${type.id}`}
      width={560}
      onClose={close}
      actions={<CloseButton onClose={close} isOff={saving.isSaving} />}
    >
      <Content>
        {saving.alert !== undefined && (
          <Banner tone="warning" action={<To to={devicesOfTypeLink(type.id)}>Devices</To>}>
            {saving.alert}
          </Banner>
        )}
        <KnownRevisions revisions={revisions} isOff={isOff} />
        <AddRevision revisions={revisions} isOff={isOff} />
      </Content>
      <ConfirmDialog
        open={isAsking !== null}
        text={`${isAsking ?? ''} will be removed for good.`}
        onNo={() => setAsking(null)}
        onYes={() => act('remove', isAsking ?? '')}
      />
    </Dialog>
  );
}

function CloseButton({ onClose, isOff }: { readonly onClose: () => void; readonly isOff: boolean }) {
  return (
    <Button variant="raised" size="lg" disabled={isOff} onClick={onClose}>
      Close
    </Button>
  );
}
