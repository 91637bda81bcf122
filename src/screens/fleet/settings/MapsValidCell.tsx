import { CircleX } from 'lucide-react';
import { mapsValid, mapsValidLabels } from '#domain/mapsValid';
import { Badge } from '#ui/Badge';
import type { SettingsRow } from './selectSettingsRows.ts';

/** Whether all maps on a device are valid. */
export function MapsValidCell({ told }: { readonly told: SettingsRow['map_data'] }) {
  const validity = mapsValid(told?.available_maps);
  const text = mapsValidLabels[validity];
  if (validity === 'valid') return <Badge tone="online">{text}</Badge>;
  if (validity === 'unknown') return <Badge tone="offline">{text}</Badge>;
  return (
    <Badge tone="error" icon={CircleX}>
      {text}
    </Badge>
  );
}
