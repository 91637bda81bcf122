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
  },
});
const mark = { mt: '3px' } as const;
const Reading = chakra(LoaderCircle, { base: mark });
const Bad = chakra(CircleAlert, { base: mark });
const Good = chakra(CircleCheck, { base: mark });
const Counts = chakra('table', {
  base: {
    width: '100%',
    maxWidth: '480px',
    fontVariantNumeric: 'tabular-nums',
  },
});
const cell = { py: '6px', borderBottom: '1px solid', borderColor: 'border.muted' } as const;
const Head = chakra('th', { base: { ...cell, color: 'fg.muted', fontWeight: 500, textAlign: 'end', _first: { textAlign: 'start' } } });
const Name = chakra('th', { base: { ...cell, fontWeight: 400, textAlign: 'start' } });
const Count = chakra('td', { base: { ...cell, textAlign: 'end' } });
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
  /** Why the file cannot be uploaded; undefined if it can. */
  readonly refusal: string | undefined;
  /** Null for a new map. */
  readonly now: Present | null;
}

/** Renders the content of a selected map file: its plan, and its features by layer next to those of the current version; or its problem. Source: MAPS9. */
export function FileChecks({ file, preview, refusal, now }: Props) {
  const about = `${file.name}, ${dataSizeText(file.size)}`;
  if (preview === undefined) {
    return (
      <Line role="status">
        <Reading aria-hidden="true" />
        <span>{about}: is read</span>
      </Line>
    );
  }
  return (
    <Box>
      {refusal !== undefined && (
        <Line role="alert" color="error.fg">
          <Bad aria-hidden="true" />
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
          <Good aria-hidden="true" />
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
  /** The current plan: null for a new map, undefined while it is unknown. */
  readonly present: PlanLayers | null | undefined;
}

function LayerCounts({ counts, parts, present }: CountsProps) {
  return (
    <Counts aria-label="Features by layer">
      <thead>
        <tr>
          <Head scope="col">Layer</Head>
          {present !== null && <Head scope="col">Now</Head>}
          <Head scope="col">In the file</Head>
        </tr>
      </thead>
      <tbody>
        {offered.map((layer) => (
          <tr key={layer}>
            <Name scope="row">{layerWords[layer]}</Name>
            {present !== null && <Count>{present === undefined ? MISSING : numberText(present[layer].features.length)}</Count>}
            <Count>{numberText(counts[layer])}</Count>
          </tr>
        ))}
        {Object.entries(parts).map(([part, count]) => (
          <tr key={part}>
            <Name scope="row">{part}</Name>
            {present !== null && <Count>{MISSING}</Count>}
            <Count>{numberText(count)}</Count>
          </tr>
        ))}
      </tbody>
    </Counts>
  );
}
