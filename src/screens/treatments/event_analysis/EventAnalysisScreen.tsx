import { getEventAnalysis } from '#contract/treatment';
import { useAnswer } from '#state/useAnswer';
import { Page } from '#ui/Page';
import { Story } from './Story.tsx';
import { TreatmentIdForm } from '../TreatmentIdForm.tsx';
import { isNotFound, TreatmentNotFound } from '../TreatmentNotFound.tsx';
import { useTreatmentId } from '../useTreatmentId.ts';

/** What happened during one treatment, loaded when asked for. Source: TRT-030..040. */
export function EventAnalysisScreen() {
  const [id, setId] = useTreatmentId();
  const asked = useAnswer(getEventAnalysis, { id: id ?? '' }, {}, { isWanted: id !== null });
  const analyse = (wanted: string) => (wanted === id ? asked.refresh() : setId(wanted));
  return (
    <Page fill title="Events of a treatment">
      <TreatmentIdForm key={`id ${id}`} id={id} word="Analyse" onId={analyse} />
      <TreatmentNotFound asked={asked} />
      {id !== null && !isNotFound(asked) && <Story key={`story ${id}`} asked={asked} />}
    </Page>
  );
}
