import { ConfigError, readConfig } from '../config.ts';
import { StartError } from '../db/start-error.ts';
import { StorageError } from '../storage/storage-error.ts';
import { CommandError } from './command-error.ts';

const HELP = `Lectern, the open documentation platform.

  lectern serve                          start the service
  lectern migrate                        bring the database to the newest schema
  lectern token create [--title T] [--email E] [--days N] [--scopes read,write]
                                         make a personal token, of the administrator unless --email says otherwise
  lectern import <git url or folder> [--space ID] [--ref refs/heads/main] [--directory D] [--title T]
                                         import documentation into a space, a new one unless --space names one

Settings are environment variables; README.md lists them.`;

/** Runs one command and gives the exit code. Everything that a person can mend is one line on standard error. */
export async function runCommand(args: string[]): Promise<number> {
  const [command = 'help', ...rest] = args;
  try {
    switch (command) {
      case 'serve':
        return await (await import('./serve.ts')).serve(readConfig(process.env));
      case 'migrate':
        return await (await import('./migrate.ts')).migrate(readConfig(process.env));
      case 'token':
        return await (await import('./token.ts')).token(readConfig(process.env), rest);
      case 'import':
        return await (await import('./import.ts')).importContent(readConfig(process.env), rest);
      case 'help':
      case '--help':
      case '-h':
        console.log(HELP);
        return 0;
      default:
        throw new CommandError(`There is no command “${command}”. “lectern help” lists them.`);
    }
  } catch (error) {
    const isForPeople =
      error instanceof StartError ||
      error instanceof ConfigError ||
      error instanceof CommandError ||
      error instanceof StorageError;
    console.error(isForPeople ? `lectern: ${error.message}` : error);
    return 1;
  }
}
