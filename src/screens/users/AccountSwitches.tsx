import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { getAccountPolicy, postAccountPolicy } from '#contract/sessionAccount';
import { endings } from '#domain/text/endings';
import { countText } from '#domain/text/labels';
import { useAnswer } from '#hooks/useAnswer';
import { useProductNames } from '#hooks/productNames';
import { useSaveEach } from '#hooks/useSaveEach';
import { DataTable } from '#ui/table/DataTable';
import { useConfirm } from '#ui/useConfirm';
import { requestedTableState } from '#widgets/requestedTableState';
import { type SwitchRow, switchColumns } from './switchColumns.tsx';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    gap: '8px 28px',
    maxWidth: '1080px',
  },
});
const Name = chakra('dt', { base: { fontWeight: 500 } });
const Text = chakra('dd', { base: { color: 'fg.muted' } });

/** Returns the text about what is kept, when, for whom and for how long, which an administrator must know to decide. */
const meaning = (days: number) => [
  {
    name: 'What is kept',
    text: 'The screens that a person opens, the commands and changes that the person sends, and what came of them, with their times. Nothing that is typed, no answers of the server, no secrets.',
  },
  {
    name: 'From when',
    text: 'Of each person from when that person has read a notice about it, which is shown at the next sign-in, to people who are signed in within five minutes. Of a person of several organisations only where all of them keep accounts.',
  },
  {
    name: 'Who sees it',
    text: 'The person. Others of the organisation see an account only while its person shares it, and administrators may remove a shared one. The staff of the provider sees none of an organisation.',
  },
  {
    name: 'Follow the operator',
    text: 'It shows in the timeline the screens at which whoever was recorded in that browser looked. Nobody has it where the switch was turned off, and while accounts are kept only people who have read the notice.',
  },
  { name: 'For how long', text: `Each line for ${countText(days, 'day')}. Switched off, all are removed at once.` },
];

const NONE: readonly SwitchRow[] = [];
const BY_STATE = { id: 'organisation', desc: false };
const keyOfRow = ({ id }: SwitchRow) => id ?? '';

/** Renders the switches of the accounts of sessions that an administrator may turn, and their meaning for employees. Source: SACCT8. */
export function AccountSwitches() {
  const query = useAnswer(getAccountPolicy, {});
  const { company } = useProductNames();
  const { confirm, question } = useConfirm();
  const { save, isPossible, newest } = useSaveEach(postAccountPolicy, {
    saved: 'The switch is turned',
    onSettled: query.refresh,
    shownAt: query.at,
  });
  const { answer } = query;
  const rows = useMemo(
    () =>
      answer?.organisations.map((one): SwitchRow => ({
        id: one.organisation_id,
        name: one.name ?? `Staff of ${company}`,
        isOn: newest(({ body }) => body?.organisation_id === one.organisation_id)?.body?.is_on ?? one.is_on,
      })),
    [answer, company, newest],
  );
  const days = answer?.days ?? 0;
  const onTurn = isPossible
    ? ({ id, name, isOn }: SwitchRow) => {
        const whose = id === null ? 'the staff' : `the people of ${name}`;
        confirm(isOn ? endings.dropAccounts(whose) : endings.keepAccounts(whose, days), () =>
          save({ params: {}, body: { organisation_id: id, is_on: !isOn } }),
        );
      }
    : null;
  return (
    <chakra.div display="grid" gap="16px">
      <chakra.p color="fg.muted" maxWidth="1080px">
        An account of a session lists what a person did in the console. To keep accounts is to monitor employees: before you switch it on,
        tell the people and whoever speaks for them, and see to what the law asks for.
      </chakra.p>
      {answer !== undefined && (
        <List>
          {meaning(days).map(({ name, text }) => (
            <div key={name}>
              <Name>{name}</Name>
              <Text>{text}</Text>
            </div>
          ))}
        </List>
      )}
      <DataTable
        name="account-switches"
        label="Organisations"
        columns={switchColumns(onTurn)}
        rows={rows ?? NONE}
        rowKey={keyOfRow}
        sortedBy={BY_STATE}
        {...requestedTableState(query)}
      />
      {question}
    </chakra.div>
  );
}
