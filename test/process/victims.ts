/** Shared by tests with random kills: the choice of a victim, and the kill with the following restart. */
import { type RunningService, type Setup, waitFor } from './service-process.ts';

const VICTIMS = ['service', 'database', 'both'] as const;
type Victim = (typeof VICTIMS)[number];

export const chooseVictim = (random: () => number): Victim =>
  VICTIMS[Math.floor(random() * VICTIMS.length)] as Victim;

/** Kills the service, its database or both, and returns the service that runs afterwards. */
export async function killVictim(
  { setup, service, victim }: { setup: Setup; service: RunningService; victim: Victim },
  environment: Record<string, string>,
): Promise<RunningService> {
  const databasePid = setup.databasePid();
  if (victim !== 'service') process.kill(databasePid as number, 'SIGKILL');
  if (victim === 'database') {
    await waitForDatabase(setup, service, databasePid);
    return service;
  }
  service.kill('SIGKILL');
  await service.ended;
  return setup.serve(environment);
}

/** The service starts the killed server again. */
async function waitForDatabase(setup: Setup, service: RunningService, killed?: number): Promise<void> {
  await waitFor('the database to be back', async () => {
    if (setup.databasePid() === killed) return false;
    return (await fetch(`${service.url}/readyz`)).status === 200;
  });
}
