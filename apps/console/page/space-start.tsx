export function SpaceStart() {
  return <main />;
}
