export const BROWSER_NAMES: string[];
