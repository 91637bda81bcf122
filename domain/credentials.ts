import type { AlgorithmType } from '#contract/deviceCredential';

/** Every way to make the keys of a device; offered whole where nobody knows the type. Source: RULE-100. */
const algorithms = ['RSA2048', 'NISTP256', 'IDENTITY'] as const satisfies readonly AlgorithmType[];
/** The usual one. Source: RULE-101, CONST-052. */
export const DEFAULT_ALGORITHM: AlgorithmType = 'RSA2048';

const RSA: readonly AlgorithmType[] = ['RSA2048'];
const CURVE: readonly AlgorithmType[] = ['NISTP256'];
const IDENTITY: readonly AlgorithmType[] = ['IDENTITY'];

const byType: ReadonlyMap<string, readonly AlgorithmType[]> = new Map([
  ...['LUMION_FIX', 'XENION_A6', 'XENION_CONNECT'].map((type) => [type, RSA] as const),
  ['DIV01', CURVE],
  ...['UVP01', 'UVP02', 'UVP03', 'UVP04', 'SPR01', 'SCT01', 'DSS01', 'DIL01', 'DBD01', 'BUG01'].map((type) => [type, IDENTITY] as const),
]);

/** The algorithms a device of this type can use. Source: RULE-094..098, RULE-100. */
export const algorithmsOf = (device_type: string): readonly AlgorithmType[] => byType.get(device_type) ?? algorithms;

/** The algorithm that is chosen at first: the usual one where the type can use it. Source: RULE-101. */
export function firstAlgorithm(device_type: string): AlgorithmType {
  const offered = algorithmsOf(device_type);
  return offered.includes(DEFAULT_ALGORITHM) ? DEFAULT_ALGORITHM : (offered[0] ?? DEFAULT_ALGORITHM);
}

/** An algorithm as people read it. Source: RULE-099, MSG-132. */
export const algorithmText = (algorithm: string): string => (algorithm === 'IDENTITY' ? 'Device Identity' : algorithm);

/** Under which name the QR code of a device is saved. Source: OPEN-99. */
export const qrCodeFileName = (serial: string): string => `${serial}_qr_code.png`;
