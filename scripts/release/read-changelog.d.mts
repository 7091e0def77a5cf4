export const UNRELEASED: string;
export function findSection(changelog: string, title: string): string;
export function closeSection(changelog: string, version: string): string;
