import { chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { getMapGeojson, type PlanLayers } from '#contract/map';
import type { MapFilePreview } from '#domain/places/mapFile';
import { dottedVersion } from '#domain/places/mapVersion';
import { measureText, MISSING, numberText } from '#domain/text/numbers';
import { dataSizeText } from '#domain/text/dataSize';
import { useAnswer } from '#hooks/useAnswer';
import { layerWords } from '#map/layerName';
import { PlanView } from '#widgets/PlanView';

const Box = chakra('div', { base: { display: 'grid', gap: '12px', minWidth: 0 } });
const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr)',
    gap: '8px',
    overflowWrap: 'anywhere',
    '& > .lucide': { mt: '3px', width: '16px', height: '16px' },
  },
});
const Counts = chakra('table', {
  base: {
    width: '100%',
    maxWidth: '480px',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { textAlign: 'start', fontWeight: 400, py: '6px', borderBottom: '1px solid', borderColor: 'border.muted' },
    '& thead th': { color: 'fg.muted', fontWeight: 500 },
    '& :is(td, thead th + th)': { textAlign: 'end' },
  },
});
const offered = ['site', 'lane', 'walkway', 'gutter', 'obstacle', 'node', 'connection', 'waypoint'] as const;
const PREVIEW_PX = 480;
const NO_PLAN = 'The plan is too large for a preview. It can be uploaded.';

/** The newest version of the map that the file replaces. */
interface Present {
  readonly id: string;
  readonly version: string;
}

interface Props {
  readonly file: File;
  readonly preview: MapFilePreview | null | undefined;
  /** Why the file cannot be uploaded; undefined when it can. */
  readonly refusal: string | undefined;
  /** Null for a new map. */
  readonly now: Present | null;
}

/**
 * Renders the content of a chosen map file: its plan, and its features by layer beside those of the present version; or its problem.
 * Source: MAPS9.
 */
export function FileChecks({ file, preview, refusal, now }: Props) {
  const about = `${file.name}, ${dataSizeText(file.size)}`;
  if (preview === undefined) {
    return (
      <Line role="status">
        <LoaderCircle aria-hidden="true" />
        <span>{about}: is read</span>
      </Line>
    );
  }
  return (
    <Box>
      {refusal !== undefined && (
        <Line role="alert" color="error.fg">
          <CircleAlert aria-hidden="true" />
          <span>
            {file.name}: {refusal}
          </span>
        </Line>
      )}
      {preview?.kind === 'unread' && <span role="status">{`${about}: ${preview.problem} The server checks it.`}</span>}
      {preview?.kind === 'read' && <Read about={about} preview={preview} now={now} isGood={refusal === undefined} />}
    </Box>
  );
}

interface ReadProps {
  readonly about: string;
  readonly preview: Extract<MapFilePreview, { kind: 'read' }>;
  readonly now: Present | null;
  readonly isGood: boolean;
}

function Read({ about, preview: { map, counts, partCounts, size, plan }, now, isGood }: ReadProps) {
  const present = useAnswer(getMapGeojson, now ?? { id: '', version: '' }, {}, { isWanted: now !== null }).answer?.layers;
  const [width, height] = size.map((metres) => measureText(metres, 'm'));
  return (
    <>
      {isGood && (
        <Line role="status">
          <CircleCheck aria-hidden="true" />
          <span>
            {about}: version {dottedVersion(map.version)}
            {map.name === undefined ? '' : `, ${map.name}`}, {width} x {height}
          </span>
        </Line>
      )}
      {plan === null ? (
        <span>{NO_PLAN}</span>
      ) : (
        <PlanView label="Preview of the plan" plan={plan} offered={offered} heightPx={PREVIEW_PX} />
      )}
      <LayerCounts counts={counts} parts={partCounts} present={now === null ? null : present} />
    </>
  );
}

interface CountsProps {
  readonly parts: Extract<MapFilePreview, { kind: 'read' }>['partCounts'];
  readonly counts: Readonly<Record<keyof PlanLayers, number>>;
  /** The present plan: null for a new map, undefined while it is unknown. */
  readonly present: PlanLayers | null | undefined;
}

function LayerCounts({ counts, parts, present }: CountsProps) {
  return (
    <Counts aria-label="Features by layer">
      <thead>
        <tr>
          <th scope="col">Layer</th>
          {present !== null && <th scope="col">Now</th>}
          <th scope="col">In the file</th>
        </tr>
      </thead>
      <tbody>
        {offered.map((layer) => (
          <tr key={layer}>
            <th scope="row">{layerWords[layer]}</th>
            {present !== null && <td>{present === undefined ? MISSING : numberText(present[layer].features.length)}</td>}
            <td>{numberText(counts[layer])}</td>
          </tr>
        ))}
        {Object.entries(parts).map(([part, count]) => (
          <tr key={part}>
            <th scope="row">{part}</th>
            {present !== null && <td>{MISSING}</td>}
            <td>{numberText(count)}</td>
          </tr>
        ))}
      </tbody>
    </Counts>
  );
}
