import { defineError } from '../../../platform/http/errors.ts';

/** Raised when archives get a form that earlier versions would misread. New tables and columns do not need it. */
export const ARCHIVE_FORMAT = 1;

/** `manifest.json`, which is the last file that is written. */
export interface Manifest {
  object: 'lectern-organization';
  format: number;
  /** The version of Lectern that wrote it. */
  version: string;
  createdAt: string;
  organization: { id: string; title: string };
  /** `tables/<name>.jsonl` has a line for each row: an array of the values of these columns, as texts of PostgreSQL. */
  tables: { name: string; columns: string[]; rows: number }[];
  /** Lines of `documents.jsonl`, `nodes.jsonl` and `people.jsonl`. */
  documents: number;
  nodes: number;
  people: number;
  /** `files/<SHA-256>`. */
  files: { count: number; bytes: number };
  /** SHA-256 of files that rows name, but that the storage did not have. */
  missing: string[];
  /** What the archive does not have because it is secret, for people. */
  enterAgain: string[];
}

/** What an import did, for the person who asked for it. */
export interface ImportReport {
  organizationId: string;
  title: string;
  rows: number;
  files: number;
  people: { invited: number; unmatched: string[] };
  /** Ids of spaces, collections and sites that were taken here: they are others now. */
  changedIds: number;
  /** Hostnames that have to be verified, and addresses that were taken. */
  notes: string[];
  enterAgain: readonly string[];
}

export const MANIFEST = 'manifest.json';
export const PEOPLE = 'people.jsonl';
export const DOCUMENTS = 'documents.jsonl';
export const NODES = 'nodes.jsonl';
export const tablePath = (name: string): string => `tables/${name}.jsonl`;
export const filePath = (hash: Buffer): string => `files/${hash.toString('hex')}`;

/** What has to be entered or made again after an import. */
export const ENTER_AGAIN: readonly string[] = [
  'Members: invite them again so that they get the link with which they accept.',
  'Service accounts and personal tokens: create them again.',
  'Git Sync: enter the credentials and the new webhook, then resume it. It is paused.',
  'Webhooks: give receivers the new signing secret, then enable them. They are disabled.',
  'Single sign-on: enter the client secrets of OpenID Connect providers, register the new addresses at the provider, and require it again.',
  'Email domains and hostnames of sites: verify them again.',
  'Share links: they have new addresses. Invite links and preview links: create them again.',
  'Sites with authenticated access: use the new signing key. Sites with a password: set it again.',
  'Renderers of sites: set the address and the secret again.',
];

export const archiveNewer = defineError(
  { status: 422, reason: 'archive-newer' },
  (version: string) =>
    `The archive was made by a newer Lectern (${version}). Update this instance, or export the organization with an earlier version.`,
);
export const archiveOlder = defineError(
  { status: 422, reason: 'archive-older' },
  (version: string) =>
    `The archive was made by Lectern ${version}, and does not have what this version needs. Update the other instance, and export the organization again.`,
);
export const archiveInvalid = defineError(
  { status: 422, reason: 'archive-invalid' },
  (problem: string) => `This is not an archive of an organization that can be imported: ${problem}`,
);
export const archiveForeign = defineError(
  { status: 422, reason: 'archive-foreign-reference' },
  (table: string) =>
    `The archive refers to content of another organization on this instance (in ${table}). Nothing was imported.`,
);
