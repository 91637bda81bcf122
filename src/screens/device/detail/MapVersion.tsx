import { chakra } from '@chakra-ui/react';
import { partsOf, usableVersion, versionParts } from '#domain/places/mapVersion';
import { Mark } from '#ui/Mark';
import { toneIcon } from '#ui/toneIcon';

const Lines = chakra('div', { base: { display: 'grid', gap: '2px', whiteSpace: 'normal' } });
const Parts = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '10px',
    textStyle: 'caption',
    color: 'fg.subtle',
  },
});
const Part = chakra('div', { base: { display: 'flex', gap: '4px', whiteSpace: 'nowrap' } });
const Value = chakra('dd', { base: { color: 'fg.muted' } });

/** Renders a site version: the dotted version, then each of the nine parts; warns if the version is unusable. */
export function MapVersion({ version }: { readonly version: string }) {
  const usable = usableVersion(version);
  const parts = partsOf(version);
  return (
    <Lines>
      <span>{usable.version}</span>
      {usable.warning !== null && (
        <Mark tone="warning" icon={toneIcon.warning}>
          <chakra.span whiteSpace="normal">{usable.warning}</chakra.span>
        </Mark>
      )}
      {parts === null ? (
        version !== usable.version && <chakra.span color="fg.subtle">{version}</chakra.span>
      ) : (
        <Parts aria-label="Version parts">
          {versionParts.map((part) => (
            <Part key={part}>
              <dt>{part}</dt>
              <Value>{parts[part]}</Value>
            </Part>
          ))}
        </Parts>
      )}
    </Lines>
  );
}
