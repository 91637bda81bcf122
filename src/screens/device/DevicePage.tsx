import { chakra } from '@chakra-ui/react';
import { Fragment, type ReactNode, useMemo } from 'react';
import { type Device, getAllDevices } from '#contract/devices/device';
import type { FormerDevice } from '#contract/devices/formerDevice';
import { formerName } from '#domain/devices/formerDevice';
import { useAnswer } from '#hooks/useAnswer';
import { useIsAwaited } from '#hooks/useIsAwaited';
import { EmptyState } from '#ui/EmptyState';
import { Page } from '#ui/Page';
import { ControlBanner } from '#widgets/ControlBanner';
import { DeviceHeaderBar } from '#widgets/DeviceHeaderBar';
import { DevicePicker } from '#widgets/DevicePicker';
import { StopControl } from '#widgets/StopControl';
import { useFormerDevices } from '#widgets/useFormerDevices';
import { useSelectedSerial } from '#widgets/useSelectedSerial';
import { FormerNote } from './FormerDevice.tsx';
import { NoAnswer } from './NoAnswer.tsx';

const missingText = (serial: string | null): string => (serial === null ? 'No devices found' : `Device ${serial} not found`);

interface Props {
  /**
   * Shows the whole header bar with online status and steps, for pages that command or monitor the device; otherwise search, dropdown and control, which the
   * buttons of the other pages also need. Source: GAP-79, CONTROL1.
   */
  readonly hasHeaderBar?: boolean;
  /** Gives the Stop its full size; otherwise it is compact, for a page whose table needs the space. Source: STOP1. */
  readonly hasLargeStop?: boolean;
  /** Keeps the Stop in view while the page is scrolled. */
  readonly isStopSticky?: boolean;
  /** Makes the page as high as its container; its table scrolls inside. */
  readonly fill?: boolean;
  readonly children: (device: Device) => ReactNode;
  /**
   * Renders the data of a device that formerly worked for the user; if it is missing, no such device and no decommissioned one is offered. Source: SEE9, ENDS3.
   */
  readonly former?: ((device: FormerDevice) => ReactNode) | undefined;
}

/**
 * Renders what device pages share: the header bar or picker, the Stop, then the content for the selected device; "No devices found". While there is no list of
 * devices, the Stop is that of the device in the URL or of the one shown last. It is above everything whose height depends on data, and the same button before
 * and after the list comes, so that no press is lost. Source: STOPWAY9, STOPWAY17.
 */
export function DevicePage({ hasHeaderBar = false, hasLargeStop = false, isStopSticky = false, fill, children, former }: Props) {
  const listed = useAnswer(getAllDevices, {});
  const left = useFormerDevices(former !== undefined);
  const more = useMemo(() => left.map((one) => ({ serial: one.serial, name: formerName(one) })), [left]);
  const selected = useSelectedSerial(more, former === undefined);
  const device = selected.devices.find(({ serial }) => serial === selected.serial);
  const isAwaited = useIsAwaited(listed, selected.unknownSerial);
  const gone = device === undefined ? left.find(({ serial }) => serial === selected.serial) : undefined;
  const awaited = listed.isUnknown || gone !== undefined ? null : selected.awaitedSerial;
  const stopped = device?.serial ?? awaited;
  return (
    <Page fill={fill} of={selected.serial ?? undefined}>
      {hasHeaderBar && gone === undefined ? (
        <DeviceHeaderBar selected={selected} serial={stopped} />
      ) : (
        <chakra.div display="flex" flexWrap="wrap" gap="12px" flex="none">
          <DevicePicker selected={selected} hasSteps={false} />
          {stopped !== null && <ControlBanner serial={stopped} />}
        </chakra.div>
      )}
      {stopped !== null && (
        <Fragment key={stopped}>
          <StopControl serial={stopped} sticky={isStopSticky} isCompact={!hasLargeStop} />
          {device === undefined ? <DeviceName serial={stopped} /> : children(device)}
        </Fragment>
      )}
      {gone !== undefined && (
        <Fragment key={gone.serial}>
          <FormerNote device={gone} />
          {former?.(gone)}
        </Fragment>
      )}
      {device === undefined &&
        gone === undefined &&
        (listed.answer === undefined || (selected.unknownSerial !== null && isAwaited) ? (
          <NoAnswer {...listed} />
        ) : (
          <EmptyState text={missingText(selected.unknownSerial)} />
        ))}
    </Page>
  );
}

/** Renders the heading of a page until the list has the name of the device. */
function DeviceName({ serial }: { readonly serial: string }) {
  return <chakra.h2 textStyle="title" overflowWrap="anywhere">{`Device ${serial}`}</chakra.h2>;
}
