/** The hits of the search in a region, and the data that it could not search. */

import { chakra } from '@chakra-ui/react';
import type { AnswerOf } from '#contract/call';
import type { getHistoryRegion, RegionHit } from '#contract/history';
import { dateTimeText, instantMs } from '#domain/text/dates';
import { countText } from '#domain/text/labels';
import { Banner } from '#ui/Banner';
import { Section } from '#ui/Section';
import { DataTable } from '#ui/table/DataTable';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { requestedTableState } from '#widgets/requestedTableState';
import { columns } from './columns.tsx';
import type { useRegion } from './useRegion.ts';

const Hint = chakra('p', { base: { color: 'fg.muted', textStyle: 'meta' } });

const MAP_RULE =
  'Reports name no map: a device counts on this one while it worked at its location, unless a treatment or its newest report names another.';
const TOO_MANY = 'This time has too many reports to be searched at once: choose a shorter one.';

/** The hits before a search. */
export const noHits: readonly RegionHit[] = [];
const keyOfRow = ({ kind, serial, from }: RegionHit) => `${kind} ${serial} ${from}`;
const NEWEST_FIRST = { id: 'from', desc: true };

interface NotSeenProps {
  readonly answer: AnswerOf<typeof getHistoryRegion> | undefined;
  readonly from: number;
}

/** Renders the data that the search could not use: no longer held, unreadable, or left out. */
function NotSeen({ answer, from }: NotSeenProps) {
  const held = instantMs(answer?.held_from);
  const unreadable = answer?.unreadable ?? [];
  return (
    <>
      {answer !== undefined && held === null && <Banner tone="quiet">The history holds no reports.</Banner>}
      {held !== null && held > from && <Banner tone="quiet">{`Reports from before ${dateTimeText(held)} are not held any more.`}</Banner>}
      {unreadable.length > 0 && (
        <Banner tone="warning">{`${countText(unreadable.length, 'file')} of this time cannot be read and ${unreadable.length === 1 ? 'was' : 'were'} left out.`}</Banner>
      )}
      <OlderLeftOut answer={answer} what="hit" />
    </>
  );
}

interface FoundProps {
  readonly region: ReturnType<typeof useRegion>;
  readonly onOpen: (hit: RegionHit) => void;
}

/** Renders the result of the search. */
export function Found({ region: { rectangle, span, isWanted, query }, onOpen }: FoundProps) {
  const answer = isWanted ? query.answer : undefined;
  const hits = answer?.result ?? noHits;
  const state = requestedTableState(query);
  const unasked = rectangle === null ? 'Draw a rectangle on the plan, or write its edges' : 'Nothing was searched';
  return (
    <Section title="Found" bare end={answer === undefined ? undefined : hits.length}>
      <NotSeen answer={answer} from={span.from} />
      {query.failure?.status === 413 && <Banner tone="warning">{TOO_MANY}</Banner>}
      <DataTable
        {...state}
        // A failed search is reported here: without hits it would look as if no device had been there.
        isSilent={false}
        status={isWanted ? state.status : 'ready'}
        name="history-region"
        label="Hits"
        columns={columns}
        rows={hits}
        rowKey={keyOfRow}
        pageSize={20}
        sortedBy={NEWEST_FIRST}
        emptyText={isWanted ? (state.emptyText ?? 'No device was in this rectangle') : unasked}
        onRow={onOpen}
      />
      <Hint>{MAP_RULE}</Hint>
    </Section>
  );
}
