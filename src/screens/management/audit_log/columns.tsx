import { Check, X } from 'lucide-react';
import type { AuditLine } from '#contract/audit';
import { changeTexts, isDone, outcomeText, subjectText } from '#domain/people/auditLines';
import { callChoices, callText } from '#domain/text/callLabels';
import { cellTimeText } from '#domain/text/dates';
import { MISSING } from '#domain/text/numbers';
import { toTitleCase } from '#domain/text/titleCase';
import type { Column } from '#ui/column';
import { Mark } from '#ui/Mark';
import { WrappingText } from '#ui/WrappingText';
import { TimeText } from '#widgets/TimeText';
import { Changes } from './Changes.tsx';

const outcomes = [
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Not done' },
];
const roleOf = ({ role }: AuditLine) => (role == null || role === '' ? null : toTitleCase(role));

/** The columns of the audit log: Time, Done By, Role, What, About, Changed, Outcome. Source: AUDIT11. */
export const columns: readonly Column<AuditLine>[] = [
  {
    id: 'at',
    head: 'Time',
    width: 172,
    narrow: 'place',
    value: ({ at }) => at,
    exportValue: ({ at }) => cellTimeText(at),
    cell: ({ at }) => <TimeText at={at} />,
  },
  {
    id: 'who',
    head: 'Done By',
    width: 150,
    narrow: 'title',
    value: ({ who }) => who,
    filter: { kind: 'text', placeholder: 'User name', appliesOnEnter: true },
    cell: ({ who }) => who || MISSING,
  },
  { id: 'role', head: 'Role', width: 150, narrow: 'more', value: roleOf, cell: (line) => roleOf(line) ?? MISSING },
  {
    id: 'call',
    head: 'What',
    width: 180,
    narrow: 'state',
    value: ({ call }) => call,
    exportValue: ({ call }) => callText(call),
    filter: { kind: 'choice', options: callChoices },
    cell: ({ call }) => callText(call),
  },
  {
    id: 'about',
    head: 'About',
    width: 230,
    narrow: 'line',
    value: subjectText,
    filter: { kind: 'text', placeholder: 'Email, serial or ID', appliesOnEnter: true },
    cell: (line) => <WrappingText>{subjectText(line) || MISSING}</WrappingText>,
  },
  {
    id: 'changes',
    head: 'Changed',
    width: 300,
    narrow: 'line',
    value: (line) => changeTexts(line).join('; '),
    cell: (line) => <Changes texts={changeTexts(line)} />,
  },
  {
    id: 'outcome',
    head: 'Outcome',
    width: 120,
    narrow: 'value',
    value: ({ status }) => outcomeText(status),
    filter: { kind: 'choice', options: outcomes },
    cell: (line) => (
      <Mark tone={isDone(line) ? 'plain' : 'warning'} icon={isDone(line) ? Check : X}>
        {outcomeText(line.status)}
      </Mark>
    ),
  },
];
