import { chakra } from '@chakra-ui/react';
import { Switch } from '#ui/Switch';
import type { MapChoice } from './useMapChoice.ts';

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '24px' } });

/** What is drawn over the lanes. Source: TRT-021..024. */
export function MapToggles({ choice: { showsJobs, layer, onJobs, onLayer } }: { readonly choice: MapChoice }) {
  return (
    <Row role="group" aria-label="Shown on the map">
      <Switch isOn={showsJobs} onSwitch={onJobs}>
        Show Job States
      </Switch>
      <Switch isOn={layer === 'treatment_time'} onSwitch={(isOn) => onLayer('treatment_time', isOn)}>
        Show Treatment Time
      </Switch>
      <Switch isOn={layer === 'dosage'} onSwitch={(isOn) => onLayer('dosage', isOn)}>
        Show Dosage
      </Switch>
    </Row>
  );
}
