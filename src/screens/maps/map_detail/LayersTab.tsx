import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { getMapDetail, MapLayer } from '#contract/map';
import type { AnswerOf } from '#contract/call';
import { MISSING } from '#domain/text/numbers';
import { layersOf } from '#domain/places/mapVersion';
import type { Answered } from '#hooks/useAnswer';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { keyOfKeyed, withKeys } from '#ui/table/withKeys';
import { requestedTableState } from '#widgets/requestedTableState';

interface LayerRow extends MapLayer {
  /** The version of the layer in the shown site version. */
  readonly current: string | null;
}

/** The columns of the layers: name, versions newest first, and the version in use. Source: MAP-023. */
const columns: readonly Column<LayerRow>[] = [
  { id: 'name', head: 'Layer', width: 200, narrow: 'title', cell: ({ name }) => name || MISSING },
  { id: 'versions', head: 'Versions', narrow: 'more', cell: ({ versions }) => (versions ?? []).toReversed().join(', ') || MISSING },
  { id: 'current', head: 'In this version', width: 200, narrow: 'state', cell: ({ current }) => current ?? MISSING },
];
const keyOfRow = ({ name }: LayerRow) => name ?? '';

interface Props {
  readonly query: Answered<AnswerOf<typeof getMapDetail>>;
  /** The shown site version with its nine parts; empty if it is unknown. */
  readonly shown: string;
}

/** The placeholder for an upload without a description of the greenhouse. */
const NO_TYPE = 'UNKNOWN';

/** Renders the Map Layers & Versions tab: Layer, Versions, In this version; the construction of its greenhouse, if known. */
export function LayersTab({ query, shown }: Props) {
  const layers = query.answer?.detail.layers;
  const rows = useMemo(() => {
    const current = new Map<string, string | undefined>(layersOf([shown]).map(({ name, versions }) => [name, versions[0]]));
    return withKeys(
      (layers ?? []).map((layer): LayerRow => ({ ...layer, current: current.get(layer.name ?? '') ?? null })),
      keyOfRow,
    );
  }, [layers, shown]);
  const type = query.answer?.detail.greenhouse_type;
  const table = (
    <DataTable
      name="map-layers"
      label="Map layers"
      columns={columns}
      rows={query.failure === undefined ? rows : []}
      rowKey={keyOfKeyed}
      paged={false}
      {...requestedTableState(query)}
    />
  );
  if (type == null || type === '' || type === NO_TYPE) return table;
  return (
    <>
      <chakra.p mb="12px" textStyle="meta" color="fg.muted">
        Greenhouse type: {type}
      </chakra.p>
      {table}
    </>
  );
}
