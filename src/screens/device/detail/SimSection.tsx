import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type EnteredSim, postDeviceSims } from '#contract/devices/deviceSim';
import type { SimInfo } from '#contract/fleet/dataGroup';
import { simField, type SimFieldName, simFieldText, sourceText } from '#domain/devices/simFields';
import { dateTimeText } from '#domain/text/dates';
import { useCallProblem } from '#hooks/useCallProblem';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useDeviceData } from '#hooks/useDeviceData';
import { IconButton } from '#ui/IconButton';
import { KeyValues } from '#ui/KeyValues';
import { LimitReached } from '#widgets/LimitReached';
import { SimFieldValue } from '#widgets/SimFieldValue';
import { SimRatePlan } from '#widgets/SimRatePlan';
import { useDeviceSims } from '#widgets/useDeviceSims';
import { AnsweredSection } from '../AnsweredSection.tsx';
import { field } from './fieldRow.ts';
import { useDeviceReported } from '../useDeviceReported.ts';
import { SimForm } from './SimForm.tsx';

interface Sims {
  readonly sim: SimInfo | null | undefined;
  readonly entered: EnteredSim | undefined;
}

function SimValues({ sim, entered }: Sims) {
  const row = (label: string, name: SimFieldName) => {
    const shown = simField(name, sim, entered);
    const { value } = shown;
    const text =
      name === 'rate_plan' && typeof value !== 'boolean' && typeof value !== 'number' ? (
        <SimRatePlan rate_plan={value} />
      ) : name === 'overage_limit_reached' && typeof value === 'boolean' ? (
        <LimitReached reached={value} />
      ) : (
        simFieldText(name, value)
      );
    // Only reported values can be explained by reports.
    const shows = shown.source === 'entered' ? undefined : `sim_info.sim_info.sim_info.${name}`;
    return field(label, <SimFieldValue source={sourceText(name, shown, entered)}>{text}</SimFieldValue>, shows);
  };
  return (
    <KeyValues
      rows={[
        row('Customer', 'customer'),
        row('Rate plan', 'rate_plan'),
        row('Status', 'status'),
        row('Data usage', 'ctd_data_usage'),
        row('Limit reached', 'overage_limit_reached'),
        row('Limit override', 'overage_limit_override'),
        ...(entered === undefined ? [] : [field('Entered', `${dateTimeText(entered.saved_at)} by ${entered.saved_by}`)]),
      ]}
    />
  );
}

/**
 * Renders "Sim Information": customer, rate plan, status, data usage and limits, as entered by people or reported by the device. Source:
 * SIMP1, SIMP2.
 */
export function SimSection({ serial }: { readonly serial: string }) {
  const [isOpen, setOpen] = useState(false);
  const query = useDeviceData(serial, 'sim_info');
  const { isKept, isKnown, sims, refresh } = useDeviceSims();
  const problem = useCallProblem(postDeviceSims);
  const name = useDeviceLabel(serial);
  const entered = sims.get(serial);
  const edit = isKept && problem === null && (
    <IconButton aria-label={`Edit the SIM of ${name}`} disabled={!isKnown} onClick={() => setOpen(true)}>
      <Pencil aria-hidden="true" />
    </IconButton>
  );
  return (
    <>
      <AnsweredSection title="Sim Information" query={query} reported={useDeviceReported(serial)} end={edit}>
        {({ sim_info: answer }) => <SimValues sim={answer?.sim_info} entered={entered} />}
      </AnsweredSection>
      {isOpen && <SimForm serial={serial} name={name} entered={entered} refresh={refresh} onClose={() => setOpen(false)} />}
    </>
  );
}
