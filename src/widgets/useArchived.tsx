import { useMemo } from 'react';
import { numberText } from '#domain/text/numbers';
import { type AddressCodec, useAddressState } from '#ui/pageAddress';
import { Checkbox } from '#ui/Checkbox';

interface Archived {
  readonly archived?: boolean | null | undefined;
}

const ON: AddressCodec<boolean> = { encode: String, decode: (text) => text === 'true' };

/**
 * Returns the entities that a list shows: those in use, or the archived ones if its filter "Archived" is on. `filter` is false while nothing is archived; the
 * URL stores it under the list's `name`. Source: ARCHIVE2.
 */
export function useArchived<T extends Archived>(name: string, things: readonly T[]) {
  const [isWanted, setOn] = useAddressState(`${name}.archived`, ON, false);
  const count = things.filter(({ archived }) => archived === true).length;
  // After the last archived entity was restored, the list shows all entities in use again.
  const isOn = isWanted && count > 0;
  const shown = useMemo(
    () => (count === 0 ? things : things.filter(({ archived }) => (archived === true) === isOn)),
    [things, count, isOn],
  );
  const filter = count > 0 && (
    <Checkbox checked={isOn} onChecked={setOn}>
      {`Archived (${numberText(count)})`}
    </Checkbox>
  );
  return { shown, isOn, filter };
}
