interface LockedPackage {
  link?: boolean;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
export function listRuntimePackages(packages: Record<string, LockedPackage>, bundle: string): string[];
