import { chakra } from '@chakra-ui/react';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type CommandName, problemTexts } from '#domain/commands/commandRows';
import { Button } from '#ui/Button';
import { pressedOnce } from '#ui/pressedOnce';
import { Tooltip } from '#ui/Tooltip';
import { useCommandQuestion } from './CommandQuestion.tsx';
import { useCommand } from './useCommand.ts';

const PAST = 'You are looking at the past';
const Turning = chakra(LoaderCircle, { base: { animation: 'spin 1s linear infinite', _motionReduce: { animation: 'none' } } });

interface Props extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'wide' | 'height' | 'justifyContent'> {
  readonly name: CommandName;
  readonly serial: string;
  readonly icon?: LucideIcon | undefined;
  /** Label that replaces the label of the command. */
  readonly label?: string | undefined;
  /** In a list: the name of the device, for screen readers. */
  readonly of?: string | undefined;
  /** Path parameters of the call other than the serial. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Confirmation text that replaces the command's own; null for the command's own. */
  readonly question?: string | null | undefined;
  /** Whether the device is still executing the command. */
  readonly isBusy?: boolean | undefined;
}

/** Renders the button of a command. The button requests confirmation if the command requires it, and shows the reason while it is disabled. */
export function CommandButton({ name, serial, icon, label, of, params, question = null, isBusy = false, ...looks }: Props) {
  const { row, deviceName, send, problem, isSending, isAvailable } = useCommand(name, serial, params);
  const ask = useCommandQuestion();
  const text = question ?? row.question?.(deviceName) ?? null;
  const reason = isAvailable ? problem && problemTexts[problem] : PAST;
  // An earlier stop must never block a stop.
  const isTurning = (isSending || isBusy) && !row.isDanger;
  const isOff = reason !== null || isTurning;
  const Icon = isTurning ? Turning : icon;
  const press = () => {
    if (isOff) return;
    if (text === null) send();
    else ask({ text, yes: send, isDanger: row.isDanger });
  };
  const once = pressedOnce(press);
  // Its question may come once more without harm, and somebody who presses again and again must reach it. Source: STOPWAY18.
  const isRepeatable = row.isDanger && text !== null;
  return (
    <Tooltip text={reason}>
      <Button
        {...looks}
        aria-label={of === undefined ? undefined : `${label ?? row.label} ${of}`}
        data-stops={row.isDanger || undefined}
        aria-disabled={isOff}
        aria-busy={isTurning}
        aria-description={reason ?? undefined}
        {...(isRepeatable ? { ...once, onClick: press } : once)}
      >
        {Icon && <Icon aria-hidden="true" />}
        {label ?? row.label}
      </Button>
    </Tooltip>
  );
}
