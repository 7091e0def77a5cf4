import type { SitesMessages } from './en.ts';

export const texts: SitesMessages = {};
