import { chakra } from '@chakra-ui/react';
import { useContext } from 'react';
import { Checkbox } from '#ui/Checkbox';
import { ChangeContext, type PushLine } from './pushLine.ts';

/** Its name is not seen, so that the box alone would be too narrow for a finger. */
const Touched = chakra('span', {
  base: { '& label': { minWidth: { base: '44px', lg: '0' }, justifyContent: { base: 'flex-end', md: 'flex-start' } } },
});

/** Whether one device may notify. */
export function PushCheckbox({ line: { device, isOn, canChange } }: { readonly line: PushLine }) {
  const change = useContext(ChangeContext);
  return (
    <Touched>
      <Checkbox checked={isOn} disabled={!canChange} onChecked={(checked) => change(device.serial, checked)}>
        <span className="sr">
          Notifications of {device.name} {device.serial}
        </span>
      </Checkbox>
    </Touched>
  );
}
