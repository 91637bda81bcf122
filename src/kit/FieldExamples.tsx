import { useState } from 'react';
import { EmailField } from '#ui/EmailField';
import { Field } from '#ui/Field';
import { FieldNote } from '#ui/FieldNote';
import { FileField } from '#ui/FileField';
import { NumberField } from '#ui/NumberField';
import { SearchField } from '#ui/SearchField';
import { TextArea } from '#ui/TextArea';
import { DateTimeBox, type DateTimeTexts } from '#ui/form/DateTimeBox';
import { DateTimeField } from '#ui/form/DateTimeField';
import { Example, Group } from './Example.tsx';
import { ignore, LONG, NOW } from './sampleTexts.ts';

const DAY = 'yyyy-mm-dd'.length;
const isoOf = (at: number) => new Date(at).toISOString();
const read = (typed: string) => {
  const at = Date.parse(typed);
  return Number.isNaN(at) ? null : at;
};
const texts: DateTimeTexts = {
  text: (at) => isoOf(at).slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' '),
  parse: (typed) => read(`${typed.replace(' ', 'T')}Z`),
  day: (at) => isoOf(at).slice(0, DAY),
  onDay: (at, day) => read(at === null ? day : `${day}${isoOf(at).slice(DAY)}`),
  format: 'yyyy-mm-dd hh:mm',
};

function Dates() {
  const [at, setAt] = useState<number | null>(NOW);
  const steps = { texts, onAt: setAt, stepName: '5 minutes', onStep: ignore, unreadable: 'Not a date', hint: 'In your time' };
  const box = { texts, at, onAt: setAt, size: 'sm' } as const;
  return (
    <>
      <Example of="DateTimeField" stacked>
        <DateTimeField label="Moment" at={at} latest={NOW} hasLater {...steps} />
        <DateTimeField label="Empty moment" at={null} hasLater={false} {...steps} />
        <DateTimeField label="Wrong moment" at={at} hasLater {...steps} problem="Before the start" />
      </Example>
      <Example of="DateTimeBox">
        <DateTimeBox label="Instant" aria-label="Instant" {...box} />
        <DateTimeBox label="Empty instant" aria-label="Empty instant" {...box} at={null} />
        <DateTimeBox label="Wrong instant" aria-label="Wrong instant" {...box} aria-invalid />
        <DateTimeBox label="Disabled instant" aria-label="Disabled instant" {...box} disabled />
      </Example>
    </>
  );
}

function TextFields() {
  const [value, onValue] = useState('Kas 3');
  return (
    <Example of="Field" stacked>
      <Field label="Name" value={value} onValue={onValue} hint="As on the door" />
      <Field label="Empty name" value="" onValue={ignore} placeholder="Kas 3" />
      <Field label="Disabled name" value={value} onValue={onValue} disabled />
      <Field label="Read-only name" value={value} onValue={onValue} readOnly />
      <Field label="Wrong name" value={value} onValue={onValue} problem={`Taken already: ${LONG}`} />
      <Field label="Password" type="password" autoComplete="off" value={value} onValue={onValue} />
      <Field label="Large name" size="lg" value={LONG} onValue={ignore} />
    </Example>
  );
}

/** Shows the fields for typed values. */
export function FieldExamples() {
  const [text, setText] = useState(LONG);
  const [number, setNumber] = useState('0.6');
  const [wanted, setWanted] = useState('');
  const [email, setEmail] = useState('an@serra.example');
  return (
    <Group title="Fields">
      <TextFields />
      <Example of="TextArea" stacked>
        <TextArea label="Notes" value={text} onValue={setText} />
        <TextArea label="Wrong notes" value="" onValue={setText} problem="Cannot be empty" />
        <TextArea label="Disabled notes" value={text} onValue={setText} disabled />
      </Example>
      <Example of="EmailField" stacked>
        <EmailField label="Email" value={email} onValue={setEmail} />
      </Example>
      <Example of="NumberField" stacked>
        <NumberField label="Speed" value={number} onValue={setNumber} hint="m/s" />
        <NumberField label="Wrong count" isWhole value="many" onValue={ignore} problem="Not a number" />
        <NumberField label="Disabled count" isWhole value="3" onValue={ignore} disabled />
      </Example>
      <Example of="FileField" stacked>
        <FileField label="File" accept=".zip" onFile={ignore} hint="At most 50 MB" />
        <FileField label="Wrong file" accept=".zip" onFile={ignore} problem="Not a map" />
      </Example>
      <Example of="SearchField">
        <SearchField label="Search" placeholder="Search" value={wanted} onValue={setWanted} />
        <SearchField label="Small search" placeholder="Small search" size="sm" value={wanted} onValue={setWanted} />
      </Example>
      <Dates />
      <Example of="FieldNote">
        <FieldNote>{LONG}</FieldNote>
      </Example>
    </Group>
  );
}
