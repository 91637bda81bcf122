import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { SelectField } from '#ui/form/SelectField';
import { Section } from '#ui/Section';
import { csvFormats, useCsvFormat } from '#ui/table/csvFormat';

const options = (['comma', 'point'] as const).map((value) => ({ value, label: csvFormats[value].label }));

/** Renders the choice of the format in which tables are copied and saved. Source: UI12. */
export function FileSection() {
  const { read, choose } = useCsvFormat();
  const [format, setFormat] = useState(read);
  return (
    <Section title="Saved tables">
      <chakra.p color="fg.muted" py="6px">
        Spreadsheets read the numbers of their own country only. This browser remembers the choice.
      </chakra.p>
      <SelectField
        label="Format of CSV files and copies"
        options={options}
        value={format}
        onValue={(value) => {
          const chosen = value === 'point' ? 'point' : 'comma';
          choose(chosen);
          setFormat(chosen);
        }}
      />
    </Section>
  );
}
