import { getEventAnalysis } from '#contract/treatment';
import { treatmentIdOf } from '#domain/treatmentRows';
import { useAnswer } from '#state/useAnswer';
import { IdForm } from '#ui/IdForm';
import { Page } from '#ui/Page';
import { Story } from './Story.tsx';
import { isNotFound, TreatmentNotFound } from '../TreatmentNotFound.tsx';
import { useTreatmentId } from '../useTreatmentId.ts';

/** What happened during one treatment, loaded when asked for. Source: TRT-030..040. */
export function EventAnalysisScreen() {
  const [id, setId] = useTreatmentId();
  const asked = useAnswer(getEventAnalysis, { id: id ?? '' }, {}, { isWanted: id !== null });
  const analyse = (wanted: string) => (wanted === id ? asked.refresh() : setId(wanted));
  return (
    <Page fill title="Events of a treatment">
      <IdForm key={`id ${id}`} id={id} label="Treatment ID" word="Analyse" look="solid" read={treatmentIdOf} onId={analyse} />
      <TreatmentNotFound asked={asked} />
      {id !== null && !isNotFound(asked) && <Story key={`story ${id}`} asked={asked} />}
    </Page>
  );
}
