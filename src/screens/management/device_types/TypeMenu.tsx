import { Archive, ArchiveRestore, Braces, Ellipsis, ListTree, type LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { AnswerOf } from '#contract/call';
import type { getAllDeviceTypes } from '#contract/devices/device';
import { IconButton } from '#ui/IconButton';
import { Menu } from '#ui/Menu';

/** A device type on this screen. */
export type DeviceType = AnswerOf<typeof getAllDeviceTypes>['result'][number];

/** The actions of the staff on a type, next to its name. */
export type TypeAction = 'revisions' | 'schema' | 'archive' | 'restore';

/** The actions for the type of a row. */
interface TypeActions {
  /** False while the past is shown; the actions are then visible but disabled. */
  readonly isPossible: boolean;
  readonly choose: (action: TypeAction, id: string) => void;
  /** Whether the server supports metadata schemas. */
  readonly hasSchemas: boolean;
}

/** Null if the types cannot be managed. */
export const TypeActionsContext = createContext<TypeActions | null>(null);

const entries: Readonly<Record<TypeAction, { readonly label: string; readonly icon: LucideIcon }>> = {
  revisions: { label: 'Hardware revisions', icon: ListTree },
  schema: { label: 'Metadata schema', icon: Braces },
  archive: { label: 'Archive', icon: Archive },
  restore: { label: 'Restore', icon: ArchiveRestore },
};

/** Renders the menu of the staff's actions on a device type; nothing if there are none. Source: TYPES5. */
export function TypeMenu({ type: { id, archived } }: { readonly type: DeviceType }) {
  const actions = useContext(TypeActionsContext);
  if (actions === null) return null;
  const button = (
    <IconButton aria-label={`Actions for ${id}`} disabled={!actions.isPossible}>
      <Ellipsis aria-hidden="true" />
    </IconButton>
  );
  if (!actions.isPossible) return button;
  const offered: readonly TypeAction[] = [
    'revisions',
    ...(actions.hasSchemas ? (['schema'] as const) : []),
    archived === true ? 'restore' : 'archive',
  ];
  return (
    <Menu
      trigger={button}
      items={offered.map((action) => ({ id: action, ...entries[action], onChoose: () => actions.choose(action, id) }))}
    />
  );
}
