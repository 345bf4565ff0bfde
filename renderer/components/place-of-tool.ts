/** The unit or backend whose name a full tool name begins with; of several the longest. Empty for none. */
export function placeOfTool(tool: string, places: readonly string[]): string {
  return places
    .filter((place) => tool.startsWith(`${place}_`))
    .reduce((longest, place) => (place.length > longest.length ? place : longest), '');
}
