/** The key algorithms of device credentials per device type (RSA2048, NISTP256, Device Identity), their labels and default; the name of the QR code file. */

import type { AlgorithmType } from '#contract/devices/deviceCredential';

/** All key algorithms; offered in full for an unknown device type. Source: RULE-100. */
const algorithms = ['RSA2048', 'NISTP256', 'IDENTITY'] as const satisfies readonly AlgorithmType[];
/** The default algorithm. Source: RULE-101, CONST-052. */
export const DEFAULT_ALGORITHM: AlgorithmType = 'RSA2048';

const RSA: readonly AlgorithmType[] = ['RSA2048'];
const CURVE: readonly AlgorithmType[] = ['NISTP256'];
const IDENTITY: readonly AlgorithmType[] = ['IDENTITY'];

const byType: ReadonlyMap<string, readonly AlgorithmType[]> = new Map([
  ...['LUMION_FIX', 'XENION_A6', 'XENION_CONNECT'].map((type) => [type, RSA] as const),
  ['DIV01', CURVE],
  ...['UVP01', 'UVP02', 'UVP03', 'UVP04', 'SPR01', 'SCT01', 'DSS01', 'DIL01', 'DBD01', 'BUG01'].map((type) => [type, IDENTITY] as const),
]);

/** Returns the algorithms that a device type supports. Source: RULE-094..098, RULE-100. */
export const algorithmsOf = (device_type: string): readonly AlgorithmType[] => byType.get(device_type) ?? algorithms;

/** Returns the preselected algorithm: the default if the type supports it, otherwise its first. Source: RULE-101. */
export function firstAlgorithm(device_type: string): AlgorithmType {
  const offered = algorithmsOf(device_type);
  return offered.includes(DEFAULT_ALGORITHM) ? DEFAULT_ALGORITHM : (offered[0] ?? DEFAULT_ALGORITHM);
}

/** Returns the label of an algorithm. Source: RULE-099, MSG-132. */
export const algorithmText = (algorithm: string): string => (algorithm === 'IDENTITY' ? 'Device Identity' : algorithm);

/** Returns the file name of a device's QR code. Source: OPEN-99. */
export const qrCodeFileName = (serial: string): string => `${serial}_qr_code.png`;
