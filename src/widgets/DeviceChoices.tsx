import { chakra } from '@chakra-ui/react';
import { useLayoutEffect, useRef } from 'react';
import { menuStyle } from '#ui/menuStyle';
import { useDismiss } from '#ui/useDismiss';
import { useHighlighted } from '#ui/useHighlighted';
import { useAnchorPosition } from '#ui/useAnchorPosition';
import { DeviceDot } from './DeviceDot.tsx';
import { DeviceSerial } from './DeviceSerial.tsx';
import type { DeviceChoice } from './useSelectedSerial.ts';

/** Maximum number of devices that are listed; the search narrows the list. */
const LISTED = 200;

const List = chakra('div', {
  base: {
    ...menuStyle.plate,
    maxHeight: 'min(420px, 100dvh - 16px)',
    overflow: 'auto',
    overscrollBehavior: 'contain',
  },
});
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
  readonly onChoose: (serial: string) => void;
  readonly onClose: () => void;
}

/**
 * Returns the keyboard and focus behaviour of the list: it takes the focus when it opens, starts at the chosen device and returns the focus when it closes.
 */
function useChoices({ anchor, serial, onChoose, onClose }: Props, listed: readonly DeviceChoice[]) {
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
  useAnchorPosition(list, anchor, { align: 'start', gap: 8 });
  useDismiss(list, anchor, (by) => (by === 'escape' ? leave() : onClose()));
  useLayoutEffect(() => {
    list.current?.focus({ preventScroll: true });
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return { ...marked, list, choose };
}

/** Renders the open list of the device dropdown, at most 200 devices, each with dot, name and serial. */
export function DeviceChoices(props: Props) {
  const { id, anchor, serial, devices } = props;
  const listed = devices.slice(0, LISTED);
  const { list, at, setAt, idOf, onKeyDown, choose } = useChoices(props, listed);
  return (
    <List
      ref={list}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      style={{ width: anchor.offsetWidth }}
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
      {devices.length > LISTED && <Note>{`${devices.length - LISTED} more: narrow them by name`}</Note>}
      {listed.length === 0 && <Note>No device of that name</Note>}
    </List>
  );
}
