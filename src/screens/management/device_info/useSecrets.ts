import { getDecryptedDevice, getDeviceCredentials, type DeviceCredentials } from '#contract/devices/deviceCredential';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { useSecret } from '#hooks/useSecret';

/** The secrets of one device, shown for a minute to the user who requested them. */
export interface Secrets {
  readonly request: () => void;
  readonly forget: () => void;
  readonly isPending: boolean;
  readonly isShown: boolean;
  readonly leftMs: number;
  /** The metadata with readable secrets; undefined while masked, empty where the answer to the request has none. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** The previous metadata, as long as the device may still use it. */
  readonly former: Readonly<Record<string, unknown>> | undefined;
  /** Null if the device has no credentials; undefined while masked. */
  readonly credentials: DeviceCredentials | null | undefined;
}

/** Requests and clears credentials and readable metadata of a device together, shown for a minute. Source: MGMT-039, GAP-102. */
export function useSecrets(serial: string): Secrets {
  const credentials = useSecret(getDeviceCredentials);
  const device = useSecret(getDecryptedDevice);
  useFailureAlert(credentials.failure);
  useFailureAlert(device.failure);
  const both = [credentials, device] as const;
  return {
    request: () => {
      credentials.send({ params: { serial } });
      device.send({ params: { serial } });
    },
    forget: () => {
      for (const one of both) one.forget();
    },
    isPending: both.some((one) => one.isPending),
    isShown: both.some((one) => one.answer !== undefined),
    leftMs: Math.max(...both.map((one) => one.leftMs)),
    metadata: device.answer === undefined ? undefined : (device.answer.result.metadata ?? {}),
    former: device.answer?.result.former_metadata ?? undefined,
    credentials: credentials.answer?.credentials,
  };
}
