import { Archive, ArchiveRestore } from 'lucide-react';
import type { ReactNode } from 'react';
import { postArchive } from '#contract/archive';
import { seesEverything } from '#domain/people/rights';
import { type Archivable, isForStaff } from '#domain/places/archivable';
import { endings } from '#domain/text/endings';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
import { EndAction } from './EndAction.tsx';

interface Props {
  readonly kind: Archivable;
  readonly thing: { readonly id: string; readonly name: string; readonly archived?: boolean | null | undefined };
  /** Links to possible uses of the entity, shown with a refusal. */
  readonly uses?: ReactNode;
  /** Requests the list again; called after every attempt. */
  readonly refresh: () => void;
  readonly onClose?: () => void;
}

/** Renders the button that archives a place or a map, or restores it; nothing if the server or the user cannot do that. Source: ARCHIVE6. */
export function ArchiveAction({ kind, thing: { id, name, archived }, uses, refresh, onClose }: Props) {
  const isOffered = useFeature('archives');
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  if (!isOffered || (isForStaff(kind) && !isStaff)) return null;
  const isArchived = archived === true;
  const words = isArchived
    ? { icon: ArchiveRestore, label: `Restore ${name}`, doing: 'Restoring', question: null }
    : { icon: Archive, label: `Archive ${name}`, doing: 'Archiving', question: endings.archive(name) };
  const done = isArchived ? 'restored' : 'archived';
  return (
    <EndAction
      call={postArchive}
      request={{ params: { kind, id }, body: { archived: !isArchived } }}
      uses={uses}
      refresh={refresh}
      onClose={onClose}
      words={{ ...words, saved: `${name} is ${done}`, unsure: `${name} may be ${done}` }}
    />
  );
}
