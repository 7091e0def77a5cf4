export function stageFiles(built: { folder: string; commit: string }, target: string): string[];
