export function findSection(changelog: string, version: string): string;
export function closeSection(changelog: string, version: string): string;
