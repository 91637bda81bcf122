import { chakra } from '@chakra-ui/react';
import { CircleCheck, CircleX } from 'lucide-react';
import { getRetryPostProcessing, type Incident, type PostProcessingStep } from '#contract/incident';
import { postProcessingRows, stepShown } from '#domain/incidents/incident';
import { useSave } from '#hooks/useSave';
import { Button } from '#ui/Button';
import { Mark } from '#ui/Mark';
import { Section } from '#ui/Section';

const Table = chakra('table', { base: { width: '100%' } });
const Row = chakra('tr', { base: { borderBottom: '1px solid', borderColor: 'border.muted', _last: { borderBottom: 0 } } });
const cell = { height: '32px', py: '4px', pe: '12px', textAlign: 'start' } as const;
const Step = chakra('th', { base: { ...cell, fontWeight: 400, color: 'fg.muted', whiteSpace: 'nowrap' } });
const Cell = chakra('td', { base: cell });
const Message = chakra('td', { base: { ...cell, width: '100%', overflowWrap: 'anywhere' } });
const End = chakra('td', { base: { ...cell, pe: 0, textAlign: 'end' } });

interface Props {
  readonly incident: Incident;
  readonly onRetried: () => void;
}

interface RetryProps {
  readonly id: string;
  readonly step: PostProcessingStep;
  readonly label: string;
  readonly onRetried: () => void;
}

function RetryButton({ id, step, label, onRetried }: RetryProps) {
  const retry = useSave(getRetryPostProcessing, { onSettled: onRetried, failsAs: 'toastOnly' });
  return (
    <Button
      variant="link"
      size="sm"
      aria-busy={retry.isSaving}
      aria-label={`Retry ${label}`}
      disabled={retry.isSaving || !retry.isPossible}
      onClick={() => retry.save({ params: { id, x: step } })}
    >
      Retry
    </Button>
  );
}

/** Renders the result of each post-processing step, with a Retry button where possible. Source: INC-040..047. */
export function PostProcessing({ incident: { incident_id: id, post_processing_results: results }, onRetried }: Props) {
  return (
    <Section title="Post Processing">
      <Table>
        <tbody>
          {postProcessingRows.map(({ label, step }) => {
            const { isDone, done, message, canRetry } = stepShown(results?.[step]);
            return (
              <Row key={step}>
                <Step scope="row">{label}</Step>
                <Cell>
                  <Mark tone={isDone ? 'online' : 'error'} icon={isDone ? CircleCheck : CircleX}>
                    {done}
                  </Mark>
                </Cell>
                <Message>{message}</Message>
                <End>{canRetry && <RetryButton id={id} step={step} label={label} onRetried={onRetried} />}</End>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}
