import { MISSING } from '#domain/numbers';
import { softwareMessage } from '#domain/software';
import { Mark } from '#ui/Mark';
import { toneIcon } from '#ui/toneIcon';
import type { SettingsRow } from './selectSettingsRows.ts';

/** The version of a device's software, with a mark when something is wrong with it. */
export function SoftwareCell({ told }: { readonly told: SettingsRow['sw_version'] }) {
  const info = told?.sw_version ?? null;
  if (info === null) return MISSING;
  const message = softwareMessage(info);
  const version = info.software_version || MISSING;
  if (message === null || message.tone === 'success') return version;
  const { tone, text } = message;
  const shown = tone === 'danger' ? 'error' : 'warning';
  return (
    <span title={text}>
      <Mark tone={shown} icon={toneIcon[shown]}>
        {version}
        <span className="sr">, {text}</span>
      </Mark>
    </span>
  );
}
