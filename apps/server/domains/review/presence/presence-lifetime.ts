/** How long a user counts as present after a heartbeat. */
export const PRESENT_MS = 30_000;
