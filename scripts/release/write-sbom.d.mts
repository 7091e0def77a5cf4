interface Component {
  'bom-ref': string;
  group?: string;
  name: string;
  version: string;
  scope?: string;
}
interface Sbom {
  serialNumber: string;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}
export function limitSbom(
  whole: Sbom,
  options: { shipped: Set<string>; commit: string; version: string; time: number; node: string },
): Sbom;
