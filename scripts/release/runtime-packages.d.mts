interface LockedPackage {
  link?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
export function listRuntimePackages(packages: Record<string, LockedPackage>, bundle: string): string[];
export function listForPlatform(packages: Record<string, LockedPackage>, places: string[]): string[];
