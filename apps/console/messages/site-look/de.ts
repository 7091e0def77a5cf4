import type { SiteLookMessages } from './en.ts';

export const texts: SiteLookMessages = {};
