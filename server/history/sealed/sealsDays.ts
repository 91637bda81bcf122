import type { Settings } from '../../platform/settings/settings.ts';

/**
 * Returns whether days and months of the history become files; false for several servers without a bucket. The other servers could not read the files of the
 * server that writes them, and these files are lost with its container. Source: SEALED13.
 */
export const sealsDays = ({ NATS_URL, S3_URL }: Pick<Settings, 'NATS_URL' | 'S3_URL'>): boolean =>
  NATS_URL === undefined || S3_URL !== undefined;
