import type { SimInfo } from '#contract/fleet/dataGroup';
import { dataSizeText } from '#domain/text/dataSize';
import { wordText } from '#domain/text/labels';
import { yesNo } from '#domain/text/yesNo';
import { useDeviceData } from '#state/hooks/useDeviceData';
import { KeyValues } from '#ui/KeyValues';
import { LimitReached } from '#widgets/LimitReached';
import { SimRatePlan } from '#widgets/SimRatePlan';
import { AnsweredSection } from '../AnsweredSection.tsx';
import { field } from './fieldRow.ts';
import { useDeviceReported } from '../useDeviceReported.ts';

const SimValues = ({ sim }: { readonly sim: SimInfo | null | undefined }) => (
  <KeyValues
    rows={[
      field('Customer', sim?.customer, 'sim_info.sim_info.sim_info.customer'),
      field('Rate plan', <SimRatePlan rate_plan={sim?.rate_plan} />, 'sim_info.sim_info.sim_info.rate_plan'),
      field('Status', sim?.status == null ? sim?.status : wordText(sim.status), 'sim_info.sim_info.sim_info.status'),
      field('Data usage', dataSizeText(sim?.ctd_data_usage), 'sim_info.sim_info.sim_info.ctd_data_usage'),
      field('Limit reached', <LimitReached reached={sim?.overage_limit_reached} />, 'sim_info.sim_info.sim_info.overage_limit_reached'),
      field('Limit override', yesNo(sim?.overage_limit_override), 'sim_info.sim_info.sim_info.overage_limit_override'),
    ]}
  />
);

/** Renders the SIM card of a device: customer, plan, status, usage and limits. */
export function SimSection({ serial }: { readonly serial: string }) {
  const query = useDeviceData(serial, 'sim_info');
  return (
    <AnsweredSection title="Sim Information" query={query} reported={useDeviceReported(serial)}>
      {({ sim_info: answer }) => <SimValues sim={answer?.sim_info} />}
    </AnsweredSection>
  );
}
