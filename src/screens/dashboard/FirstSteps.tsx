import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { ArrowRight, Check, Circle, CircleCheck, Hourglass, X } from 'lucide-react';
import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { useAnswer } from '#hooks/useAnswer';
import { Button } from '#ui/Button';
import { Section } from '#ui/Section';
import { type FirstStep, firstSteps } from './firstSteps.ts';

/** Only the total of each list is needed. */
const SOME = { per_page: 1 };

const List = chakra('ol', { base: { listStyleType: 'none' } });
const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '32px 1fr', md: '32px 1fr 140px 160px' },
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    py: '3',
    borderBottom: '1px solid',
    borderColor: 'border',
    _last: { borderBottom: '0' },
  },
});
const Title = chakra('p', { base: { fontWeight: 600 } });
const Text = chakra('p', { base: { color: 'fg.muted', fontSize: '13px' } });
/** The position of the content next to the text, which is below it on a phone. */
const below = { gridColumn: { base: '2', md: 'auto' } } as const;
const Number = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    borderRadius: 'full',
    fontSize: '13px',
    fontWeight: 600,
    boxShadow: 'inset 0 0 0 1.5px var(--o-colors-border-control)',
    color: 'fg.muted',
    '--icon': '14px',
    '&[data-state=done], &[data-state=now]': { bg: 'accent.solid', color: 'accent.contrast', boxShadow: 'none' },
  },
});
const Progress = chakra('span', {
  base: {
    ...below,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    color: 'fg.muted',
    fontSize: '14px',
    '&[data-state=done], &[data-state=now]': { color: 'accent.fg', fontWeight: 600 },
  },
});
const Way = chakra(Link, {
  base: {
    ...below,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    height: { base: '44px', lg: '32px' },
    px: '3',
    borderRadius: 'control',
    fontSize: '14px',
    fontWeight: 500,
    bg: 'bg.emphasized',
    color: 'fg',
    '&[data-state=now]': { bg: 'accent.solid', color: 'accent.contrast', fontWeight: 600 },
  },
});

const icons = { done: CircleCheck, now: ArrowRight, later: Circle, needs: Hourglass } as const;

function progressText(step: FirstStep): string {
  if (step.state === 'needs') return `Needs ${step.numbers.length === 1 ? 'step' : 'steps'} ${step.numbers.join(' and ')}`;
  return { done: 'Done', now: 'Now', later: 'Can be done now' }[step.state];
}

function StepLine({ step }: { readonly step: FirstStep }) {
  const { state, number, title, text, href, link } = step;
  const Icon = icons[state];
  return (
    <Line>
      <Number data-state={state} aria-hidden="true">
        {state === 'done' ? <Check /> : <span>{number}</span>}
      </Number>
      <div>
        <Title>{title}</Title>
        <Text>{text}</Text>
      </div>
      <Progress data-state={state}>
        <Icon aria-hidden="true" />
        <span>{progressText(step)}</span>
      </Progress>
      <Way to={href} data-state={state}>
        {link}
      </Way>
    </Line>
  );
}

interface Props {
  /** The number of devices, and how many of them have reported. */
  readonly devices: number;
  readonly reporting: number;
  readonly onClose: () => void;
}

/** The steps from an empty installation to the first treatment, each with its progress and a link; nothing once all are done. Can be closed after the first report. Source: EMPTY1,
 * EMPTY3. */
export function FirstSteps({ devices, reporting, onClose }: Props) {
  const steps = firstSteps({
    organisations: useAnswer(getOrganisations, {}, SOME).answer?.total,
    locations: useAnswer(getLocations, {}, SOME).answer?.total,
    greenhouses: useAnswer(getGreenhouses, {}, SOME).answer?.total,
    maps: useAnswer(getAllMaps, {}, SOME).answer?.total,
    devices,
    deployments: useAnswer(getDeployments, {}, SOME).answer?.total,
    reporting,
    treatments: useAnswer(getTreatmentAll, {}, SOME).answer?.total,
  });
  if (steps === null) return null;
  const done = steps.filter(({ state }) => state === 'done').length;
  if (done === steps.length) return null;
  return (
    <Section title="From nothing to the first treatment" end={<span>{`${done} of ${steps.length} steps are done`}</span>}>
      <List>
        {steps.map((step) => (
          <StepLine key={step.of} step={step} />
        ))}
      </List>
      {reporting > 0 && (
        <Button variant="ghost" ms="-12px" onClick={onClose}>
          <X aria-hidden="true" />
          Close the steps
        </Button>
      )}
    </Section>
  );
}
