import type { AnswerOf } from '#contract/call';
import { getAllLifeCycleStages } from '#contract/devices/device';
import { named } from '#domain/text/displayNames';
import { useAnswer } from '#hooks/useAnswer';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { Page } from '#ui/Page';
import { requestedTableState } from '#widgets/requestedTableState';
import { StageIcon } from '../StageMark.tsx';

type Stage = AnswerOf<typeof getAllLifeCycleStages>['result'][number];

const NONE: readonly Stage[] = [];
const keyOfRow = ({ id }: Stage) => id;

/** The columns of the stages; the rows are in the order of the life cycle. Source: MGMT-067. */
const columns: readonly Column<Stage>[] = [
  { id: 'id', head: 'Id', width: 240, narrow: 'value', value: ({ id }) => id, cell: ({ id }) => id },
  { id: 'icon', head: 'Icon', width: 100, narrow: 'place', cell: ({ id }) => <StageIcon id={id} /> },
  { id: 'name', head: 'Name', narrow: 'title', value: (stage) => named(stage).name, cell: (stage) => <strong>{named(stage).name}</strong> },
];

/** The Life Cycle Stages screen: Id, Icon and Name of each stage. Any stage may follow any other. */
export function StagesScreen() {
  const stages = useAnswer(getAllLifeCycleStages, {});
  return (
    <Page title="Life Cycle Stages">
      <DataTable
        name="life-cycle-stages"
        label="Life Cycle Stages"
        columns={columns}
        rows={stages.answer?.result ?? NONE}
        rowKey={keyOfRow}
        paged={false}
        {...requestedTableState(stages)}
      />
    </Page>
  );
}
