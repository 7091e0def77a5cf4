import { readFileSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

interface Reader {
  text(name: string): string | undefined;
  problems: string[];
}

/** Reads the list in the JSON file that a setting names. Undefined: it is not set, or has a problem, which is noted. */
export function readSettingsFile<Schema extends TSchema>(
  settings: Reader,
  name: string,
  { schema, items }: { schema: Schema; items: string },
): Static<Schema> | undefined {
  const file = settings.text(name);
  if (file === undefined) return undefined;
  const fail = (problem: string): undefined => void settings.problems.push(`${name} ${problem}`);
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // The message of a parser could quote a secret.
    return fail(error instanceof SyntaxError ? 'must be a file with JSON.' : `cannot be read: ${file}.`);
  }
  if (Value.Check(schema, given)) return given;
  const [first] = Value.Errors(schema, given);
  return fail(`must be a list of ${items}: ${first?.instancePath || 'it'} ${first?.message ?? 'is wrong'}.`);
}
