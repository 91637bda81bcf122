import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { menuStyle } from '#ui/menuStyle';
import { MOBILE_BELOW_PX } from '#ui/shellSizes';
import { useDismiss } from '#ui/useDismiss';
import { useMedia } from '#ui/useMedia';
import { useHighlighted } from '#ui/useHighlighted';
import { useAnchorPosition } from '#ui/useAnchorPosition';
import { DeviceDot } from './DeviceDot.tsx';
import { DeviceSearch, type DeviceSearchProps } from './DeviceSearch.tsx';
import { DeviceSerial } from './DeviceSerial.tsx';
import type { DeviceChoice } from './useSelectedSerial.ts';
import { numberText } from '#domain/text/numbers';

/** Maximum number of devices that are listed; the search narrows the list. */
const LISTED = 200;

const Plate = chakra('div', {
  base: { ...menuStyle.plate, display: 'flex', flexDirection: 'column', maxHeight: 'min(420px, 100dvh - 16px)' },
});
const List = chakra('div', { base: { minHeight: 0, overflow: 'auto', overscrollBehavior: 'contain', outline: 'none' } });
const Line = chakra('div', {
  base: {
    ...menuStyle.entry,
    gap: '8px',
    minHeight: { base: '44px', lg: '34px' },
    '&[aria-selected=true]': { fontWeight: 600 },
  },
});
const Name = chakra('span', { base: { flex: 'none' } });
const Note = chakra('p', { base: { p: '2', textStyle: 'meta', color: 'fg.muted' } });

interface Props {
  readonly id: string;
  /** The button that opened the list. */
  readonly anchor: HTMLElement;
  readonly serial: string | null;
  readonly devices: readonly DeviceChoice[];
  readonly search: DeviceSearchProps;
  readonly onChoose: (serial: string) => void;
  readonly onClose: () => void;
}

/**
 * Returns the keyboard and focus behaviour of the list: the list takes the focus when it opens, starts at the selected device and returns the focus when it
 * closes.
 */
function useChoices({ anchor, serial, onChoose, onClose }: Props, listed: readonly DeviceChoice[]) {
  const plate = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const leave = () => {
    anchor.focus();
    onClose();
  };
  const choose = (index: number) => {
    const device = listed[index];
    leave();
    if (device !== undefined) onChoose(device.serial);
  };
  const chosen = listed.findIndex((device) => device.serial === serial);
  const marked = useHighlighted({
    first: chosen < 0 ? null : chosen,
    words: listed.map(({ name }) => name),
    onChoose: choose,
    onLeave: leave,
  });
  useAnchorPosition(plate, anchor, { align: 'start', gap: 8 });
  useDismiss(plate, anchor, (by) => (by === 'escape' ? leave() : onClose()));
  useLayoutEffect(() => {
    list.current?.focus({ preventScroll: true });
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return { ...marked, plate, list, choose, leave };
}

/**
 * Renders, in a narrow window, the search above the list, because the bar has no room for it and a truncated list needs its search. Arrow down and Tab lead to
 * the list. Source: LIST4.
 */
function NarrowSearch({ search, hasMatch, onNarrow, onList, onLeave }: NarrowProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Tab') return;
    event.preventDefault();
    if (event.shiftKey) onLeave();
    else onList();
  };
  const onValue = (value: string) => {
    search.onValue(value);
    onNarrow();
  };
  const onTake = () => {
    search.onTake();
    if (search.value.trim() !== '' && hasMatch) onLeave();
  };
  return (
    <chakra.div onKeyDown={onKeyDown}>
      <DeviceSearch {...search} place="list" onValue={onValue} onTake={onTake} />
    </chakra.div>
  );
}

interface NarrowProps extends Pick<Props, 'search'> {
  /** Whether a device matches the typed text. */
  readonly hasMatch: boolean;
  readonly onNarrow: () => void;
  readonly onList: () => void;
  readonly onLeave: () => void;
}

/** Renders the open list of the device dropdown: at most 200 devices, each with dot, name and serial. */
export function DeviceChoices(props: Props) {
  const { id, anchor, serial, devices, search } = props;
  const listed = devices.slice(0, LISTED);
  const { plate, list, at, setAt, idOf, onKeyDown, choose, leave } = useChoices(props, listed);
  const isNarrow = !useMedia(`(min-width: ${MOBILE_BELOW_PX}px)`);
  // Shift+Tab leads from the list to the search above it.
  const onListKey = (event: KeyboardEvent) => (isNarrow && event.key === 'Tab' && event.shiftKey ? undefined : onKeyDown(event));
  return (
    <Plate ref={plate} style={{ width: anchor.offsetWidth }}>
      {isNarrow && (
        <NarrowSearch
          search={search}
          hasMatch={listed.length > 0}
          onNarrow={() => setAt(0)}
          onList={() => list.current?.focus()}
          onLeave={leave}
        />
      )}
      <List
        ref={list}
        tabIndex={-1}
        onKeyDown={onListKey}
        id={id}
        role="listbox"
        aria-label="Device"
        aria-activedescendant={at === null ? undefined : idOf(at)}
      >
        {listed.map((device, index) => (
          <Line
            key={device.serial}
            id={idOf(index)}
            role="option"
            aria-selected={device.serial === serial}
            data-highlighted={index === at ? '' : undefined}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(index)}
          >
            <DeviceDot serial={device.serial} />
            <Name>{device.name}</Name>
            <DeviceSerial>{device.serial}</DeviceSerial>
          </Line>
        ))}
        {devices.length > LISTED && <Note>{`${numberText(devices.length - LISTED)} more: narrow them by name`}</Note>}
        {listed.length === 0 && <Note>No device of that name</Note>}
      </List>
    </Plate>
  );
}
