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
import { Mark } from '#ui/Mark';
import type { lifeCycleStages } from '#domain/devices/deviceList';

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

const iconOf = (id: string): LucideIcon => (isKnown(id) ? icons[id] : CircleQuestionMark);

/** Renders the icon of a stage without its name; a question mark for an unknown one. Source: OPEN-124. */
export function StageIcon({ id }: { readonly id: string }) {
  const Icon = iconOf(id);
  return <Icon aria-hidden="true" data-stage={id} />;
}

/** Renders icon and name of a life cycle stage. */
export function StageMark({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Mark tone="plain" icon={iconOf(id)}>
      {name}
    </Mark>
  );
}
