import { chakra } from '@chakra-ui/react';
import { laneGroups, type LaneGroup, type LaneRun, laneWords } from '#domain/history/lanes';

const Picture = chakra('svg', { base: { display: 'block', width: '100%', height: '20px' } });
const Key = chakra('span', { base: { display: 'inline-flex', verticalAlign: 'top', alignItems: 'center', gap: '6px' } });

const UNITS = 1_440;
const HEIGHT = 20;

/** Colour and height of each group: the height distinguishes the groups without colour. */
const looks: Readonly<Record<LaneGroup, { readonly fill: string; readonly height: number }>> = {
  error: { fill: 'var(--o-colors-error-solid)', height: 20 },
  treating: { fill: 'var(--o-colors-treating-solid)', height: 14 },
  moving: { fill: 'var(--o-colors-fg-subtle)', height: 9 },
  idle: { fill: 'var(--o-colors-border-control)', height: 3 },
};

interface Props {
  readonly runs: readonly LaneRun[];
  /** The span, in ms since epoch. */
  readonly span: { readonly from: number; readonly to: number };
}

/** Returns the runs of a group as one path. */
function pathOf({ runs, span: { from, to } }: Props, wanted: LaneGroup): string {
  const scale = UNITS / Math.max(1, to - from);
  const { height } = looks[wanted];
  return runs
    .filter((run) => run.group === wanted && run.to > from && run.from < to)
    .map((run) => {
      const [start, end] = [Math.max(run.from, from), Math.min(run.to, to)];
      const x = Math.round((start - from) * scale * 10) / 10;
      const width = Math.max(0.5, Math.round((end - start) * scale * 10) / 10);
      return `M${x} ${HEIGHT}v${-height}h${width}v${height}z`;
    })
    .join('');
}

/** Renders the activities of a device in a span as bars; colour and height show the group of each. */
export function LanePicture({ runs, span }: Props) {
  return (
    <Picture viewBox={`0 0 ${UNITS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {laneGroups.map((group) => (
        <path key={group} fill={looks[group].fill} d={pathOf({ runs, span }, group)} />
      ))}
    </Picture>
  );
}

/** Renders the bar and the label of a group. */
export function LaneKey({ group }: { readonly group: LaneGroup }) {
  return (
    <Key>
      <svg viewBox={`0 0 10 ${HEIGHT}`} width="10" height="20" aria-hidden="true">
        <path fill={looks[group].fill} d={`M0 ${HEIGHT}v${-looks[group].height}h10v${looks[group].height}z`} />
      </svg>
      {laneWords[group]}
    </Key>
  );
}

/** Renders the legend of the bars. */
export function LaneKeys() {
  return laneGroups.map((group) => <LaneKey key={group} group={group} />);
}
