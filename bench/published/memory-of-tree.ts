/** Memory of processes with all their children. */
import { readdirSync, readFileSync } from 'node:fs';

/** Each look takes 10 to 30 ms of a processor, and stops what it looks at. */
const INTERVAL_MS = 400;

export interface MemoryWatch {
  /** The most that was seen, in MB (10^6 bytes). */
  stop(): number;
}

/** Memory that processes share counts once: what each process has of it is its share. */
export function watchMemory(roots: () => readonly number[]): MemoryWatch {
  let peak = 0;
  const look = (): void => {
    let total = 0;
    for (const pid of withChildren(roots())) total += proportionalMemory(pid);
    peak = Math.max(peak, total);
  };
  const timer = setInterval(look, INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

function withChildren(roots: readonly number[]): Set<number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readOrNothing(`/proc/${name}/stat`);
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = new Set(roots);
  let before = 0;
  while (before < found.size) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return found;
}

function proportionalMemory(pid: number): number {
  const [, kilobytes = 0] = /^Pss:\s+(\d+) kB$/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`)) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** A process may have ended meanwhile. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
