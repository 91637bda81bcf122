import { getTreatmentDetail } from '#contract/treatment';
import { treatmentIdOf } from '#domain/treatmentRows';
import { useAnswer } from '#state/useAnswer';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { IdForm } from '#ui/IdForm';
import { Page } from '#ui/Page';
import { Skeleton } from '#ui/Skeleton';
import { isNotFound, TreatmentNotFound } from '../TreatmentNotFound.tsx';
import { useTreatmentId } from '../useTreatmentId.ts';
import { DetailButtons } from './DetailButtons.tsx';
import { TreatmentDetail } from './TreatmentDetail.tsx';

/** One treatment, selected by the URL or by its id. Source: TRT-015..029. */
export function DetailScreen() {
  const [id, setId] = useTreatmentId();
  const asked = useAnswer(getTreatmentDetail, { id: id ?? '' }, {}, { isWanted: id !== null });
  const treatment = isNotFound(asked) ? undefined : asked.answer?.result;
  const hasFailed = asked.failure !== undefined && !isNotFound(asked);
  return (
    <Page title="Treatment">
      <IdForm
        key={`id ${id}`}
        id={id}
        label="Treatment ID"
        word="Get Detail"
        variant="solid"
        read={treatmentIdOf}
        onId={(wanted) => (wanted === id ? asked.refresh() : setId(wanted))}
      >
        <DetailButtons key={id} id={treatment === undefined ? null : id} asked={asked} />
      </IdForm>
      <TreatmentNotFound asked={asked} />
      {hasFailed && (
        <Banner tone="warning" action={<Button onClick={asked.refresh}>Try Again</Button>}>
          Loading failed
        </Banner>
      )}
      {id !== null && asked.isLoading && <Skeleton width="60%" />}
      {id !== null && asked.isUnknown && <Banner tone="quiet">Not known at that time</Banner>}
      {treatment !== undefined && <TreatmentDetail key={treatment.id} treatment={treatment} />}
    </Page>
  );
}
