import { Lines } from './Lines.ts';
import type { FleetNumbers } from './fleetNumbers.ts';

/** The devices in treatment: those that treat, and those that wait or start. */
export function TreatmentLines({ treating, startingCount }: Pick<FleetNumbers, 'treating' | 'startingCount'>) {
  return (
    <Lines>
      <li>
        Treating <span className="figure">{treating.length - startingCount}</span>
      </li>
      <li>
        Waiting or starting <span className="figure">{startingCount}</span>
      </li>
    </Lines>
  );
}
