import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { codeText } from '#domain/errorCodes/errorCode';
import { type CodeCounts, dayAt, type IncidentDays, mostIncidents } from '#domain/incidents/incidentDays';
import type { Scale } from '#domain/history/chartReadout';
import { dateText } from '#domain/text/dates';
import { countText } from '#domain/text/labels';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useShownInstant } from '#hooks/useShownInstant';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectNow } from '#state/clock';
import { ChartFrame } from '#widgets/charts/ChartFrame';
import type { Band } from '#widgets/charts/NumberPlot';
import { NumberRow } from '#widgets/charts/NumberRow';

const Wide = chakra('div', { base: { overflowX: 'clip' } });

const CODE_BAND: readonly Band[] = [{ upTo: Number.MAX_VALUE, colour: 'error.solid' }];
const OTHER_BAND: readonly Band[] = [{ upTo: Number.MAX_VALUE, colour: 'fg.muted' }];

const nameOf = ({ code }: CodeCounts): string => (code === null ? 'Other codes' : codeText(code));
/** Returns the day of a step, `04/03/2026`, or its first and last day. */
const stepText = ({ steps, stepMs }: IncidentDays, step: number): string => {
  const begin = steps[step] ?? 0;
  return stepMs <= DAY_MS ? dateText(begin) : `${dateText(begin)} to ${dateText(begin + stepMs - DAY_MS / 2)}`;
};

/** Returns the scales: one for all codes, so that they can be compared, and one for the other codes together. */
function scalesOf(days: IncidentDays): (code: CodeCounts) => Scale {
  const of = (codes: readonly CodeCounts[]): Scale => ({ least: 0, most: mostIncidents(codes) });
  const [single, other] = [of(days.codes.filter(({ code }) => code !== null)), of(days.codes.filter(({ code }) => code === null))];
  return ({ code }) => (code === null ? other : single);
}

/** Renders the incidents of each code by day as a row; a press or Enter opens the moment. */
export function DaysChart({ days }: { readonly days: IncidentDays }) {
  const { send } = useTimeTravel();
  const shown = useShownInstant();
  const now = useAppSelector((s) => Math.floor(selectNow(s) / MINUTE_MS) * MINUTE_MS);
  const scaleOf = useMemo(() => scalesOf(days), [days]);
  const numbers = useMemo(() => days.codes.map(({ counts }) => ({ least: counts, most: counts, mean: counts })), [days]);
  const textAt = (at: number | null) => {
    if (at === null) return 'No incident';
    const step = dayAt(days, at);
    const parts = days.codes.map((code) => `${nameOf(code)} ${code.counts[step] ?? 0}`);
    return `${stepText(days, step)}: ${parts.join(', ')}`;
  };
  return (
    <Wide>
      <ChartFrame
        label="Time in the chart of incidents"
        span={days}
        stepMs={days.stepMs}
        // The line is drawn through the middle of each step.
        first={days.from + days.stepMs / 2}
        newest={days.to - days.stepMs / 2}
        silent={[]}
        shown={shown}
        onMoment={(at) => send({ kind: 'show', at: Math.min(at, now), clock: 'server' })}
        textAt={textAt}
      >
        {(at) =>
          days.codes.map((code, index) => (
            <NumberRow
              key={code.code ?? ''}
              name={nameOf(code)}
              unit={countText(
                code.counts.reduce((sum, count) => sum + count, 0),
                'incident',
              )}
              height={32}
              levels={[scaleOf(code).most, 0]}
              bands={code.code === null ? OTHER_BAND : CODE_BAND}
              history={days}
              numbers={numbers[index]}
              value={at === null ? '' : countText(code.counts[dayAt(days, at)] ?? 0, 'incident')}
              scale={scaleOf(code)}
              at={at}
            />
          ))
        }
      </ChartFrame>
      <DaysTable days={days} />
    </Wide>
  );
}

/** Renders the steps that have an incident as a table, for screen readers. */
function DaysTable({ days }: { readonly days: IncidentDays }) {
  const busy = days.steps.flatMap((begin, step) => (days.codes.some(({ counts }) => (counts[step] ?? 0) > 0) ? [{ begin, step }] : []));
  return (
    <div className="sr">
      <table aria-label="Days with incidents, by error code">
        <thead>
          <tr>
            <th scope="col">Days</th>
            {days.codes.map((code) => (
              <th key={code.code ?? ''} scope="col">
                {nameOf(code)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy.map(({ begin, step }) => (
            <tr key={begin}>
              <th scope="row">{stepText(days, step)}</th>
              {days.codes.map((code) => (
                <td key={code.code ?? ''}>{code.counts[step] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
