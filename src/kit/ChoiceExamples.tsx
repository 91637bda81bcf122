import { useState } from 'react';
import { Checkbox } from '#ui/Checkbox';
import { LabelledSelect } from '#ui/LabelledSelect';
import { Segmented } from '#ui/Segmented';
import { type Option, Select } from '#ui/Select';
import { Switch } from '#ui/Switch';
import { Tabs } from '#ui/Tabs';
import { ComboField } from '#ui/form/ComboField';
import { SelectField } from '#ui/form/SelectField';
import { Example, Group } from './Example.tsx';
import { ignore, LONG } from './sampleTexts.ts';

const OPTIONS: readonly Option[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];
const MANY: readonly Option[] = [
  { value: 'long', label: LONG },
  ...Array.from({ length: 40 }, (_, at) => ({ value: `bay-${at}`, label: `Bay ${at + 1}` })),
];

function Selects() {
  const [value, onValue] = useState('week');
  const [bay, setBay] = useState('bay-3');
  return (
    <>
      <Example of="Select">
        <Select label="Period" options={OPTIONS} value={value} onValue={onValue} />
        <Select label="Small period" size="sm" options={OPTIONS} value={value} onValue={onValue} />
        <Select label="Large period" size="lg" options={OPTIONS} value={value} onValue={onValue} />
        <Select label="Wrong period" invalid options={OPTIONS} value={value} onValue={onValue} />
        <Select label="Disabled period" disabled options={OPTIONS} value={value} onValue={onValue} />
        <Select label="Long period" options={MANY} value="long" onValue={ignore} />
      </Example>
      <Example of="LabelledSelect">
        <LabelledSelect label="Show" choices={['Day', 'Week']} value="Day" onValue={ignore} />
      </Example>
      <Example of="SelectField" stacked>
        <SelectField label="Unit" options={OPTIONS} value={value} onValue={onValue} none="None" hint="For all charts" />
        <SelectField label="Wrong unit" options={OPTIONS} value={value} onValue={onValue} problem="Choose another one" />
        <SelectField label="Disabled unit" options={OPTIONS} value={value} onValue={onValue} disabled />
      </Example>
      <Example of="ComboField" stacked>
        <ComboField label="Bay" options={MANY} value={bay} onValue={setBay} />
        <ComboField label="Empty bay" options={MANY} value="" onValue={ignore} placeholder="Find a bay" />
        <ComboField label="Wrong bay" options={MANY} value={bay} onValue={setBay} problem="Closed" />
        <ComboField label="Disabled bay" options={MANY} value={bay} onValue={setBay} disabled />
      </Example>
    </>
  );
}

/** Shows the components for choosing: selects, tabs, boxes, switches. */
export function ChoiceExamples() {
  const [value, onValue] = useState('week');
  const [isOn, setOn] = useState(true);
  return (
    <Group title="Choices">
      <Selects />
      <Example of="Segmented">
        <Segmented label="Period in buttons" options={OPTIONS} value={value} onValue={onValue} />
        <Segmented label="Period in small buttons" size="sm" options={OPTIONS} value={value} onValue={onValue} />
      </Example>
      <Example of="Tabs" stacked>
        <Tabs label="Periods" tabs={OPTIONS} value={value} onValue={onValue}>
          {value}
        </Tabs>
      </Example>
      <Example of="Checkbox">
        <Checkbox checked={isOn} onChecked={setOn}>
          Paths
        </Checkbox>
        <Checkbox isLabelHidden checked={isOn} onChecked={setOn}>
          Label that is not shown
        </Checkbox>
        <Checkbox checked={!isOn} onChecked={setOn}>
          Gutters
        </Checkbox>
        <Checkbox checked onChecked={ignore} disabled>
          Disabled, on
        </Checkbox>
        <Checkbox checked={false} onChecked={ignore} disabled>
          Disabled, off
        </Checkbox>
        <Checkbox checked={isOn} onChecked={setOn} swatch="var(--o-colors-charging-solid)">
          With a colour
        </Checkbox>
      </Example>
      <Example of="Switch">
        <Switch isOn={isOn} onSwitch={setOn}>
          Recording
        </Switch>
        <Switch isOn={!isOn} onSwitch={setOn}>
          Off
        </Switch>
        <Switch isOn disabled onSwitch={ignore}>
          Disabled
        </Switch>
      </Example>
    </Group>
  );
}
