import type { Settings } from '../../platform/settings/settings.ts';

/**
 * Returns whether days and months of the history become files: not with several servers without a bucket. The others could not read the files of the one that
 * writes them, and a container that ends takes them along. Source: SEALED13.
 */
export const sealsDays = ({ NATS_URL, S3_URL }: Pick<Settings, 'NATS_URL' | 'S3_URL'>): boolean =>
  NATS_URL === undefined || S3_URL !== undefined;
