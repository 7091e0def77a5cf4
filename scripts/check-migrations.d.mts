export interface MigrationSources {
  files: ReadonlyMap<string, string>;
  released: Record<string, Record<string, string>>;
  tagged?: { version: string; migrations: Record<string, string> } | undefined;
}
export function findBreakingChanges(text: string): string[];
export function findMigrationProblems(sources: MigrationSources): string[];
export function readMigrations(): Map<string, string>;
export function readReleased(): Record<string, Record<string, string>>;
export function recordRelease(version: string): number;
