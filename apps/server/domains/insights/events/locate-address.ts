import { latLngToCell } from 'h3-js';
import { open, type Reader, type Response } from 'maxmind';
import type { Logger } from 'pino';

/** The stored location of an address: the country, and a cell of about 250 km². */
interface Place {
  country: string | null;
  geoCell: bigint | null;
}

export type LocateAddress = (address: string) => Place;

export const GEO_RESOLUTION = 5;

const NOWHERE: Place = { country: null, geoCell: null };

interface Located extends Record<string, unknown> {
  country?: { iso_code?: string };
  registered_country?: { iso_code?: string };
  location?: { latitude?: number; longitude?: number };
}

/**
 * Reads the locations of addresses from a database in MaxMind's format, and reads it again when the file is replaced.
 * Without one, or before it is read, no locations are known.
 */
export function createLocateAddress(path: string | undefined, log: Logger): LocateAddress {
  if (path === undefined) return () => NOWHERE;
  let reader: Reader<Response> | undefined;
  open(path, { watchForUpdates: true, watchForUpdatesNonPersistent: true }).then(
    (opened) => {
      reader = opened;
    },
    (error: unknown) => {
      log.error({ err: error }, 'LECTERN_GEO_DATABASE cannot be read; countries are not recorded');
    },
  );
  return (address) => {
    try {
      return toPlace((reader?.get(address) ?? null) as Located | null);
    } catch {
      // Not an address: the sender chooses the text.
      return NOWHERE;
    }
  };
}

function toPlace(found: Located | null): Place {
  if (!found) return NOWHERE;
  const country = found.country?.iso_code ?? found.registered_country?.iso_code ?? null;
  const { latitude, longitude } = found.location ?? {};
  const isLocated = typeof latitude === 'number' && typeof longitude === 'number';
  return {
    country,
    geoCell: isLocated ? BigInt(`0x${latLngToCell(latitude, longitude, GEO_RESOLUTION)}`) : null,
  };
}
