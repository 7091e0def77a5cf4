import { CommandError } from './command-error.ts';

/** The organization that is named, or the only one. */
export function chooseOrganization(ids: readonly string[], wanted: string | undefined): string {
  const [only] = ids;
  if (only === undefined) throw new CommandError('There is no organization yet. Start the service first.');
  if (wanted === undefined && ids.length === 1) return only;
  if (wanted !== undefined && ids.includes(wanted)) return wanted;
  throw new CommandError(
    wanted === undefined
      ? 'There are several organizations. Specify the id of one with --organization.'
      : `There is no organization with the id ${wanted}.`,
  );
}
