import type { Column } from '../column.ts';
import { narrowPlace } from './narrowPlace.ts';

const isAction = <Row>(columns: readonly Column<Row>[], at: number): boolean => {
  const column = columns[at];
  return column !== undefined && narrowPlace(columns, column, at) === 'action';
};

/**
 * Returns the position at which a cell stays while a wide table scrolls, because the controls of the last two columns are always within reach. Undefined for a
 * cell that scrolls.
 */
export function endPlace<Row>(columns: readonly Column<Row>[], at: number): 'last' | 'before' | undefined {
  const last = columns.length - 1;
  if (at < last - 1 || !isAction(columns, last)) return undefined;
  return at === last ? 'last' : isAction(columns, at) ? 'before' : undefined;
}
