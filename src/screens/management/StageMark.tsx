import {
  Archive,
  BadgeCheck,
  CirclePlay,
  CircleQuestionMark,
  ClipboardCheck,
  Factory,
  FlaskConical,
  type LucideIcon,
  PackageCheck,
  Wrench,
} from 'lucide-react';
import type { lifeCycleStages } from '#domain/lifeCycleStage';
import { Mark } from '#ui/Mark';

const icons: Readonly<Record<(typeof lifeCycleStages)[number], LucideIcon>> = {
  PRODUCTION: Factory,
  TESTING: FlaskConical,
  PRE_DEPLOYMENT: PackageCheck,
  DEPLOYMENT: ClipboardCheck,
  COMMISSIONED: BadgeCheck,
  OPERATIONAL: CirclePlay,
  SERVICE: Wrench,
  DECOMMISSIONED: Archive,
};
const isKnown = (id: string): id is keyof typeof icons => Object.hasOwn(icons, id);

/** The icon of a stage; a question mark for one that nobody knows. Source: OPEN-124. */
export const stageIcon = (id: string): LucideIcon => (isKnown(id) ? icons[id] : CircleQuestionMark);

/** A stage: its icon and its name. */
export function StageMark({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Mark tone="plain" icon={stageIcon(id)}>
      {name}
    </Mark>
  );
}
