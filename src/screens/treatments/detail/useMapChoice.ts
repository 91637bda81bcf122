import { useState } from 'react';
import type { TreatmentLayerName } from '#contract/treatment';

/** What the map of a treatment shows; of time and dosage one at most. Source: TRT-021..024. */
export interface MapChoice {
  readonly showsJobs: boolean;
  readonly layer: TreatmentLayerName | null;
  readonly onJobs: (isOn: boolean) => void;
  readonly onLayer: (layer: TreatmentLayerName, isOn: boolean) => void;
}

/** The choice, which begins with the states of the jobs. */
export function useMapChoice(): MapChoice {
  const [showsJobs, onJobs] = useState(true);
  const [layer, setLayer] = useState<TreatmentLayerName | null>(null);
  return { showsJobs, layer, onJobs, onLayer: (name, isOn) => setLayer(isOn ? name : null) };
}
