import { getTreatmentDetail } from '#contract/fleet/treatment';
import { treatmentIdOf } from '#domain/treatments/treatment';
import { useAnswer } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { OpenByIdForm } from '#ui/OpenByIdForm';
import { Page } from '#ui/Page';
import { Skeleton } from '#ui/Skeleton';
import { isNotFound, TreatmentNotFound } from '../TreatmentNotFound.tsx';
import { useTreatmentId } from '../useTreatmentId.ts';
import { DetailButtons } from './DetailButtons.tsx';
import { ListedTreatment, TreatmentDetail } from './TreatmentDetail.tsx';

/** The Treatment Detail screen: one treatment, selected by the URL or by its id ("Get Detail"). Source: TRT-015..029. */
export function TreatmentDetailScreen() {
  const [id, setId] = useTreatmentId();
  const query = useAnswer(getTreatmentDetail, { id: id ?? '' }, {}, { isWanted: id !== null });
  const treatment = isNotFound(query) ? undefined : query.answer?.result;
  const hasFailed = query.failure !== undefined && !isNotFound(query);
  return (
    <Page title="Treatment">
      <OpenByIdForm
        key={`id ${id}`}
        id={id}
        label="Treatment ID"
        word="Get Detail"
        variant="solid"
        read={treatmentIdOf}
        onId={(wanted) => (wanted === id ? query.refresh() : setId(wanted))}
      >
        <DetailButtons key={id} id={treatment === undefined ? null : id} query={query} />
      </OpenByIdForm>
      <TreatmentNotFound query={query} />
      {hasFailed && (
        <Banner tone="warning" action={<Button onClick={query.refresh}>Try Again</Button>}>
          Loading failed
        </Banner>
      )}
      {id !== null && query.isLoading && <Skeleton width="60%" />}
      {id !== null && query.isUnknown && <Banner tone="quiet">Not known at that time</Banner>}
      {treatment !== undefined && query.knownSince !== undefined && <ListedTreatment treatment={treatment} />}
      {treatment !== undefined && query.knownSince === undefined && <TreatmentDetail key={treatment.id} treatment={treatment} />}
    </Page>
  );
}
