import { cellToCenterChild, cellToLatLng, getResolution, isValidCell } from 'h3-js';
import { sql } from 'kysely';
import { GEO_RESOLUTION } from '../events/locate-address.ts';
import type { ColumnOptions, Dimension } from './dimension.ts';

const FINEST = 15;
const RESOLUTION_BIT = 52n;
const BITS_OF_DIGIT = 3;
const NO_DIGIT = 7n;

/**
 * The cell of a visitor at a precision, the resolution of H3. Cells are kept at one resolution: a coarser one is
 * computed, of a finer one it is the middle.
 */
export function geoPointDimension({ precision = GEO_RESOLUTION }: ColumnOptions): Dimension {
  const resolution = Math.min(precision, GEO_RESOLUTION);
  return {
    sources: ['events'],
    parts: ({ isInClickHouse }) => [
      sql.raw(isInClickHouse ? clickHouseParent(resolution) : parentSql(resolution)),
    ],
    types: ['bigint'],
    absent: 'null',
    isOrdered: false,
    read: ([cell]) => {
      const kept = BigInt(cell as string).toString(16);
      const h3 = precision > resolution ? cellToCenterChild(kept, precision) : kept;
      const [latitude, longitude] = cellToLatLng(h3);
      return { latitude, longitude, h3 };
    },
    write: (value) => {
      if (typeof value !== 'object' || value === null || !('h3' in value)) return undefined;
      const { h3 } = value;
      if (typeof h3 !== 'string' || !isValidCell(h3) || getResolution(h3) < resolution) return undefined;
      return [String(parentOf(BigInt(`0x${h3}`), resolution))];
    },
  };
}

/** The bits that a parent of this resolution has set, whatever its child. */
function parentBits(resolution: number): bigint {
  let bits = BigInt(resolution) << RESOLUTION_BIT;
  for (let digit = resolution + 1; digit <= FINEST; digit += 1)
    bits |= NO_DIGIT << BigInt(BITS_OF_DIGIT * (FINEST - digit));
  return bits;
}

const WITHOUT_RESOLUTION = ~(15n << RESOLUTION_BIT);

const parentOf = (cell: bigint, resolution: number): bigint =>
  (cell & WITHOUT_RESOLUTION) | parentBits(resolution);

const parentSql = (resolution: number): string =>
  `((geo_cell & ${WITHOUT_RESOLUTION}) | ${parentBits(resolution)})`;

const clickHouseParent = (resolution: number): string =>
  `bitOr(bitAnd(geo_cell, toInt64(${WITHOUT_RESOLUTION})), toInt64(${parentBits(resolution)}))`;
