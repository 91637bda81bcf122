import { getDecryptedDevice, getDeviceCredentials, type DeviceCredentials } from '#contract/deviceCredential';
import { useFailureAlert } from '#state/useFailureAlert';
import { useSecret } from '#state/useSecret';

/** The secrets of one device, for the person who asked, for a minute. */
export interface Secrets {
  readonly ask: () => void;
  readonly forget: () => void;
  readonly isPending: boolean;
  readonly isShown: boolean;
  readonly leftMs: number;
  /** The metadata with readable secrets; undefined while it is masked. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** Null where the device has none; undefined while they are masked. */
  readonly credentials: DeviceCredentials | null | undefined;
}

/** Credentials and readable metadata are asked for and forgotten together. Source: MGMT-039, GAP-102. */
export function useSecrets(serial: string): Secrets {
  const credentials = useSecret(getDeviceCredentials);
  const device = useSecret(getDecryptedDevice);
  useFailureAlert(credentials.failure);
  useFailureAlert(device.failure);
  const both = [credentials, device] as const;
  return {
    ask: () => {
      credentials.ask({ params: { serial } });
      device.ask({ params: { serial } });
    },
    forget: () => {
      for (const one of both) one.forget();
    },
    isPending: both.some((one) => one.isPending),
    isShown: both.some((one) => one.answer !== undefined),
    leftMs: Math.max(...both.map((one) => one.leftMs)),
    metadata: device.answer === undefined ? undefined : (device.answer.result.metadata ?? {}),
    credentials: credentials.answer?.credentials,
  };
}
