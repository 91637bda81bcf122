import { chakra } from '@chakra-ui/react';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useState } from 'react';
import { type CommandName, problemTexts } from '#domain/commands/commandRows';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { Tooltip } from '#ui/Tooltip';
import { useCommand } from './useCommand.ts';

const PAST = 'You are looking at the past';
const Turning = chakra(LoaderCircle, { base: { animation: 'spin 1s linear infinite', _motionReduce: { animation: 'none' } } });

interface Props extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'wide' | 'height' | 'justifyContent'> {
  readonly name: CommandName;
  readonly serial: string;
  readonly icon?: LucideIcon | undefined;
  /** Replaces the label of the command. */
  readonly label?: string | undefined;
  /** In a list: the name of the device, for screen readers. */
  readonly of?: string | undefined;
  /** Path parameters of the call other than the serial. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Confirmation question that replaces the one of the command; null keeps that one. */
  readonly question?: string | null | undefined;
  /** Whether the device is still executing the command. */
  readonly isBusy?: boolean | undefined;
}

/** Renders the button of a command. Asks for confirmation if the command requires it, and gives the reason while it is disabled. */
export function CommandButton({ name, serial, icon, label, of, params, question = null, isBusy = false, ...looks }: Props) {
  const { row, deviceName, send, problem, isSending, isAvailable } = useCommand(name, serial, params);
  // The question and the command of the click are stored, because the button may change while the dialog is open.
  const [query, setAsked] = useState<{ readonly text: string; readonly yes: () => void } | null>(null);
  const text = question ?? row.question?.(deviceName) ?? null;
  const reason = isAvailable ? problem && problemTexts[problem] : PAST;
  // An earlier stop must never block a stop.
  const isTurning = (isSending || isBusy) && !row.isDanger;
  const isOff = reason !== null || isTurning;
  const Icon = isTurning ? Turning : icon;
  // The second click of a double-click is not a second command, and could hit another button that took the place of this one.
  const press = (event: MouseEvent) => {
    if (isOff || event.detail > 1) return;
    if (text === null) send();
    else setAsked({ text, yes: send });
  };
  const yes = () => {
    setAsked(null);
    query?.yes();
  };
  return (
    <>
      <Tooltip text={reason}>
        <Button
          {...looks}
          aria-label={of === undefined ? undefined : `${label ?? row.label} ${of}`}
          data-stops={row.isDanger || undefined}
          aria-disabled={isOff}
          aria-busy={isTurning}
          aria-description={reason ?? undefined}
          onClick={press}
        >
          {Icon && <Icon aria-hidden="true" />}
          {label ?? row.label}
        </Button>
      </Tooltip>
      <ConfirmDialog open={query !== null} text={query?.text} danger={row.isDanger} onYes={yes} onNo={() => setAsked(null)} />
    </>
  );
}
