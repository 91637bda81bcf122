import { chakra } from '@chakra-ui/react';
import { Checkbox } from '#ui/Checkbox';
import { layerSwatch, layerWords, type SwitchableLayer } from './layerName.ts';
import type { MapStyle } from './drawing/mapStyle.ts';

const Switches = chakra('fieldset', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    rowGap: '1',
    textStyle: 'meta',
    border: 'none',
    p: '0',
    m: '0',
  },
});

interface Props {
  readonly offered: readonly SwitchableLayer[];
  readonly shown: ReadonlySet<SwitchableLayer>;
  readonly style: MapStyle;
  readonly onChange: (shown: ReadonlySet<SwitchableLayer>) => void;
}

/** Renders the switches of the layers, which also serve as the legend. */
export function LayerSwitches({ offered, shown, style, onChange }: Props) {
  const toggled = (name: SwitchableLayer) => new Set(shown.has(name) ? [...shown].filter((other) => other !== name) : [...shown, name]);
  return (
    <Switches aria-label="Layers">
      {offered.map((name) => (
        <Checkbox key={name} checked={shown.has(name)} onChecked={() => onChange(toggled(name))} swatch={layerSwatch(style, name)}>
          {layerWords[name]}
        </Checkbox>
      ))}
    </Switches>
  );
}
