/**
 * List prices in US dollars without commitment, as known in the middle of 2025, of regions in the United States. They
 * change: check them before you decide by them. A month has 730 hours.
 */
export const CLOUDS = {
  /** us-east-1: m6i, gp3, S3 Standard, traffic to the Internet. */
  'Amazon Web Services': { core: 0.048 * 730, disk: 0.08, files: 0.023, traffic: 0.09 },
  /** us-central1: n2-standard, balanced persistent disk, Cloud Storage Standard, standard tier. */
  'Google Cloud': { core: 0.0486 * 730, disk: 0.1, files: 0.02, traffic: 0.085 },
  /** East US: Dsv5, Premium SSD v2, Blob Storage hot (LRS). */
  'Microsoft Azure': { core: 0.048 * 730, disk: 0.081, files: 0.018, traffic: 0.087 },
} as const;

export interface Need {
  /** Virtual processors with 4 GB of memory each, of services and databases. */
  cores: number;
  /** Gigabytes of block storage, of object storage, and of traffic to the Internet in a month. */
  disk: number;
  files: number;
  traffic: number;
}

export const priceOf = (cloud: keyof typeof CLOUDS, need: Need): number =>
  (['cores', 'disk', 'files', 'traffic'] as const).reduce(
    (sum, name) => sum + need[name] * CLOUDS[cloud][name === 'cores' ? 'core' : name],
    0,
  );
