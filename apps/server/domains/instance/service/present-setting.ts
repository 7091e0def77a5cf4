import type { SettingInForce } from '../../../platform/config.ts';

/** A setting without anything secret. */
export interface PresentedSetting {
  name: string;
  /** Absent: it is not set, or its value is secret. */
  value?: string;
  source: SettingInForce['source'];
  secret: boolean;
}

const MASK = '•••';

export function presentSetting({ name, value, source, isSecret }: SettingInForce): PresentedSetting {
  const shown = value === undefined || isSecret ? undefined : maskCredentials(value);
  return { name, ...(shown === undefined ? {} : { value: shown }), source, secret: isSecret };
}

/** Addresses keep their user and host, so that people recognize them; passwords and queries are masked. */
function maskCredentials(value: string): string {
  const masked = value.replaceAll(/(:\/\/[^:/?#@\s]*):[^/?#\s]*@/g, `$1:${MASK}@`);
  const scheme = masked.indexOf('://');
  const query = scheme < 0 ? -1 : masked.indexOf('?', scheme);
  return query < 0 ? masked : masked.slice(0, query + 1) + MASK;
}
