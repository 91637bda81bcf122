/** A device that no longer works for the user: the note until when its reports belong to the user, and the links to them. */

import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import type { FormerDevice as Former } from '#contract/devices/formerDevice';
import { formerText } from '#domain/devices/formerDevice';
import { DEVICE_SERIAL, screenAddress } from '#domain/addresses';
import { Banner } from '#ui/Banner';

const Ways = chakra('nav', { base: { display: 'flex', flexWrap: 'wrap', gap: '4px 20px' } });
const To = chakra(Link, {
  base: { color: 'accent.fg', display: 'inline-flex', alignItems: 'center', minHeight: { base: '44px', lg: '32px' } },
});

/** The pages with data that a device reported in its former owner's time. */
const PAGES = [
  ['Events', '/device/events'],
  ['Logs', '/device/logs'],
  ['Treatments', '/device/treatments'],
  ['Incidents', '/incidents/all'],
] as const;

/** Renders that a device has left, and until when its reports belong to the user. */
export function FormerNote({ device }: { readonly device: Former }) {
  return <Banner tone="quiet">{formerText(device)}</Banner>;
}

/** Renders the links to a device's reports before it left; its current state belongs to its current owner. Source: SEE9. */
export function FormerState({ device: { serial } }: { readonly device: Former }) {
  return (
    <Ways aria-label="Reported in your time">
      {PAGES.map(([label, path]) => (
        <To key={path} to={screenAddress(path, { [DEVICE_SERIAL]: serial })}>
          {label}
        </To>
      ))}
    </Ways>
  );
}
