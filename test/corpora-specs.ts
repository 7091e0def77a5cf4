/** Real OpenAPI documents, which are beside the project where it is developed. */
import { existsSync, readdirSync } from 'node:fs';

export const SPECS = new URL('../../shared/corpora/openapi/', import.meta.url);

/** Empty if they are not on this machine: tests of them are skipped. */
export const SPEC_NAMES: readonly string[] = existsSync(SPECS) ? readdirSync(SPECS) : [];
